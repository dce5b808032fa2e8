import DisplayModel
import DisplayPlanning
import EDID
import Playlist
import SlideComposition
import StrictYAML
import Timing

/// Makes a configuration of a YAML document, and notes everything that is wrong with it.
struct ConfigurationParser {
    /// Where paths in the file begin, with a slash at the end; empty for the working directory.
    private let base: String
    private let readFile: (String) -> Result<[UInt8], UnreadableFile>
    private let diagnosis: Diagnosis
    /// Where playlists are named first.
    private var places: [PlaylistPath: TextPosition] = [:]
    private var connectors: [Configuration.Connector] = []

    init(folder: String, readFile: @escaping (String) -> Result<[UInt8], UnreadableFile>, diagnosis: Diagnosis) {
        base = folder.isEmpty || folder.hasSuffix("/") ? folder : folder + "/"
        self.readFile = readFile
        self.diagnosis = diagnosis
    }

    mutating func parse(_ root: YAMLNode) -> Configuration? {
        guard var fields = FieldReader(root, "a configuration", diagnosis) else { return nil }
        var result = Configuration()
        _ = fields.integer("version", in: 1...1)
        result.playlist = playlist(&fields)
        result.fallback = fallback(&fields)
        result.devices = (fields.list("devices", "paths") ?? []).compactMap { node in
            FieldReader.value(node, "a device", "a path", diagnosis) { $0.isEmpty ? nil : path($0) }
        }
        result.settleTime = fields.duration("settle-time", in: .zero ... .seconds(10))
        result.fit = fields.choice("fit", Fit.self)
        result.duration = fields.duration("duration", in: .milliseconds(100) ... .seconds(86400 * 7))
        result.transition = fields.duration("transition", in: .zero ... .seconds(3600))
        if let node = fields.node("defaults"), var wish = FieldReader(node, "defaults", diagnosis) {
            result.wishes.otherwise = self.wish(&wish, OutputWish())
            wish.finish()
        }
        let outputs = fields.list("outputs", "outputs") ?? []
        result.wishes.rules = outputs.compactMap { rule($0, result.wishes.otherwise) }
        warnOfIdleRules(outputs, result.wishes.rules)
        result.wishes.spans = (fields.list("spans", "spans") ?? []).enumerated().compactMap { span($1, number: $0 + 1) }
        fields.finish()
        (result.places, result.connectors) = (places, connectors)
        return result
    }

    private func path(_ text: String) -> String { text.hasPrefix("/") ? text : base + text }

    private mutating func fallback(_ fields: inout FieldReader) -> String? {
        guard let node = fields.node("fallback"),
            let path = FieldReader.value(node, "fallback", "a path", diagnosis, { $0.isEmpty ? nil : path($0) })
        else { return nil }
        note(PlaylistPath(path), node)
        return path
    }

    private mutating func note(_ playlist: PlaylistPath, _ node: YAMLNode) {
        if places[playlist] == nil { places[playlist] = node.position }
    }

    /// One path, or a list of them.
    private mutating func playlist(_ fields: inout FieldReader) -> PlaylistPath? {
        guard let node = fields.node("playlist") else { return nil }
        let teach = "a path, or a list of paths, of which the first plays that is there"
        let nodes = if case .sequence(let nodes) = node.kind { nodes } else { [node] }
        if nodes.isEmpty { diagnosis.error(node.position, "playlist is an empty list; write \(teach)") }
        let paths = nodes.compactMap {
            FieldReader.value($0, "playlist", teach, diagnosis) { $0.isEmpty ? nil : path($0) }
        }
        guard !paths.isEmpty else { return nil }
        let playlist = PlaylistPath(paths)
        note(playlist, node)
        return playlist
    }

    // MARK: Outputs

    private mutating func rule(_ node: YAMLNode, _ defaults: OutputWish) -> Wishes.Rule? {
        guard var fields = FieldReader(node, "an output", diagnosis) else { return nil }
        let match = fields.node("match").flatMap { self.match($0) }
        if match == nil, fields.node("match") == nil {
            diagnosis.error(
                node.position, "an output says by 'match' which screens it is for: a connector such as HDMI-A-1, or '*'"
            )
        }
        let wish = wish(&fields, defaults)
        fields.finish()
        return match.map { Wishes.Rule($0, wish) }
    }

