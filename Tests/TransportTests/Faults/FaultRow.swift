import Testing
import Transport

/// A row of the fault table: something goes wrong, and this is what the client is to make of it.
struct FaultRow: Sendable, CustomTestStringConvertible {
    enum Expectation: Sendable {
        /// The client mends it by itself.
        case answer(String)
        case failure(TransportError.Code, isRetrySafe: Bool, received: String)
    }

    /// Makes the fault happen to a client.
    typealias Happening = @Sendable (HTTPClient) async throws -> FaultOutcome

    let name: String
    let expectation: Expectation
    /// The settings of the client, and what then happens to it; made anew for each run.
    let makeScene: @Sendable () -> (configuration: HTTPClient.Configuration, happen: Happening)
    /// Why the expectation is not met as yet.
    private(set) var shortcoming: Comment?

    var testDescription: String { name }

    /// A fault that ends in an error.
    init(
        _ name: String,
        _ code: TransportError.Code,
        isRetrySafe: Bool = false,
        received: String = "",
        configuration: HTTPClient.Configuration = .init(),
        happen: @escaping Happening
    ) {
        self.init(name, code, isRetrySafe: isRetrySafe, received: received) { (configuration, happen) }
    }

    /// A fault that ends in an error, and whose servers have a part in the client's settings.
    init(
        _ name: String,
        _ code: TransportError.Code,
        isRetrySafe: Bool = false,
        received: String = "",
        scene: @escaping @Sendable () -> (configuration: HTTPClient.Configuration, happen: Happening)
    ) {
        self.name = name
        expectation = .failure(code, isRetrySafe: isRetrySafe, received: received)
        makeScene = scene
    }

    /// A fault that the client mends by itself.
    init(_ name: String, answers text: String, happen: @escaping Happening) {
        self.name = name
        expectation = .answer(text)
        makeScene = { (.init(), happen) }
    }

    /// The row, of which is known that it is not met.
    func notMet(_ reason: Comment) -> FaultRow {
        var row = self
        row.shortcoming = reason
        return row
    }

    /// A request that a stand-in reads, and then does this with the connection.
    static func raw(
        _ name: String,
        _ code: TransportError.Code,
        isRetrySafe: Bool = false,
        received: String = "",
        method: HTTPMethod = .get,
        timeouts: HTTPTimeouts = .init(),
        upTo limit: Int? = nil,
        serve: @escaping @Sendable (RawConnection) -> Void
    ) -> FaultRow {
        FaultRow(name, code, isRetrySafe: isRetrySafe, received: received) { client in
            let server = RawServer { connection in
                if connection.readRequest() != nil { serve(connection) }
            }
            defer { server.stop() }
            return await client.outcome(of: .marked(method, server.url(), timeouts: timeouts), upTo: limit)
        }
    }
}
