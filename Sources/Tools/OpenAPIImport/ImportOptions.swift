/// The decisions of the person who imports a document.
public struct ImportOptions: Sendable, Hashable {
    /// The name of the upstream, `[a-z][a-z0-9-]{0,31}`; it is the prefix of each tool's name.
    public var upstream: String
    /// The URL that replaces the servers of the document's root.
    public var base: String?
    /// The URL of the document itself, against which relative servers are resolved.
    public var documentURL: String?
    /// The origin, such as `https://api.example.com`, of which references may name URLs; `nil` permits none.
    public var remoteOrigin: String?
    /// The values of server variables.
    public var serverVariables: [String: String]
    /// The operations to import.
    public var selection: OperationSelection
    /// The limits.
    public var limits: ImportLimits

    /// Makes options with these decisions.
    public init(
        upstream: String,
        base: String? = nil,
        documentURL: String? = nil,
        remoteOrigin: String? = nil,
        serverVariables: [String: String] = [:],
        selection: OperationSelection = OperationSelection(),
        limits: ImportLimits = ImportLimits()
    ) {
        self.upstream = upstream
        self.base = base
        self.documentURL = documentURL
        self.remoteOrigin = remoteOrigin
        self.serverVariables = serverVariables
        self.selection = selection
        self.limits = limits
    }
}
