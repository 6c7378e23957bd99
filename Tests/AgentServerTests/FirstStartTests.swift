import Foundation
import KeyVault
import Secrets
import Testing

@testable import AgentServer

@Suite(.timeLimit(.minutes(1))) struct FirstStartTests {
    /// Starts a server and gives its greeting, or throws what kept it from starting.
    private func greeting(_ settings: Settings) async throws -> Greeting {
        let (greetings, source) = AsyncStream<Greeting>.makeStream()
        let server = ToriiServer(settings: settings, logger: LogCapture().logger, onListening: { source.yield($0) })
        return try await withThrowingTaskGroup(of: Greeting?.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                try await server.run()
                return nil
            }
            group.addTask {
                for await greeting in greetings { return greeting }
                return nil
            }
            return try #require(try await group.next() ?? nil)
        }
    }

    @Test func tokensAreShownOnceAndNotLostByAStartThatFails() async throws {
        var settings = Settings()
        settings.dataDirectory = NSTemporaryDirectory() + "torii-first-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: settings.dataDirectory) }
        settings.tools = ["fly"]
        settings.port = 0
        await #expect(throws: SettingsError.self) { try await greeting(settings) }

        settings.tools = nil
        let first = try await greeting(settings).text
        #expect(first.contains("Your client token, shown this once: torii_"))
        #expect(first.contains("Your admin token, shown this once: torii_"))
        let second = try await greeting(settings).text
        #expect(!second.contains("torii_"))
        #expect(second.contains("<the token shown at the first start>"))
    }
}
