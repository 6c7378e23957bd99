public import StreamingJSON

/// An authorization at an MCP server that the operator has started.
public struct WireToolAuthorization: WireValue {
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

    /// Reads an authorization.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        server = fields.requiredString("server")
        url = fields.requiredString("url")
        state = fields.requiredString("state")
        try fields.check()
    }

    /// The authorization as JSON.
    public var jsonValue: JSONValue {
        ["server": .string(server), "url": .string(url), "state": .string(state)]
    }
}
