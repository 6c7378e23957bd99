import StreamingJSON

/// An expansion of references in place, which makes a part of a schema independent of its document.
struct JSONSchemaExpansion {
    /// The document that the references refer to.
    let document: JSONValue

    /// The maximum number of values and of nesting levels in an expanded schema.
    private static let maximumSize = 10_000
    private static let maximumDepth = 256

    init(document: JSONValue) { self.document = document }

    /// Returns the schema without references; `nil` if it contains itself, has a broken reference, or would become too
    /// large.
    func expanded(_ schema: JSONValue) -> JSONValue? {
        var size = 0
        return expanded(schema, within: [], depth: 0, size: &size)
    }

    private func expanded(_ schema: JSONValue, within open: [String], depth: Int, size: inout Int) -> JSONValue? {
        size += 1
        guard size <= Self.maximumSize, depth <= Self.maximumDepth else { return nil }
        switch schema {
        case .array(let elements):
            var result: [JSONValue] = []
            for element in elements {
                guard let element = expanded(element, within: open, depth: depth + 1, size: &size) else { return nil }
                result.append(element)
            }
            return .array(result)
        case .object(let members):
            if members["$dynamicRef"]?.stringValue != nil { return nil }
            var result = JSONObject()
            for (keyword, value) in members where keyword != "$ref" || value.stringValue == nil {
                guard let value = expanded(value, within: open, depth: depth + 1, size: &size) else { return nil }
                result[keyword] = value
            }
            guard let reference = members["$ref"]?.stringValue else { return .object(result) }
            guard let target = target(of: reference, within: open, depth: depth + 1, size: &size) else { return nil }
            if result.isEmpty { return target }
            result["allOf"] = .array((result["allOf"]?.arrayValue ?? []) + [target])
            return .object(result)
        default:
            return schema
        }
    }

    private func target(of reference: String, within open: [String], depth: Int, size: inout Int) -> JSONValue? {
        guard reference.hasPrefix("#"), let pointer = reference.dropFirst().removingPercentEscapes,
            !open.contains(pointer), let value = document.descendant(at: pointer)
        else { return nil }
        guard case .object(let members) = value else { return value }
        return expanded(.object(members.withoutIdentity), within: open + [pointer], depth: depth, size: &size)
    }
}
