import DisplayModel
import StrictYAML
import Timing

/// How slides look and how they come: fields that an item, a zone and a file all may have, each for what is inside it.
extension PlaylistParser {
    func defaults(_ fields: inout FieldReader, _ outer: PlaylistDefaults) -> PlaylistDefaults {
        var result = outer
        let duration = fields.duration("duration", in: .milliseconds(100) ... .seconds(86400 * 7))
        if let duration { result.duration = duration }
        let look = look(&fields, outer.style.look)
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

    private func look(_ fields: inout FieldReader, _ outer: Look) -> Look {
        var look = outer
        if let fit = fields.choice("fit", Fit.self) { look.fit = fit }
        if let focus = focus(&fields) { look.focus = focus }
        if let background = fields.value(
            "background", "\(Colour.teaching), 'blurred' or 'none'",
            hint: { Colour.hint($0) ?? Spelling.suggestion(for: $0, in: ["blurred", "none"]) },
            { text -> Background? in
                switch text {
                case "blurred": .blurred
                case "none": Background.none
                default: Colour(hex: text).map { .colour($0) }
                }
            })
        {
            look.background = background
        }
        if let opacity = fields.value(
            "opacity", "a percentage from 0% to 100%", hint: Length.percentage,
            { text -> Double? in
                Length(text: text).flatMap { $0.pixels == 0 && (0...1).contains($0.share) ? $0.share : nil }
            })
        {
            look.opacity = opacity
        }
        if let radius = fields.value(
            "corner-radius", "a length such as 12px or 5%", hint: Length.hint,
            { text -> Length? in
                Length(text: text).flatMap { $0.isNegative ? nil : $0 }
            })
        {
            look.cornerRadius = radius
        }
        if let margin = fields.value(
            "margin", "one, two or four lengths such as 5% or '10px 20px'", hint: Length.hint, { Margin(text: $0) })
        {
            look.margin = margin
        }
        if let node = fields.node("motion") { look.motion = motion(node) }
        return look
    }

    private func focus(_ fields: inout FieldReader) -> Focus? {
        fields.value("focus", "two percentages, across and down, such as '50% 20%'", hint: Length.hint) {
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
            hint: { Spelling.suggestion(for: $0, in: words) }
        ) { words.contains($0) ? $0 : nil }
        return text.flatMap { word in Motion.named.first { $0.key == word }?.value }
    }

    private func view(_ fields: inout FieldReader, _ name: String) -> Motion.View? {
        guard let node = fields.node(name), var fields = FieldReader(node, name, diagnosis) else { return nil }
        var view = Motion.View()
        if let focus = focus(&fields) { view.focus = focus }
        if let zoom = fields.value(
            "zoom", "a number from 1 to 4",
            { text -> Double? in
                Double(text).flatMap { (1...4).contains($0) ? $0 : nil }
            })
        {
            view.zoom = zoom
        }
        fields.finish()
        return view
    }

    // MARK: Transitions

    /// - Returns: the transition, and whether its length was given, here or further out.
    private func transition(
        _ node: YAMLNode, _ outer: PlaylistDefaults
    ) -> (transition: Transition, isTimed: Bool)? {
        guard case .mapping = node.kind else {
            let text = FieldReader.value(node, "transition", transitionTeaching(.transition), diagnosis) { $0 }
            guard let text else { return nil }
            if let duration = Duration(text: text), duration <= Self.longestTransition {
                return (duration == .zero ? .cut : Transition(.crossFade, duration: duration), duration > .zero)
            }
            let inherited = outer.style.transition.duration
            return kind(text, .transition, node).map { kind in
                guard kind != .cut else { return (.cut, false) }
                let duration = inherited > .zero ? inherited : .seconds(1)
                return (Transition(kind, duration: duration, easing: Self.easing(of: kind)), outer.isTransitionTimed)
            }
        }
        guard var fields = FieldReader(node, "transition", diagnosis) else { return nil }
        let type = fields.node("type")
        let name = type.flatMap { FieldReader.value($0, "type", transitionTeaching(.type), diagnosis) { $0 } }
        let kind = name.flatMap { self.kind($0, .type, type ?? node) }
        if type == nil { diagnosis.error(node.position, "a transition has a 'type': \(transitionTeaching(.type))") }
        let duration = fields.duration("duration", in: .zero...Self.longestTransition)
        let easing = fields.choice("easing", Easing.self)
        for name in ["duration", "easing"] where kind == .cut {
            guard let node = fields.node(name) else { continue }
            diagnosis.error(node.position, "a cut takes no time, so it has no '\(name)'")
        }
        fields.finish()
        guard let kind else { return nil }
        guard kind != .cut, duration != .zero else { return (.cut, false) }
        return (
            Transition(kind, duration: duration ?? .seconds(1), easing: easing ?? Self.easing(of: kind)),
            duration != nil
        )
    }

    private static let longestTransition = Duration.seconds(3600)

    /// Mixing goes evenly; what moves starts and ends softly.
    private static func easing(of kind: Transition.Kind) -> Easing {
        if case .builtIn = kind { .easeInOut } else { .linear }
    }

    private var transitionWords: [(word: String, kind: Transition.Kind)] {
        [("cut", .cut), ("cross-fade", .crossFade)]
            + reading.reader.transitions.flatMap { name, isDirected -> [(word: String, kind: Transition.Kind)] in
                isDirected
                    ? Transition.Direction.allCases.filter { $0 != .none }.map { ("\(name)-\($0)", .builtIn(name, $0)) }
                    : [(name, .builtIn(name, .none))]
            }
    }

    /// Where a transition's name may stand.
    private enum TransitionKey: String { case transition, type }

    /// Only `transition` may be a length of time as well.
    private func transitionTeaching(_ key: TransitionKey) -> String {
        let length = key == .transition ? "the length of a cross-fade such as 500ms, " : ""
        return "one of \(transitionWords.map(\.word).joined(separator: ", ")), \(length)or the path of a shader "
            + "(.frag, .glsl)"
    }

    /// - Parameter node: where the name stands.
    private func kind(_ name: String, _ key: TransitionKey, _ node: YAMLNode) -> Transition.Kind? {
        if name.hasSuffix(".frag") || name.hasSuffix(".glsl") {
            let path = resolved(name)
            if let fault = reading.addShader(path) {
                diagnosis.error(node.position, fault)
                return nil
            }
            return .custom(path: path)
        }
        let words = transitionWords
        return FieldReader.value(
            node, key.rawValue, transitionTeaching(key), diagnosis,
            hint: { text in
                switch key {
                case .transition: Spelling.duration(text) ?? Spelling.suggestion(for: text, in: words.map(\.word))
                case .type where Duration(text: text) != nil:
                    "a length of time is written beside it: 'duration: \(text)'"
                case .type: Spelling.suggestion(for: text, in: words.map(\.word))
                }
            }
        ) { text in words.first { $0.word == text }?.kind }
    }
}
