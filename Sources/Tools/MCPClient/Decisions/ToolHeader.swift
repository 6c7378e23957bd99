import StreamingJSON

/// An argument that a tool wants as a header field too, so that proxies can route by it (`x-mcp-header`).
struct ToolHeader: Sendable, Hashable {
    /// The name after `Mcp-Param-`.
    let name: String
    /// The names of the properties that lead to the argument.
    let path: [String]

    private static let annotation = "x-mcp-header"
    private static let mostBytes = 4096
    private static let safeIntegers = -9_007_199_254_740_991...9_007_199_254_740_991

    /// The fault of an annotation, which makes its tool unusable.
    struct Fault: Error, Equatable {
        let detail: String
    }

    /// Returns the annotated arguments of a schema.
    ///
    /// - Throws: ``Fault`` for an annotation at a place, of a type or with a name that the protocol does not permit.
    static func headers(in schema: JSONValue) throws(Fault) -> [ToolHeader] {
        var headers: [ToolHeader] = []
        try collect(from: schema, at: [], isReachable: true, into: &headers)
        var names: Set<String> = []
        for header in headers where !names.insert(header.name.lowercased()).inserted {
            throw Fault(detail: "two parameters have the \(annotation) '\(header.name)'")
        }
        return headers
    }

    /// - Parameter path: The names of the properties up to this schema; meaningless where `isReachable` is false.
    private static func collect(
        from value: JSONValue,
        at path: [String],
        isReachable: Bool,
        into headers: inout [ToolHeader]
    ) throws(Fault) {
        if let elements = value.arrayValue {
            for element in elements { try collect(from: element, at: path, isReachable: false, into: &headers) }
        }
        guard let members = value.objectValue else { return }
        if let name = members[annotation] {
            headers.append(try header(named: name, in: members, at: path, isReachable: isReachable))
        }
        for (key, member) in members {
            switch key {
            case "properties":
                // The members are named by the author, so one may be called like the annotation.
                for (property, schema) in member.objectValue ?? [:] {
                    try collect(from: schema, at: path + [property], isReachable: isReachable, into: &headers)
                }
            case "patternProperties", "$defs", "definitions", "dependentSchemas":
                for (_, schema) in member.objectValue ?? [:] {
                    try collect(from: schema, at: path, isReachable: false, into: &headers)
                }
            case "const", "enum", "default", "examples", annotation: break
            default: try collect(from: member, at: path, isReachable: false, into: &headers)
            }
        }
    }

    private static func header(
        named value: JSONValue,
        in schema: JSONObject,
        at path: [String],
        isReachable: Bool
    ) throws(Fault) -> ToolHeader {
        guard let name = value.stringValue, (1...64).contains(name.utf8.count), name.utf8.allSatisfy(\.isTokenCharacter)
        else {
            throw Fault(detail: "the \(annotation) of '\(path.last ?? "the schema")' is no name of a header field")
        }
        guard isReachable, !path.isEmpty, schema["$ref"] == nil else {
            throw Fault(detail: "the \(annotation) '\(name)' is not at a property that the root leads to")
        }
        guard let type = schema["type"]?.stringValue, ["string", "integer", "boolean"].contains(type) else {
            throw Fault(detail: "the \(annotation) '\(name)' is at a property that is no string, integer or boolean")
        }
        return ToolHeader(name: name, path: path)
    }

    /// Returns the field's value for a call's arguments, not yet encoded; `nil` if the argument is missing or too long.
    func text(in arguments: JSONValue) -> String? {
        var value: JSONValue? = arguments
        for name in path { value = value?[name] }
        switch value {
        case .string(let text): return text.utf8.count <= Self.mostBytes ? text : nil
        case .bool(let bool): return bool ? "true" : "false"
        case .some(let number):
            guard let integer = number.intValue, Self.safeIntegers.contains(integer) else { return nil }
            return String(integer)
        case nil: return nil
        }
    }
}

extension UInt8 {
    /// Whether the byte may be in a token of HTTP (RFC 9110 §5.6.2).
    fileprivate var isTokenCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        default: "!#$%&'*+-.^_`|~".utf8.contains(self)
        }
    }
}