    /// The first rule that fits a screen decides, so one decides nothing whose screens are all fitted by one before it.
    private func warnOfIdleRules(_ nodes: [YAMLNode], _ rules: [Wishes.Rule]) {
        // Each is compared with all before it; nobody has more screens.
        guard nodes.count == rules.count, nodes.count <= 1000 else { return }
        for (index, node) in nodes.enumerated() {
            guard let first = rules[..<index].firstIndex(where: { $0.match.covers(rules[index].match) }) else {
                continue
            }
            let screens = rules[first].match.covers(.all) ? "every screen" : "the same screens"
            diagnosis.warning(
                node.position,
                "this output is never used: the first one that fits decides, and the one in line "
                    + "\(nodes[first].position.line) fits \(screens)")
        }
    }

    // MARK: Spans

    private mutating func span(_ node: YAMLNode, number: Int) -> Span? {
        guard var fields = FieldReader(node, "a span", diagnosis) else { return nil }
        let name = fields.value("name", "a name") { $0.isEmpty ? nil : $0 } ?? "\(number)"
        let bezel = fields.value(
            "bezel", "one or two lengths, across and down, such as 12mm or '12mm 20mm'", hint: inMillimetres,
            millimetres)
        let screen = fields.value(
            "screen", "the width and height of a screen's picture such as '1210mm 680mm'", hint: inMillimetres
        ) { text in
            millimetres(text).flatMap { $0.count == 2 && $0.allSatisfy { $0 > 0 } ? $0 : nil }
        }
        let playlist = playlist(&fields)
        var rows: [[OutputMatch]] = []
        if let nodes = fields.list("outputs", "screens, or of rows of screens") {
            let isGrid = nodes.contains { if case .sequence = $0.kind { true } else { false } }
            for row in isGrid ? nodes : [YAMLNode(kind: .sequence(nodes), position: node.position, count: 1)] {
                if case .sequence(let screens) = row.kind {
                    rows.append(screens.compactMap { match($0) })
                } else {
                    diagnosis.error(row.position, "either all rows of a span are lists, or none is")
                }
            }
        }
        fields.finish()
        guard rows.joined().count >= 2 else {
            diagnosis.error(node.position, "a span has two 'outputs' at least: [HDMI-A-1, HDMI-A-2], or a list of rows")
            return nil
        }
        return Span(
            name: name, rows: rows,
            bezel: bezel.map { Span.Bezel(across: $0[0], down: $0[$0.count - 1]) } ?? Span.Bezel(),
            screen: screen.map { Span.ScreenSize(width: $0[0], height: $0[1]) }, playlist: playlist)
    }

    /// For lengths without their unit, or with a blank before it.
    private func inMillimetres(_ text: String) -> String? {
        let tidy = text.replacing("mm", with: "").split { " ,x".contains($0) }.map { "\($0)mm" }.joined(separator: " ")
        return millimetres(tidy) == nil ? nil : Spelling.suggestion(tidy)
    }

    /// One or two lengths, in millimetres.
    private func millimetres(_ text: String) -> [Double]? {
        let parts = text.split(separator: " ").map { part -> Double? in
            guard part.hasSuffix("mm"), let number = Double(part.dropLast(2)), (0...100_000).contains(number) else {
                return nil
            }
            return number
        }
        let known = parts.compactMap(\.self)
        return (1...2).contains(parts.count) && known.count == parts.count ? known : nil
    }

    private mutating func match(_ node: YAMLNode) -> OutputMatch? {
        if case .scalar(let text, _) = node.kind, !text.isEmpty, node.typeName != "nothing" {
            return OutputMatch(connector: connector(text, node))
        }
        guard case .mapping = node.kind, var fields = FieldReader(node, "match", diagnosis) else {
            diagnosis.error(
                node.position,
                "match is a connector such as HDMI-A-1, or a mapping of connector, maker, product, serial and name, not "
                    + node.typeName)
            return nil
        }
        func pattern(_ name: String, _ teach: String) -> TextPattern? {
            fields.value(name, teach) { $0.isEmpty ? nil : TextPattern($0) }
        }
        var match = OutputMatch()
        let teach = "a connector's name such as HDMI-A-1; * and ? stand for any letters"
        if let node = fields.node("connector"),
            let text = FieldReader.value(node, "connector", teach, diagnosis, { $0.isEmpty ? nil : $0 })
        {
            match.connector = connector(text, node)
        }
        match.manufacturer = pattern("maker", "the three letters that --list-connectors shows, such as DEL")
        match.product = fields.value("product", "the number that --list-connectors shows, such as 0x40F4") { text in
            text.hasPrefix("0x") ? UInt16(text.dropFirst(2), radix: 16) : UInt16(text)
        }
        match.serial = pattern("serial", "a serial number")
        match.name = pattern("name", "a monitor's name; * and ? stand for any letters")
        fields.finish()
        return match
    }

