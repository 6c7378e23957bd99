import StreamingJSON

extension JSONValue {
    /// A member as it stands in a table's cell; empty for none.
    func cell(_ name: String) -> String {
        switch self[name] {
        case .string(let text)?: text
        case .integer(let number)?: String(number)
        case .bool(let value)?: value ? "yes" : "no"
        case .array(let elements)?: elements.compactMap(\.stringValue).joined(separator: " ")
        default: ""
        }
    }

    /// The beginning of a member that is an id.
    func shortID(_ name: String = "id") -> String { String(cell(name).prefix(8)) }

    /// The elements of a member that is a list.
    func list(_ name: String) -> [JSONValue] { self[name]?.arrayValue ?? [] }
}
