import DisplayModel
import DisplayPlanning
import EDID
import KioskEngine
import Paths
import Playlist
import PlaylistReading
import Rendering
import StrictYAML
import TextLayout
import Timing

/// Makes a configuration of a YAML document, and notes everything that is wrong with it.
struct ConfigurationParser {
    /// Where paths in the file begin; empty for the working directory.
    private let base: FilePath
    private let readFile: (FilePath) -> Result<[UInt8], UnreadableFile>
    let diagnosis: Diagnosis
    /// Where playlists are named first.
    private var places: [PlaylistPath: TextPosition] = [:]
    private var connectors: [Configuration.Connector] = []
    private var power = PowerReader()

    init(folder: FilePath, readFile: @escaping (FilePath) -> Result<[UInt8], UnreadableFile>, diagnosis: Diagnosis) {
        base = folder
        self.readFile = readFile
        self.diagnosis = diagnosis
    }

    /// - Parameter schedules: reads the schedules that have names, and makes what reads others.
    mutating func parse(
        _ root: YAMLNode, schedules: (inout FieldReader) -> ScheduleFields
    ) -> Configuration? {
        guard var fields = FieldReader(root, "a configuration", diagnosis) else { return nil }
        var result = Configuration()
        _ = fields.integer("version", in: 1...1)
        result.playlist = playlist(&fields)
        result.fallback = fallback(&fields)
        result.labelsFallback = fields.value("fallback-label", "true or false", hint: Bool.hint) { Bool($0) }
        result.devices = (fields.list("devices", "paths") ?? []).compactMap { node in
            FieldReader.value(node, "a device", "a path", diagnosis) { $0.isEmpty ? nil : path($0).description }
        }
        result.settleTime = fields.duration("settle-time", in: .zero ... .seconds(10))
        result.renderer = fields.choice("renderer", RendererChoice.self)
        result.fit = fields.choice("fit", Fit.self)
        result.duration = fields.duration("duration", in: .milliseconds(100) ... .seconds(86400 * 7))
        result.transition = transition(&fields)
        result.sync = fields.choice("sync", Playlist.Sync.self)
        power.schedules = schedules(&fields)
        if let node = fields.node("defaults"), var output = FieldReader(node, "defaults", diagnosis) {
            result.outputs.otherwise = self.output(&output, OutputConfiguration())
            result.content.otherwise = self.assignment(&output, ContentAssignments.Assignment())
            output.finish { ForeignWords.key($0, in: .output) }
        }
        let outputs = fields.list("outputs", "outputs") ?? []
        for node in outputs {
            guard let rule = rule(node, result.outputs.otherwise, result.content.otherwise) else { continue }
            result.outputs.rules.append(OutputConfigurations.Rule(rule.match, rule.output))
            result.content.rules.append(ContentAssignments.Rule(rule.match, rule.content))
        }
        warnOfIdleRules(outputs, result.outputs.rules)
        for (index, node) in (fields.list("spans", "spans") ?? []).enumerated() {
            guard let (wall, playlist) = span(node, number: index + 1) else { continue }
            result.outputs.videoWalls.append(wall)
            if let playlist { result.content.videoWalls[wall] = playlist }
        }
        if let node = fields.node("wall"), let (wall, playlist) = wall(node, beside: result.outputs.videoWalls) {
            result.outputs.videoWalls.append(wall)
            if let playlist { result.content.videoWalls[wall] = playlist }
        }
        warnOfIdlePlaylists(outputs, result.outputs.rules, in: result.outputs.videoWalls)
        fields.finish { ForeignWords.key($0, in: .file) }
        (result.places, result.connectors) = (places, connectors)
        (result.power, result.scheduleFiles) = (power.rules, power.schedules?.files ?? [])
        return result
    }

    private func path(_ text: String) -> FilePath { base.appending(FilePath(text)) }

