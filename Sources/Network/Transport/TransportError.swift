package import EventStreams

/// The error of a request that has no complete answer.
///
/// The message names the host. It never contains a header value, a body or the query of a URL, so it may be logged and shown.
public struct TransportError: Error, Sendable, Hashable {
    /// The kind of failure.
    public var code: Code
    /// A sentence for a person.
    public var message: String
    /// Whether the request can be sent again without repeating its effect.
    ///
    /// It is true if nothing was sent, and for idempotent methods until a response header has arrived.
    public var isRetrySafe: Bool

    /// An error.
    public init(_ code: Code, _ message: String, isRetrySafe: Bool = false) {
        self.code = code
        self.message = message
        self.isRetrySafe = isRetrySafe
    }

    /// The error of a response body whose event or line is too large.
    package init(_ error: EventTooLarge) {
        self.init(.limit, error.description)
    }

    /// The stage at which a transfer failed.
    public struct Code: Hashable, Sendable {
        private enum Base: Hashable {
            case invalidRequest, policy, resolve, connect, tls, send, firstByte, body, limit, cancelled, circuitOpen
            case timeout(HTTPTimeouts.Stage)
        }

        private let base: Base

        /// The request is not valid: a malformed URL, or a line break in a header.
        public static let invalidRequest = Code(base: .invalidRequest)
        /// The request is valid but not allowed: a scheme other than `http` and `https`, credentials in the URL, or an address or a port
        /// that is closed to requests that are not trusted.
        public static let policy = Code(base: .policy)
        /// The host name has no address.
        public static let resolve = Code(base: .resolve)
        /// No connection was made.
        public static let connect = Code(base: .connect)
        /// The TLS handshake failed, or the certificate is not trusted.
        public static let tls = Code(base: .tls)
        /// The request could not be sent completely.
        public static let send = Code(base: .send)
        /// The connection ended, or was not HTTP, before the response header arrived.
        public static let firstByte = Code(base: .firstByte)
        /// The body ended early or was reset, or its chunks were not valid.
        public static let body = Code(base: .body)
        /// A limit was exceeded: the upstream sent too much, its answer was read too slowly while others on the same connection waited, or
        /// this client has no capacity for the request.
        public static let limit = Code(base: .limit)
        /// The task was cancelled, the body released, or the client shut down.
        public static let cancelled = Code(base: .cancelled)
        /// The request was not sent, because the upstream has failed too often recently.
        public static let circuitOpen = Code(base: .circuitOpen)
        /// A stage took longer than its limit.
        public static func timeout(_ stage: HTTPTimeouts.Stage) -> Code { Code(base: .timeout(stage)) }

        /// The stage that reached its limit; `nil` for other failures.
        public var timeoutStage: HTTPTimeouts.Stage? {
            if case .timeout(let stage) = base { stage } else { nil }
        }
    }
}

extension TransportError {
    /// The message as a part of a longer sentence, without its full stop.
    public var clause: String { message.hasSuffix(".") ? String(message.dropLast()) : message }
}

extension TransportError: CustomStringConvertible {
    /// The message.
    public var description: String { message }
}

extension TransportError.Code: CustomStringConvertible {
    /// The code's name, such as `connect` or `timeout(idle)`.
    public var description: String {
        if case .timeout(let stage) = base { "timeout(\(stage.rawValue))" } else { "\(base)" }
    }
}
