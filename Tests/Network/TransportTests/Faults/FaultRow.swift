import Testing
import Transport

/// A row of the fault table: a fault, and the outcome that the client must have.
struct FaultRow: Sendable, CustomTestStringConvertible {
    enum Expectation: Sendable {
        /// The client recovers by itself.
        case answer(String)
        case failure(TransportError.Code, isRetrySafe: Bool, received: String)
    }

    /// Causes the fault for a client.
    typealias Happening = @Sendable (HTTPClient) async throws -> FaultOutcome

    let name: String
    let expectation: Expectation
    /// The settings of the client and its fault, made again for each run.
    let makeScene: @Sendable () -> (configuration: HTTPClient.Configuration, happen: Happening)
    /// The reason for which the expectation is not met yet.
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

    /// A fault that ends in an error, and whose servers affect the client's settings.
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

    /// A fault from which the client recovers by itself.
    init(_ name: String, answers text: String, happen: @escaping Happening) {
        self.name = name
        expectation = .answer(text)
        makeScene = { (.init(), happen) }
    }

    /// The row, marked as one that is known to fail.
    func notMet(_ reason: Comment) -> FaultRow {
        var row = self
        row.shortcoming = reason
        return row
    }

    /// A request that a stand-in reads before it does this with the connection.
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
