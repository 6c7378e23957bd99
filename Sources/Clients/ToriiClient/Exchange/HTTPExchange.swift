public import Secrets

/// A client of HTTP/1.1 or later: all that ToriiClient needs of a platform.
///
/// ``ToriiService`` uses `URLSessionExchange` on Apple's systems and `TransportExchange` on Linux. Another one may add a proxy, a pinned
/// certificate, or answers for previews and tests.
public protocol HTTPExchange: Sendable {
    /// Sends a request and returns when the response header has arrived.
    ///
    /// Every status is a response. A redirect is one too and must not be followed, because its target would receive the token. A canceled
    /// task closes the connection.
    func send(_ request: ExchangeRequest) async throws(ExchangeError) -> ExchangeResponse
}

/// A field of a header.
public struct ExchangeField: Sendable, Equatable {
    /// The name.
    public var name: String
    /// The value.
    public var value: String

    /// Makes a field.
    public init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}

/// A request, which may be sent several times.
public struct ExchangeRequest: Sendable {
    /// The method, such as `GET`.
    public var method: String
    /// The complete URL, percent-encoded.
    public var url: String
    /// The header fields without `Authorization`.
    public var headers: [ExchangeField]
    /// The token to send as `Authorization: Bearer`; `nil` for none.
    public var token: SecretString?
    /// The body; `nil` for none.
    public var body: [UInt8]?
    /// The time without a byte after which the exchange ends with an error.
    ///
    /// An open stream of a server has a byte every 15 seconds.
    public var silenceLimit: Duration

    /// Makes a request.
    public init(
        method: String,
        url: String,
        headers: [ExchangeField] = [],
        token: SecretString? = nil,
        body: [UInt8]? = nil,
        silenceLimit: Duration = .seconds(60)
    ) {
        self.method = method
        self.url = url
        self.headers = headers
        self.token = token
        self.body = body
        self.silenceLimit = silenceLimit
    }
}

/// The header of a response, and its body as it arrives.
public struct ExchangeResponse: Sendable {
    /// The status code.
    public var status: Int
    /// The header fields.
    public var headers: [ExchangeField]
    /// The body.
    public var body: ExchangeBody

    /// Makes a response.
    public init(status: Int, headers: [ExchangeField], body: ExchangeBody) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// Returns the first value of a field; `nil` if there is none.
    ///
    /// - Parameter name: The name in lowercase.
    public func header(_ name: String) -> String? { headers.first { $0.name.lowercased() == name }?.value }
}
