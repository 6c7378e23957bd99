import StreamingJSON

extension JSONValue {
    /// Returns the text of a member for a table's cell; empty if there is none.
    func cell(_ name: String) -> String {
        switch self[name] {
        case .string(let text)?: text
        case .integer(let number)?: String(number)
        case .bool(let value)?: value ? "yes" : "no"
        case .array(let elements)?: elements.compactMap(\.stringValue).joined(separator: " ")
        default: ""
        }
    }

    /// Returns the first characters of a member that is an id.
    func shortID(_ name: String = "id") -> String { String(cell(name).prefix(8)) }

    /// Returns the elements of a member that is a list.
    func list(_ name: String) -> [JSONValue] { self[name]?.arrayValue ?? [] }
}