    private mutating func connector(_ text: String, _ node: YAMLNode) -> TextPattern {
        let pattern = TextPattern(text)
        connectors.append(Configuration.Connector(pattern: pattern, place: node.position))
        if let doubt = ConnectorName(pattern).doubt() { diagnosis.warning(node.position, doubt) }
        return pattern
    }

    private mutating func wish(_ fields: inout FieldReader, _ defaults: OutputWish) -> OutputWish {
        var wish = defaults
        if let off = fields.value("off", "true or false", hint: Bool.hint, { Bool($0) }) { wish.isOff = off }
        let mode = fields.value(
            "mode", "preferred, highest, lowest, current, or a mode such as 1920x1080 or 1920x1080@59.94",
            hint: ModePolicy.hint
        ) { ModePolicy($0) }
        if let custom = customModes(&fields) {
            wish.customModes = custom
            // Who writes a mode down wants it, unless they say otherwise.
            if let first = custom.first { wish.mode = .exact(first.size, hertz: first.refresh.hertz, nil) }
        }
        if let mode { wish.mode = mode }
        let orientations = Orientation.allCases.map(\.description)
        let turn = fields.value(
            "rotate", "one of \(orientations.joined(separator: ", "))",
            hint: { Spelling.suggestion(for: $0, in: orientations) }
        ) { Orientation($0) }
        if let turn { wish.orientation = turn }
        if let overscan = overscan(&fields) { wish.overscan = overscan }
        if let margins = fields.choice("margins", ["shader": OutputWish.Margins.shader, "kms": .kms]) {
            wish.margins = margins
        }
        if let interval = fields.integer("frame-interval", in: 1...60) { wish.frameInterval = interval }
        if let depth = fields.integer("max-bpc", in: 6...16) { wish.maxBPC = depth }
        if let playlist = playlist(&fields) { wish.playlist = playlist }
        if let group = fields.value("group", "a name", { $0.isEmpty ? nil : $0 }) { wish.group = group }
        if let node = fields.node("mirror"), let source = match(node) { wish.mirror = source }
        if let edid = edid(&fields) { wish.edid = edid }
        return wish
    }

    private func overscan(_ fields: inout FieldReader) -> Overscan? {
        guard let node = fields.node("overscan") else { return nil }
        let teach = "none, tv-safe, or lengths such as 5%, scale:20px,10px or inset:5%"
        guard let text = FieldReader.value(node, "overscan", teach, diagnosis, { $0 }) else { return nil }
        do throws(Overscan.SyntaxError) { return try Overscan(text) } catch {
            let tidy = text.replacing(" ", with: "").lowercased()
            let isNear = tidy != text && (try? Overscan(tidy)) != nil
            diagnosis.error(
                node.position, isNear ? "overscan is \(teach), not '\(text)'; \(Spelling.suggestion(tidy))" : "\(error)"
            )
            return nil
        }
    }

    private func customModes(_ fields: inout FieldReader) -> [Mode]? {
        guard let nodes = fields.list("modes", "modes") else { return nil }
        return nodes.compactMap { node in
            FieldReader.value(
                node, "a mode",
                "'cvt 1366x768@60', 'cvt-rb 1366x768@60', or 'modeline' with a clock in MHz, four horizontal and four "
                    + "vertical numbers and flags such as +hsync",
                diagnosis
            ) { Mode(custom: $0) }
        }
    }

    private func edid(_ fields: inout FieldReader) -> [UInt8]? {
        guard let node = fields.node("edid"),
            let file = FieldReader.value(node, "edid", "the path of a file", diagnosis, { $0.isEmpty ? nil : path($0) })
        else { return nil }
        switch readFile(file) {
        case .failure(let error):
            diagnosis.error(node.position, "\(file): \(error.reason)")
            return nil
        case .success(let bytes):
            let edid = EDID(bytes: bytes)
            guard edid.version != nil else {
                let reason = edid.issues.first?.message ?? "it has no EDID's header"
                diagnosis.error(node.position, "\(file) is no EDID: \(reason)")
                return nil
            }
            for issue in edid.issues { diagnosis.warning(node.position, "\(file): \(issue.message)") }
            return bytes
        }
    }
}
