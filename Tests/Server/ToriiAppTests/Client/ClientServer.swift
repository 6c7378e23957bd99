import AgentRuntime
import Foundation
import StandIns
import StreamingJSON
import Synchronization
import Testing

@testable import AgentServer
@testable import ToriiApp
@testable import ToriiClient

/// A server for the tests of ToriiClient, whose model is a stand-in.
struct ClientServer: Sendable {
    let server: TestServer
    let standIn: OpenAIStandIn
    let torii: ToriiService

    /// Runs a server while `body` runs.
    static func with(
        _ script: @escaping OpenAIStandIn.Script,
        _ set: (inout Settings) -> Void = { _ in },
        _ body: (ClientServer) async throws -> Void
    ) async throws {
        try await OpenAIStandIn.with(script: script) { standIn in
            try await with(standIn, set, body)
        }
    }

    /// Runs a server of a stand-in while `body` runs.
    static func with(
        _ standIn: OpenAIStandIn,
        dataDirectory: String? = nil,
        _ set: (inout Settings) -> Void = { _ in },
        _ body: (ClientServer) async throws -> Void
    ) async throws {
        try await TestServer.with(dataDirectory: dataDirectory) { settings in
            settings.models = [ModelReference(provider: .openai, name: "m")]
            settings.addresses[.openai] = standIn.baseURL
            settings.runLimits.disconnectGrace = .seconds(60)
            set(&settings)
        } _: { server in
            var requester = ToriiService(url: server.baseURL, token: TestServer.clientToken).requester
            // On a busy machine the client would give up the cancellation of a run after its time limit.
            requester.deadline = { _ in try await Task.sleep(for: .seconds(3_600)) }
            try await body(ClientServer(server: server, standIn: standIn, torii: ToriiService(requester)))
        }
    }

    /// Reads the events of a run that was canceled up to its end, and returns the error of the end.
    ///
    /// The server answers a cancellation before the run has ended.
    func end(of run: String) async -> ToriiError? {
        await #expect(throws: ToriiError.self) {
            for try await _ in torii.events(of: run, options: RunOptions(onStop: .detach)) {}
        }
    }
}

/// A list that tasks append to.
final class Recorder<Element: Sendable>: Sendable {
    private let list = Mutex<[Element]>([])

    var elements: [Element] { list.withLock { $0 } }

    func append(_ element: Element) { list.withLock { $0.append(element) } }
}
