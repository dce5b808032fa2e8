import DisplayModel
import Playlist
import StrictYAML

/// For which screens items and zones are.
extension PlaylistParser {
    /// For which outputs something is: nil for all.
    func conditions(_ fields: inout FieldReader) -> [OutputCondition]? {
        guard fields.node("when") != nil else { return nil }
        return alternatives(&fields, "when").compactMap { condition($0) }
    }

    private func condition(_ node: YAMLNode) -> OutputCondition? {
        guard case .mapping = node.kind, var fields = FieldReader(node, "when", diagnosis) else {
            diagnosis.error(
                node.position,
                "when is a mapping such as {orientation: portrait} or {width: '<= 1024'}, not \(node.typeName)")
            return nil
        }
        var condition = OutputCondition()
        let expected = "a comparison in pixels such as '<= 1024'"
        func hint(_ text: String) -> String? { text.hasSuffix("px") ? "it is in pixels anyway; leave 'px' out" : nil }
        condition.width = values(&fields, "width", expected, hint: hint, Self.comparison)
        condition.height = values(&fields, "height", expected, hint: hint, Self.comparison)
        condition.orientation = fields.choice(
            "orientation", OutputCondition.Orientation.self, hint: ForeignWords.orientation)
        func pattern(_ name: String, _ expected: String) -> TextPattern? {
            fields.value(name, expected) { $0.isEmpty ? nil : TextPattern($0) }
        }
        condition.connector = pattern("connector", "a connector's name such as HDMI-A-1; * and ? stand for any letters")
        if let connector = condition.connector, let place = fields.node("connector")?.position,
            let mistake = ConnectorName(connector).likelyMistake(spansHaveNames: true)
        {
            diagnosis.warning(place, mistake)
        }
        condition.monitor = pattern("monitor", "a monitor's name; * and ? stand for any letters")
        condition.maker = fields.value("maker", MakerPattern.expected) { text in
            text.isEmpty ? nil : MakerPattern(text) { reading.makers }
        }
        if let mistake = condition.maker?.likelyMistake, let place = fields.node("maker")?.position {
            diagnosis.warning(place, mistake)
        }
        condition.serial = pattern("serial", "a serial number")
        if fields.names.isEmpty {
            diagnosis.error(
                node.position,
                "'when' says 'width', 'height', 'orientation', 'connector', 'monitor', 'maker' or 'serial'")
        }
        fields.finish { ForeignWords.key($0, in: .condition) }
        return condition
    }

    /// A number alone may be written as YAML has it.
    private static func comparison(_ node: YAMLNode, _ text: String) -> OutputCondition.Comparison? {
        OutputCondition.Comparison(text: node.number.flatMap { Int(exactly: $0) }.map { "\($0)" } ?? text)
    }
}
