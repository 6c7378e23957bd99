import AssistantIntents
import AssistantSchemas
import Foundation
import Testing
import ToriiClient
import ToriiDevices
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The connection of an app's intents to a whole server with the built-in model.
@Suite(.timeLimit(.minutes(3))) struct DeviceConnectionTests {
    /// The notices of a connection.
    private final class Notices: Sendable {
        let stream: AsyncStream<DeviceNotice>
        private let continuation: AsyncStream<DeviceNotice>.Continuation

        init() { (stream, continuation) = AsyncStream.makeStream() }

        @Sendable func add(_ notice: DeviceNotice) { continuation.yield(notice) }

        /// Ends the notices, because the connection has ended.
        func end() { continuation.finish() }

        /// Waits for the next notice that fits.
        func first<Value>(_ fits: (DeviceNotice) -> Value?) async throws -> Value {
            for await notice in stream { if let value = fits(notice) { return value } }
            throw CancellationError()
        }

        func connected() async throws {
            try await first { if case .connected = $0 { () } else { nil } }
        }

        func finished() async throws -> IntentOutcome {
            try await first { if case .finished(_, _, let outcome) = $0 { outcome } else { nil } }
        }
    }

    /// Runs a connection while `body` runs.
    private func withConnection<Result: Sendable>(
        _ server: TestServer,
        _ app: ConnectedApp,
        ledger: (any CallLedgerStore)? = nil,
        authenticate: @escaping DeviceConnection.Authentication = { level, _ in level <= .unlocked },
        _ body: (ToriiService, Notices) async throws -> Result
    ) async throws -> Result {
        let torii = ToriiService(url: server.baseURL, token: TestServer.clientToken)
        let notices = Notices()
        let connection = DeviceConnection(
            torii,
            device: "tablet",
            toolbox: try app.toolbox(ledger: ledger),
            authenticate: authenticate,
            onNotice: notices.add
        )
        return try await withThrowingTaskGroup(of: Void.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                defer { notices.end() }
                do { try await connection.run() } catch let error as ToriiError {
                    Issue.record(error)
                    throw error
                }
            }
            try await notices.connected()
            return try await body(torii, notices)
        }
    }

    @Test func aCallIsCarriedOutOnceAndItsOutcomeIsTheAnswer() async throws {
        try await TestServer.with { server in
            let app = ConnectedApp()
            try await withConnection(server, app) { torii, notices in
                let reply = try await torii.chat("Create an album called Winter").reply()
                #expect(reply.text.contains("Winter") && reply.text.contains("Done on tablet."), "\(reply.text)")
                guard case .succeeded(let output) = try await notices.finished() else { throw CancellationError() }
                #expect(output["id"] == "a1" && output["display"]?["title"] == "Winter")
            }
            #expect(app.performed == ["create Winter"])
        }
    }

    @Test func aCanceledRunStopsItsIntent() async throws {
        try await TestServer.with { server in
            let app = ConnectedApp()
            _ = app.add("Winter")
            try await withConnection(server, app) { torii, _ in
                let (runs, started) = AsyncStream.makeStream(of: String.self)
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for try await event in torii.chat("Open the album Winter", options: .init(onStop: .detach)) {
                            if case .started(let id, _, _) = event { started.yield(id) }
                        }
                    }
                    for await _ in app.starts { break }
                    var ids = runs.makeAsyncIterator()
                    _ = try await torii.cancelRun(try #require(await ids.next()))
                    for await _ in app.cancellations { break }
                    await #expect(throws: ToriiError.self) { try await group.next() }
                }
            }
        }
    }

    /// The app ends while an intent runs, and is started again: the intent does not run a second time.
    @Test func anIntentOfAnAppThatEndedHasAnUnknownOutcome() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "torii-ledger-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let ledger = CallLedgerFile(at: folder.appending(path: "calls.json"))
        try await TestServer.with { server in
            let app = ConnectedApp()
            _ = app.add("Winter")
            let torii = ToriiService(url: server.baseURL, token: TestServer.clientToken)
            try await withThrowingTaskGroup(of: String.self) { group in
                try await withConnection(server, app, ledger: ledger) { _, _ in
                    group.addTask { try await torii.chat("Open the album Winter").reply().text }
                    for await _ in app.starts { break }
                }
                let outcome = try await withConnection(server, app, ledger: ledger) { _, notices in
                    try await notices.finished()
                }
                #expect(outcome == .unknown)
                let text = try await group.next() ?? ""
                #expect(text.contains("may have been carried out"), "\(text)")
            }
            #expect(app.performed == ["create Winter", "open Winter"])
        }
    }

    @Test(arguments: [true, false])
    func anIntentThatNeedsAPersonAsksForAuthentication(isGranted: Bool) async throws {
        try await TestServer.with { server in
            let app = ConnectedApp()
            _ = app.add("Winter")
            try await withConnection(
                server,
                app,
                authenticate: { level, call in isGranted && level == .local && call.schema == "photos.deleteAlbum" }
            ) { torii, notices in
                let options = RunOptions(approve: { _ in .approve })
                let reply = try await torii.chat("Delete the album Winter", options: options).reply()
                let outcome = try await notices.finished()
                if isGranted {
                    #expect(outcome == .succeeded(.null) && reply.text.contains("Done on tablet."), "\(reply.text)")
                } else {
                    guard case .denied = outcome else { throw CancellationError() }
                    #expect(!reply.text.contains("Done"), "\(reply.text)")
                }
            }
            #expect(app.performed == ["create Winter"] + (isGranted ? ["delete Winter"] : []))
        }
    }

    @Test func aTokenWithoutTheScopeIsRefused() async throws {
        try await TestServer.with { server in
            let made = try await server.admin(.post, "clients", ["name": "chat only", "scopes": ["chat"]]).json
            let token = try #require(made["token"]?["secret"]?.stringValue)
            let torii = ToriiService(url: server.baseURL, token: token)
            let connection = DeviceConnection(torii, device: "tablet", toolbox: try ConnectedApp().toolbox())
            let error = await #expect(throws: ToriiError.self) { try await connection.run() }
            #expect(error?.status == 403 && error?.problem?.kind == .forbidden)
        }
    }

    /// An operator or the person has removed the device: the app registers again.
    @Test func aRemovedDeviceIsRegisteredAgain() async throws {
        try await TestServer.with { server in
            let app = ConnectedApp()
            try await withConnection(server, app) { torii, notices in
                #expect(try await server.send(.delete, "/v1/devices/tablet").status == 204)
                try await notices.first { if case .registered = $0 { () } else { nil } }
                try await notices.connected()
                let reply = try await torii.chat("Create an album called Winter").reply()
                #expect(reply.text.contains("Done on tablet."), "\(reply.text)")
            }
        }
    }
}