    private mutating func fallback(_ fields: inout FieldReader) -> FilePath? {
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
    mutating func playlist(_ fields: inout FieldReader) -> PlaylistPath? {
        guard let node = fields.node("playlist") else { return nil }
        let expected = "a path, or a list of paths, of which the first plays that is there"
        let nodes = if case .sequence(let nodes) = node.kind { nodes } else { [node] }
        if nodes.isEmpty { diagnosis.error(node.position, "playlist is an empty list; write \(expected)") }
        let paths = nodes.compactMap {
            FieldReader.value($0, "playlist", expected, diagnosis) { $0.isEmpty ? nil : path($0) }
        }
        guard !paths.isEmpty else { return nil }
        let playlist = PlaylistPath(firstExisting: paths)
        note(playlist, node)
        return playlist
    }

    private mutating func transition(_ fields: inout FieldReader) -> StandardTransition? {
        guard let node = fields.node("transition") else { return nil }
        let names = TransitionNames(shaders: TransitionShader.builtIns)
        return FieldReader.value(
            node, "transition", StandardTransition.expected(names), diagnosis, hint: { names.hint($0) }
        ) { text in
            if let length = node.duration { return length <= StandardTransition.longest ? .length(length) : nil }
            return StandardTransition(text, names)
        }
    }

    // MARK: Outputs

    /// What stands under one element of `outputs`.
    private typealias Rule = (
        match: OutputMatch, output: OutputConfiguration, content: ContentAssignments.Assignment
    )

    private mutating func rule(
        _ node: YAMLNode, _ defaults: OutputConfiguration, _ content: ContentAssignments.Assignment
    ) -> Rule? {
        guard var fields = FieldReader(node, "an output", diagnosis) else { return nil }
        let match = fields.node("match").flatMap { self.match($0) }
        if match == nil, fields.node("match") == nil {
            diagnosis.error(
                node.position, "an output says by 'match' which screens it is for: a connector such as HDMI-A-1, or '*'"
            )
        }
        let output = output(&fields, defaults)
        let assignment = assignment(&fields, content)
        fields.finish { ForeignWords.key($0, in: .output) }
        return match.map { ($0, output, assignment) }
    }

    /// The first rule that fits a screen decides, so one decides nothing whose screens are all fitted by one before it.
    private func warnOfIdleRules(_ nodes: [YAMLNode], _ rules: [OutputConfigurations.Rule]) {
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

    mutating func match(_ node: YAMLNode) -> OutputMatch? {
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
        func pattern(_ name: String, _ expected: String) -> TextPattern? {
            fields.value(name, expected) { $0.isEmpty ? nil : TextPattern($0) }
        }
        var match = OutputMatch()
        let expected = "a connector's name such as HDMI-A-1; * and ? stand for any letters"
        if let node = fields.node("connector"),
            let text = FieldReader.value(node, "connector", expected, diagnosis, { $0.isEmpty ? nil : $0 })
        {
            match.connector = connector(text, node)
        }
        match.manufacturer = fields.value("maker", MakerPattern.expected) { text in
            text.isEmpty ? nil : MakerPattern(text) { power.schedules?.makerNames ?? MakerNames() }
        }
        if let mistake = match.manufacturer?.likelyMistake, let place = fields.node("maker")?.position {
            diagnosis.warning(place, mistake)
        }
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
        if let mistake = ConnectorName(pattern).likelyMistake() { diagnosis.warning(node.position, mistake) }
        return pattern
    }

    private mutating func output(_ fields: inout FieldReader, _ defaults: OutputConfiguration) -> OutputConfiguration {
        var output = defaults
        if let off = fields.value("off", "true or false", hint: Bool.hint, { Bool($0) }) { output.isOff = off }
        output.power = power.rule(&fields, diagnosis, otherwise: defaults.power)
        let mode = fields.value(
            "mode", "preferred, highest, lowest, current, or a mode such as 1920x1080 or 1920x1080@59.94",
            hint: ModePolicy.hint
        ) { ModePolicy($0) }
        if let custom = customModes(&fields) {
            output.customModes = custom
            // Who writes a mode down wants it, unless they say otherwise.
            if let first = custom.first { output.mode = .exact(first.size, hertz: first.refresh.hertz, nil) }
        }
        if let mode { output.mode = mode }
        let orientations = Orientation.allCases.map(\.description)
        let turn = fields.value(
            "rotate", "one of \(orientations.joined(separator: ", "))",
            hint: { Spelling.suggestion(for: $0, in: orientations) }
        ) { Orientation($0) }
        if let turn { output.orientation = turn }
        if let overscan = overscan(&fields) { output.overscan = overscan }
        if let margins = fields.choice("margins", ["shader": OutputConfiguration.Margins.shader, "kms": .kms]) {
            output.margins = margins
        }
        if let interval = fields.integer("frame-interval", in: 1...60) { output.frameInterval = interval }
        if let depth = fields.integer("max-bpc", in: 6...16) { output.maxBPC = depth }
        if let range = fields.choice(
            "rgb-range", ["auto": OutputConfiguration.RGBRange.automatic, "full": .full, "limited": .limited])
        {
            output.rgbRange = range
        }
        if let use = fields.choice("modifiers", ["auto": true, "off": false]) { output.usesModifiers = use }
        if let node = fields.node("mirror"), let source = match(node) { output.mirror = source }
        if let edid = edid(&fields) { output.edid = edid }
        return output
    }

    private mutating func assignment(
        _ fields: inout FieldReader, _ defaults: ContentAssignments.Assignment
    ) -> ContentAssignments.Assignment {
        ContentAssignments.Assignment(
            playlist: playlist(&fields) ?? defaults.playlist,
            group: fields.value("group", "a name", { $0.isEmpty ? nil : $0 }) ?? defaults.group)
    }

    private func overscan(_ fields: inout FieldReader) -> Overscan? {
        guard let node = fields.node("overscan") else { return nil }
        let expected = "none, tv-safe, or lengths such as 5%, scale:20px,10px or inset:5%"
        guard let text = FieldReader.value(node, "overscan", expected, diagnosis, { $0 }) else { return nil }
        do throws(Overscan.SyntaxError) { return try Overscan(text) } catch {
            let tidy = text.replacing(" ", with: "").lowercased()
            let isNear = tidy != text && (try? Overscan(tidy)) != nil
            diagnosis.error(
                node.position,
                isNear ? "overscan is \(expected), not '\(text)'; \(Spelling.suggestion(tidy))" : "\(error)"
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
