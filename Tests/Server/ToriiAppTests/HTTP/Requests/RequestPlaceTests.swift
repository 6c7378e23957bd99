import Logging
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The event loops and tasks of connections, requests and runs, from the log of a whole server.
@Suite(.timeLimit(.minutes(2))) struct RequestPlaceTests {
    /// Returns the place of the connection of a line's request.
    ///
    /// The request's context sets the id in its logger there.
    private func connection(of line: LogCapture.Line) throws -> LogCapture.Place {
        try #require(line.metadataPlaces["request_id"])
    }

    @Test(arguments: [Listener.clients, .administrators])
    func aResponseIsProducedOnTheLoopOfItsConnectionInAChildTask(_ listener: Listener) async throws {
        try await TestServer.with {
            if listener == .administrators { $0.adminPort = 0 }
        } _: { server in
            #expect((server.adminURL != nil) == (listener == .administrators))
            let answer = try await server.send(.get, "/healthz", at: server.adminURL)
            #expect(answer.status == 200)
            let line = try #require(server.log.lines.first { $0.message == "Answered" })
            let connection = try connection(of: line)
            #expect(connection.eventLoop != nil && connection.task != nil)
            #expect(line.place.eventLoop == connection.eventLoop)
            #expect(line.place.task != nil && line.place.task != connection.task)
        }
    }

    @Test func aRunIsPerformedOnTheLoopOfTheRequestThatStartedIt() async throws {
        try await TestServer.with { server in
            // Each connection has the next loop.
            for _ in 0..<6 {
                let client = HTTPClient()
                let answer = try await server.send(.post, "/v1/chat", body: #"{"message":"hello"}"#, by: client)
                await client.shutdown()
                #expect(answer.status == 200)
                let request = try #require(answer.headers["X-Request-ID"])
                let lines = server.log.lines
                let end = try #require(
                    lines.first { $0.message == "Run ended" && $0.metadata["request_id"]?.description == request }
                )
                let answered = try #require(
                    lines.first { $0.message == "Answered" && $0.metadata["request_id"]?.description == request }
                )
                #expect(end.place.eventLoop != nil)
                #expect(end.place.eventLoop == (try connection(of: answered)).eventLoop)
                #expect(end.place.task != answered.place.task)
            }
        }
    }
}
