public import Foundation

/// As much of JSON Schema 2020-12 as `docs/list-connectors.schema.json` uses. A keyword that it does not know is a
/// fault, so that nothing in the schema goes unchecked.
public struct SchemaValidator {
    private let root: [String: Any]
    private let definitions: [String: Any]

    public init(contentsOf url: URL) throws {
        let parsed = try JSONSerialization.jsonObject(with: Data(contentsOf: url))
        root = parsed as? [String: Any] ?? [:]
        definitions = root["$defs"] as? [String: Any] ?? [:]
    }

    /// What is wrong with a document, each with its place. Empty where it is valid.
    public func faults(in text: String) throws -> [String] {
        check(try JSONSerialization.jsonObject(with: Data(text.utf8)), root, at: "$")
    }

    private func check(_ value: Any, _ schema: [String: Any], at place: String) -> [String] {
        schema.flatMap { keyword, demand -> [String] in
            switch (keyword, demand) {
            case ("$schema", _), ("$defs", _), ("title", _), ("description", _): return []
            case ("$ref", let name as String):
                let target = definitions[String(name.dropFirst("#/$defs/".count))] as? [String: Any]
                return target.map { check(value, $0, at: place) } ?? ["\(place): no definition \(name)"]
            case ("anyOf", let choices as [[String: Any]]):
                let outcomes = choices.map { check(value, $0, at: place) }
                return outcomes.contains([]) ? [] : outcomes.flatMap(\.self)
            case ("type", _):
                let names = demand as? [String] ?? [demand as? String ?? ""]
                return names.contains { isOf(value, type: $0) } ? [] : ["\(place): \(value) is not of type \(names)"]
            case ("const", let wanted as NSObject):
                return wanted.isEqual(value) ? [] : ["\(place): \(value) is not \(wanted)"]
            case ("enum", let wanted as [NSObject]):
                return wanted.contains { $0.isEqual(value) } ? [] : ["\(place): \(value) is none of \(wanted)"]
            case ("minimum", let limit as NSNumber):
                guard let number = value as? NSNumber else { return [] }
                return number.doubleValue >= limit.doubleValue ? [] : ["\(place): \(number) is below \(limit)"]
            case ("maximum", let limit as NSNumber):
                guard let number = value as? NSNumber else { return [] }
                return number.doubleValue <= limit.doubleValue ? [] : ["\(place): \(number) is above \(limit)"]
            case ("pattern", let pattern as String):
                guard let text = value as? String else { return [] }
                let fits = text.range(of: pattern, options: .regularExpression) != nil
                return fits ? [] : ["\(place): \(text) does not match \(pattern)"]
            case ("items", let item as [String: Any]):
                return (value as? [Any] ?? []).enumerated().flatMap { check($1, item, at: "\(place)[\($0)]") }
            case ("required", let names as [String]):
                guard let members = value as? [String: Any] else { return [] }
                return names.filter { members[$0] == nil }.map { "\(place): there is no \($0)" }
            case ("properties", let properties as [String: [String: Any]]):
                return (value as? [String: Any] ?? [:]).flatMap { name, member in
                    properties[name].map { check(member, $0, at: "\(place).\(name)") } ?? []
                }
            case ("additionalProperties", let isAllowed as Bool):
                let known = schema["properties"] as? [String: Any] ?? [:]
                let unknown = (value as? [String: Any] ?? [:]).keys.filter { known[$0] == nil }
                return isAllowed ? [] : unknown.map { "\(place): \($0) is not in the schema" }
            default: return ["\(place): the schema's keyword \(keyword) is not known"]
            }
        }
    }

    private func isOf(_ value: Any, type: String) -> Bool {
        switch type {
        case "null": value is NSNull
        case "string": value is String
        case "array": value is [Any]
        case "object": value is [String: Any]
        case "boolean": isBoolean(value)
        case "number": value is NSNumber && !isBoolean(value)
        case "integer":
            (value as? NSNumber).map { !isBoolean(value) && $0.doubleValue.rounded() == $0.doubleValue } ?? false
        default: false
        }
    }

    private func isBoolean(_ value: Any) -> Bool {
        // JSONSerialization makes numbers of truth values, which are told apart by the type that they were made of.
        (value as? NSNumber).map { unsafe String(cString: $0.objCType) == "c" } ?? false
    }
}
