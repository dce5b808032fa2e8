import DisplayModel
import Playlist
import StrictYAML
import TextLayout
import Timing

/// How slides look and how they come: fields that an item, a zone and a file all may have, each for what is inside it.
extension PlaylistParser {
    func defaults(_ fields: inout FieldReader, _ outer: PlaylistDefaults) -> PlaylistDefaults {
        var result = outer
        let duration = fields.duration("duration", in: .milliseconds(100) ... .seconds(86400 * 7))
        if let duration { result.duration = duration }
        result.data = data(&fields, outer.data)
        let look = look(&fields, outer.style.look)
        result.text = textStyle(&fields, outer)
        var transition = outer.style.transition
        let node = fields.node("transition")
        if let node, let own = self.transition(node, outer) {
            transition = own.transition
            result.isTransitionTimed = own.isTimed
        }
        // Told where one of them is said, not again for all that is inside.
        if let place = node?.position ?? fields.node("duration")?.position, result.isTransitionTimed,
            transition.duration > result.duration
        {
            diagnosis.warning(
                place,
                "the transition of \(transition.duration.inSeconds) s is longer than the \(result.duration.inSeconds) s "
                    + "that the slide shows; it is cut to that")
        }
        // Thousands of items that say nothing of their own share one style.
        if look != outer.style.look || transition != outer.style.transition { result.style = Style(look, transition) }
        return result
    }

    /// The size of a screen that lengths in pixels are meant for.
    /// - Parameter outer: what a file that includes this one says of it, which has the last word.
    func canvas(_ fields: inout FieldReader, of outer: Size?, _ superior: ReadingState.Superior?) -> Size? {
        guard let node = fields.node("canvas") else { return outer }
        let canvas = FieldReader.value(
            node, "canvas", "the width and height of a screen such as 1920x1080", diagnosis, hint: Size.canvasHint
        ) { Size(canvas: $0) }
        guard let superior else { return canvas }
        if let canvas, canvas != outer {
            diagnosis.warning(
                node.position,
                "'canvas' has no effect here: \(superior.rawValue)"
                    + (superior == .file ? ", and it says \(outer.map { "\($0)" } ?? "none")" : ""))
        }
        return outer
    }

    private func look(_ fields: inout FieldReader, _ outer: Look) -> Look {
        var look = outer
        if let fit = fields.choice("fit", Fit.self, hint: ForeignWords.fit) { look.fit = fit }
        if let focus = focus(&fields) { look.focus = focus }
        if let background = fields.value(
            "background", "\(Color.expected), 'blurred' or 'none'",
            hint: {
                ["transparent", "clear"].contains($0.lowercased())
                    ? "write 'none', through which the zones below are seen"
                    : $0.lowercased() == "blur"
                        ? Spelling.suggestion("blurred")
                        : Color.hint($0) ?? Spelling.suggestion(for: $0, in: ["blurred", "none"])
            },
            { text -> Background? in
                switch text {
                case "blurred": .blurred
                case "none": Background.none
                default: Color(hex: text).map { .color($0) }
                }
            })
        {
            look.background = background
        }
        if let opacity = fields.node("opacity"),
            let part = length(
                opacity, "opacity", "a percentage from 0% to 100%", hint: Length.percentage, { Length.part(text: $0) })
        {
            look.opacity = part
        }
        if let radius = fields.node("corner-radius"),
            let length = length(
                radius, "corner-radius", "a length such as 12px or 5%", { Length(positiveText: $0) })
        {
            look.cornerRadius = length
        }
        if let margin = fields.node("margin"),
            let lengths = length(
                margin, "margin", "one, two or four lengths such as 5% or '10px 20px'", { Margin(text: $0) })
        {
            look.margin = lengths
        }
        if let node = fields.node("motion") { look.motion = motion(node) }
        return look
    }

    /// What is made of lengths. A number is one only if it is nothing, however that is written.
    func length<Value>(
        _ node: YAMLNode, _ name: String, _ expected: String, hint: (String) -> String? = Length.hint,
        _ make: (String) -> Value?
    ) -> Value? {
        FieldReader.value(node, name, expected, diagnosis, hint: hint) { make(node.number == 0 ? "0" : $0) }
    }

    private func focus(_ fields: inout FieldReader) -> Focus? {
        fields.value(
            "focus", "two percentages, across and down, such as '50% 20%'",
            hint: { ForeignWords.focus($0) ?? Length.hint($0) }
        ) {
            Focus(text: $0)
        }
    }

