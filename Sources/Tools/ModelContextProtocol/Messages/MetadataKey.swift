/// The names in `_meta` that the protocol reserves.
public enum MetadataKey {
    /// The revision of a request without a session.
    public static let protocolVersion = "io.modelcontextprotocol/protocolVersion"
    /// The capabilities of the client of such a request.
    public static let clientCapabilities = "io.modelcontextprotocol/clientCapabilities"
    /// The client's name and version.
    public static let clientInfo = "io.modelcontextprotocol/clientInfo"
    /// The least severity of the log messages that the client wants with a request.
    public static let logLevel = "io.modelcontextprotocol/logLevel"
    /// The server's name and version.
    public static let serverInfo = "io.modelcontextprotocol/serverInfo"
    /// The request that a message of a subscription belongs to.
    public static let subscriptionID = "io.modelcontextprotocol/subscriptionId"
    /// The token by which progress is reported.
    public static let progressToken = "progressToken"
}
