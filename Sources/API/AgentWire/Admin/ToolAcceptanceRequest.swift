/// The body of `POST /admin/tools/{server}/accept`.
public struct ToolAcceptanceRequest: WireRecord {
    /// The tool to accept; `nil` for all tools of the server.
    public var tool: String?
    /// The digest that the operator has read; `nil` to accept the last definition, whatever it is.
    public var digest: String?

    /// Makes a request.
    public init(tool: String? = nil, digest: String? = nil) { (self.tool, self.digest) = (tool, digest) }

    package static let fields: Fields<Self> = Fields(
        of: .request,
        Self.init,
        .always("tool", \.tool),
        .always("digest", \.digest)
    )
}