    private func motion(_ node: YAMLNode) -> Motion? {
        if case .mapping = node.kind, var fields = FieldReader(node, "motion", diagnosis) {
            let from = view(&fields, "from")
            let to = view(&fields, "to")
            fields.finish()
            return Motion(from: from ?? .init(), to: to ?? .init())
        }
        let words = ["none"] + Motion.named.map(\.key)
        let text = FieldReader.value(
            node, "motion", "one of \(words.joined(separator: ", ")), or a mapping of from and to", diagnosis,
            hint: { ForeignWords.motion($0) ?? Spelling.suggestion(for: $0, in: words) }
        ) { words.contains($0) ? $0 : nil }
        return text.flatMap { word in Motion.named.first { $0.key == word }?.value }
    }

    private func view(_ fields: inout FieldReader, _ name: String) -> Motion.View? {
        guard let node = fields.node(name), var fields = FieldReader(node, name, diagnosis) else { return nil }
        var view = Motion.View()
        if let focus = focus(&fields) { view.focus = focus }
        if let zoom = fields.number("zoom", "a number from 1 to 4", in: 1...4) { view.zoom = zoom }
        fields.finish()
        return view
    }

    // MARK: Transitions

    /// - Returns: the transition, and whether its length was given, here or further out.
    private func transition(
        _ node: YAMLNode, _ outer: PlaylistDefaults
    ) -> (transition: Transition, isTimed: Bool)? {
        guard case .mapping = node.kind else {
            let text = FieldReader.value(node, "transition", expectedTransition(.transition), diagnosis) { $0 }
            guard let text else { return nil }
            if let duration = node.duration, duration <= StandardTransition.longest {
                return (duration == .zero ? .cut : Transition(.crossFade, duration: duration), duration > .zero)
            }
            let inherited = outer.style.transition.duration
            return kind(text, .transition, node).flatMap { withPictures($0, nil, text, node.position) }.map { kind in
                guard kind != .cut else { return (.cut, false) }
                let duration = inherited > .zero ? inherited : .seconds(1)
                return (Transition(kind, duration: duration, easing: kind.usualEasing), outer.isTransitionTimed)
            }
        }
        guard var fields = FieldReader(node, "transition", diagnosis) else { return nil }
        let type = fields.node("type")
        let name = type.flatMap { FieldReader.value($0, "type", expectedTransition(.type), diagnosis) { $0 } }
        let pictures = fields.node("pictures")
        let kind = name.flatMap { name in
            let place = type ?? node
            return self.kind(name, .type, place).flatMap { withPictures($0, pictures, name, place.position) }
        }
        if type == nil { diagnosis.error(node.position, "a transition has a 'type': \(expectedTransition(.type))") }
        let duration = fields.duration("duration", in: .zero...StandardTransition.longest)
        let easing = fields.choice("easing", Easing.self)
        for name in ["duration", "easing"] where kind == .cut {
            guard let node = fields.node(name) else { continue }
            diagnosis.error(node.position, "a cut takes no time, so it has no '\(name)'")
        }
        fields.finish()
        guard let kind else { return nil }
        guard kind != .cut, duration != .zero else { return (.cut, false) }
        return (
            Transition(kind, duration: duration ?? .seconds(1), easing: easing ?? kind.usualEasing),
            duration != nil
        )
    }

    private var names: TransitionNames { TransitionNames(shaders: reading.reader.transitions) }

    /// Where a transition's name may stand.
    private enum TransitionKey: String { case transition, type }

    /// Only `transition` may be a length of time as well.
    private func expectedTransition(_ key: TransitionKey) -> String {
        let length = key == .transition ? "the length of a cross-fade such as 500ms, " : ""
        return "one of \(names.list), \(length)or the path of a shader "
            + "(.frag, .glsl)"
    }

    /// - Parameter node: where the name stands.
    private func kind(_ name: String, _ key: TransitionKey, _ node: YAMLNode) -> Transition.Kind? {
        if Self.isShader(name) {
            let path = resolved(name)
            guard looksAtFiles else { return .custom(path: path) }
            return switch reading.addShader(path, diagnosis, node.position) {
            case .passed: .custom(path: path)
            case .refused: nil
            case .untried: .crossFade
            }
        }
        let names = names
        return FieldReader.value(
            node, key.rawValue, expectedTransition(key), diagnosis,
            hint: { text in
                switch key {
                case .transition: ForeignWords.transition(text) ?? names.hint(text)
                case .type where Duration(text: text) != nil:
                    "a length of time is written beside it: 'duration: \(text)'"
                case .type:
                    ForeignWords.transition(text) ?? Spelling.suggestion(for: text, in: names.all.map(\.name))
                }
            }
        ) { names.kind($0) }
    }
}
