/// An authorization at an MCP server that the operator has started.
public struct WireToolAuthorization: WireRecord {
    /// The name of the server.
    public var server: String
    /// The page to open.
    public var url: String
    /// The text that identifies the authorization.
    public var state: String

    /// Makes a description.
    public init(server: String, url: String, state: String) {
        (self.server, self.url, self.state) = (server, url, state)
    }

    package static let fields: Fields<Self> = Fields(
        named: "ToolAuthorization",
        note: "An authorization that the operator has started.",
        Self.init,
        .always("server", \.server),
        .always("url", \.url),
        .always("state", \.state)
    )
}
