public import ToolRecords

/// Owners as literals, for tests only: the program must choose between an owner and its client.
extension Owner: ExpressibleByStringLiteral {
    /// Makes an owner of its text, such as `alice` or `app/anna`; a text of another form is a client.
    public init(stringLiteral text: String) { self = Owner(text: text) ?? Owner(client: text) }
}
