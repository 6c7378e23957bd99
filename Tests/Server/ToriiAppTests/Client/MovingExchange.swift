import Synchronization
import ToriiClient

/// An exchange with a server that stops and starts again on other ports, because another program may bind a port that is free.
final class MovingExchange: HTTPExchange {
    /// The address of the server for the client.
    static let url = "http://torii.test"

    private let exchange = TransportExchange()
    private let server = Mutex<String?>(nil)

    /// Sets the address at which the server listens; `nil` while it does not.
    func move(to server: String?) { self.server.withLock { $0 = server } }

    func send(_ request: ExchangeRequest) async throws(ExchangeError) -> ExchangeResponse {
        guard let server = server.withLock({ $0 }) else { throw ExchangeError(.unreachable, "The server has stopped.") }
        var request = request
        request.url = server + request.url.dropFirst(Self.url.count)
        return try await exchange.send(request)
    }
}
