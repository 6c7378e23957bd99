public import StreamingJSON

/// The body of `POST /admin/tools/{server}/accept`.
public struct ToolAcceptanceRequest: WireValue {
    /// The tool to accept; `nil` for all tools of the server.
    public var tool: String?
    /// The digest that the operator has read; `nil` to accept the last definition, whatever it is.
    public var digest: String?

    /// Makes a request.
    public init(tool: String? = nil, digest: String? = nil) { (self.tool, self.digest) = (tool, digest) }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every field that is unknown or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["tool", "digest"])
        tool = fields.string("tool")
        digest = fields.string("digest")
        try fields.check()
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        ["tool": tool.map { .string($0) } ?? .null, "digest": digest.map { .string($0) } ?? .null]
    }
}
