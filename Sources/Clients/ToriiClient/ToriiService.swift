public import AgentWire
public import Secrets
import StreamingJSON

/// A Torii server as an app sees it: runs and their events, conversations, models and tools.
///
/// ```swift
/// let torii = ToriiService(url: "https://torii.example", token: "…")
/// for try await event in torii.chat("Is it hotter in Tokyo or in Oslo?") {
///     if case .messageDelta(let text) = event { print(text, terminator: "") }
/// }
/// ```
///
/// Make one for each server and share it: its copies share the connections and the token.
public struct ToriiService: Sendable {
    /// Returns the token of this client.
    ///
    /// It is called before the first request, and again when the server refuses the token, so that it may read the keychain or request a
    /// new token.
    public typealias TokenProvider = @Sendable () async throws -> SecretString

    /// The settings of a service.
    public struct Configuration: Sendable {
        /// The waits between the attempts to reach the server.
        public var reconnect: ReconnectPolicy
        /// The name of the app in the server's log.
        public var userAgent: String

        /// Makes settings.
        public init(reconnect: ReconnectPolicy = ReconnectPolicy(), userAgent: String = "ToriiClient") {
            self.reconnect = reconnect
            self.userAgent = userAgent
        }
    }

    /// The sender of the requests.
    package let requester: Requester

    /// Makes a service over the platform's HTTP client.
    ///
    /// - Parameters:
    ///   - url: The address of the server, such as `https://torii.example`.
    ///   - token: Returns the token.
    public init(
        url: String,
        configuration: Configuration = Configuration(),
        token: @escaping TokenProvider
    ) {
        self.init(url: url, exchange: Self.platformExchange(), configuration: configuration, token: token)
    }

    /// Makes a service with a fixed token, for tools and tests; an app reads its token from the keychain.
    public init(url: String, token: String, configuration: Configuration = Configuration()) {
        let secret = SecretString(token)
        self.init(url: url, configuration: configuration) { secret }
    }

    /// Makes a service over another HTTP client.
    public init(
        url: String,
        exchange: any HTTPExchange,
        configuration: Configuration = Configuration(),
        token: @escaping TokenProvider
    ) {
        self.init(
            Requester(base: url, exchange: exchange, tokens: TokenCache(token), configuration: configuration)
        )
    }

    init(_ requester: Requester) { self.requester = requester }

    private static func platformExchange() -> any HTTPExchange {
        #if canImport(Darwin)
        URLSessionExchange()
        #else
        TransportExchange()
        #endif
    }
}

extension ToriiService {
    /// Returns the models that this client may use.
    public func models() async throws(ToriiError) -> [ModelList.Model] {
        let list: ModelList = try await requester.value(WireRequest("GET", ["v1", "models"]))
        return list.models
    }

    /// Returns the server's tools that are switched on, with their schemas.
    public func tools() async throws(ToriiError) -> [ToolDescription] {
        let list: WireList<ToolDescription> = try await requester.value(WireRequest("GET", ["v1", "tools"]))
        return list.elements
    }

    /// Returns the client to which the token belongs: its name, scopes, limits and models.
    public func session() async throws(ToriiError) -> WireSession {
        try await requester.value(WireRequest("GET", ["v1", "session"]))
    }
}
