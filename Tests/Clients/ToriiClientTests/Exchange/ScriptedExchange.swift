import Synchronization
import Secrets

@testable import ToriiClient

/// An exchange whose responses are a list, with bodies that are delivered in pieces and may end with an error.
final class ScriptedExchange: HTTPExchange {
    struct Response {
        var status = 200
        var headers = [ExchangeField("Content-Type", "text/event-stream")]
        /// The pieces of the body.
        var pieces: [[UInt8]] = []
        /// The error after the pieces; `nil` for a complete body.
        var error: ExchangeError?
    }

    private let script: @Sendable (ExchangeRequest, Int) throws(ExchangeError) -> Response
    private let sent = Mutex<[ExchangeRequest]>([])

    /// Makes an exchange that answers with a closure, from the request and its number.
    init(_ script: @escaping @Sendable (ExchangeRequest, Int) throws(ExchangeError) -> Response) {
        self.script = script
    }

    /// The requests so far.
    var requests: [ExchangeRequest] { sent.withLock { $0 } }

    func send(_ request: ExchangeRequest) async throws(ExchangeError) -> ExchangeResponse {
        let number = sent.withLock { sent in
            sent.append(request)
            return sent.count - 1
        }
        let response = try script(request, number)
        let rest = Pieces(response)
        return ExchangeResponse(
            status: response.status,
            headers: response.headers,
            body: ExchangeBody { () throws(ExchangeError) in try rest.next() }
        )
    }

    private final class Pieces: Sendable {
        private let pieces: Mutex<ArraySlice<[UInt8]>>
        private let error: ExchangeError?

        init(_ response: Response) {
            pieces = Mutex(response.pieces.filter { !$0.isEmpty }[...])
            error = response.error
        }

        func next() throws(ExchangeError) -> [UInt8]? {
            if let piece = pieces.withLock({ $0.popFirst() }) { return piece }
            if let error { throw error }
            return nil
        }
    }
}

extension ExchangeRequest {
    /// Returns the value of a header field.
    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
}

extension ToriiService {
    /// A service over a scripted exchange, which does not wait between attempts.
    init(_ exchange: any HTTPExchange, token: String = "token", reconnect: ReconnectPolicy = ReconnectPolicy()) {
        let secret = SecretString(token)
        var requester = Requester(
            base: "http://torii.test",
            exchange: exchange,
            tokens: TokenCache { secret },
            configuration: Configuration(reconnect: reconnect)
        )
        requester.pause = { _ in try Task.checkCancellation() }
        requester.jitter = { 0 }
        self.init(requester)
    }
}
