import Foundation
import Secrets
import StandIns
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing
import Transport

@testable import Accounts
@testable import KeyVault

/// A rewrap while turns run: the server is killed halfway and started again, and completes it.
///
/// `RECORDS=10000 scripts/test --filter RewrapUnderLoadTests` uses a large vault and prints the time.
@Suite(.timeLimit(.minutes(5))) struct RewrapUnderLoadTests {
    private static let count = ProcessInfo.processInfo.environment["RECORDS"].flatMap { Int($0) } ?? 600
    private static let key = "sk-model-0123456789abcdef"
    private static let token = "torii_for_this_test_0123456789abcdef"

    /// The results of the turns.
    private final class Load: Sendable {
        struct State: Sendable {
            var taken = 0
            var failures: [String] = []
            var isOver = false
        }

        let state = Mutex(State())

        /// Stops new turns.
        ///
        /// Failures after this do not count.
        func end() { state.withLock { $0.isOver = true } }
    }

    @Test func noTurnFailsAndAKillLosesNothing() async throws {
        try await OpenAIStandIn.with(keys: [Self.key], script: { _ in .text("Yes.") }) { standIn in
            try await withTemporaryFolder { folder in
                try await fill(folder + "/data")
                try changeMasterKey(in: folder + "/data")
                let torii = Command(
                    folder: folder,
                    settings: [
                        "OPENAI_BASE_URL": standIn.baseURL, "OPENAI_API_KEY": Self.key,
                        "TORII_MODEL": "openai:stand-in", "TORII_CLIENT_TOKEN": Self.token,
                        "TORII_ADMIN_TOKEN": Self.token + "_admin",
                    ]
                )
                var report: [String] = []
                try await torii.withServer { server in
                    report.append(try await rewrap(server, killingAt: Self.count / 2))
                }
                try await torii.withServer { server in
                    report.append(try await rewrap(server, killingAt: nil))
                }
                // The server's root and its key of the model are included.
                let status = try JSONValue(parsing: try await torii("vault", "status", "--json").output)
                let records = status["master_keys"]?.arrayValue?.map { $0["records"]?.intValue }
                #expect(records == [Self.count + 2, 0])
                try await expectAllOpen(folder + "/data")
                print(report.joined(separator: "\n"))
            }
        }
    }

    /// Performs a rewrap while turns run.
    private func rewrap(_ server: Command.Server, killingAt end: Int?) async throws -> String {
        let client = HTTPClient()
        let load = Load()
        let (begun, source) = AsyncStream<Void>.makeStream()
        let clock = ContinuousClock()
        var last = JSONValue.null
        var took = Duration.zero
        await withTaskGroup(of: Void.self) { group in
            for _ in 1...4 {
                group.addTask { await performTurns(client, server, load, onFirst: { source.yield() }) }
            }
            for await _ in begun { break }
            let start = clock.now
            last = (try? await progress(client, server, killingAt: end, load)) ?? .null
            took = clock.now - start
            load.end()
        }
        await client.shutdown()
        let result = load.state.withLock { $0 }
        #expect(result.failures == [])
        #expect(last["state"] == (end == nil ? "done" : "running"))
        let what = end == nil ? "to the end" : "killed halfway"
        return "\(what): \(last["done"]?.intValue ?? 0) of \(last["total"]?.intValue ?? 0) records sealed in \(took); "
            + "\(result.taken) turns taken meanwhile, \(result.failures.count) failed"
    }

    /// Reads the lines of the rewrap's progress, and returns the last one, or the one at which the server was killed.
    private func progress(
        _ client: HTTPClient,
        _ server: Command.Server,
        killingAt end: Int?,
        _ load: Load
    ) async throws -> JSONValue {
        let headers: HTTPHeaders = [
            "Authorization": .plain("Bearer \(Self.token)_admin"), "Accept": "application/jsonl",
        ]
        let url = server.url + "/admin/vault/rewrap"
        let response = try await client.send(HTTPRequest(.post, url, headers: headers, isTrusted: true))
        var last = JSONValue.null
        var text: [UInt8] = []
        for try await piece in response.body {
            text += piece
            guard let newline = text.lastIndex(of: 0x0A) else { continue }
            let lines = text[...newline].split(separator: 0x0A)
            text.removeSubrange(...newline)
            for line in lines {
                last = try JSONValue(parsing: line)
                guard let end, let done = last["done"]?.intValue, done >= end else { continue }
                // After the kill, failures are expected.
                load.end()
                server.kill()
                return last
            }
        }
        return last
    }

    private func performTurns(
        _ client: HTTPClient,
        _ server: Command.Server,
        _ load: Load,
        onFirst: @Sendable () -> Void
    ) async {
        let headers: HTTPHeaders = [
            "Authorization": .plain("Bearer \(Self.token)"), "Content-Type": "application/json",
        ]
        let body = Array(#"{"message":"Well?"}"#.utf8)
        let request = HTTPRequest(.post, server.url + "/v1/chat", headers: headers, body: body, isTrusted: true)
        while !load.state.withLock(\.isOver) {
            var fault: String?
            do {
                let response = try await client.send(request)
                let answer = try JSONValue(parsing: try await response.body.collect(upTo: 1 << 20))
                if answer["message"]?["text"] != "Yes." { fault = answer.serialized() }
            } catch {
                fault = "\(error)"
            }
            load.state.withLock { state in
                guard !state.isOver else { return }
                state.taken += 1
                if let fault { state.failures.append(fault) }
            }
            onFirst()
        }
    }
}

extension RewrapUnderLoadTests {
    private func sources(_ folder: String) -> MasterKeySources {
        MasterKeySources(defaultFile: folder + "/master.key")
    }

    /// Creates a vault with many keys, each of a different upstream.
    private func fill(_ folder: String) async throws {
        let store = try SQLiteStore(path: folder + "/torii.sqlite")
        let vault = try await KeyVault(store: store, masterKeys: sources(folder).load(creatingIfMissing: true))
        for number in 0..<Self.count {
            let record = try vault.sealed(
                SecretString("secret-number-\(number)"),
                for: "upstream-\(number)",
                label: "",
                settings: KeySettings()
            )
            try await store.addSecret(record, audit: .none)
        }
    }

    /// Puts a new master key before the one in the folder's file.
    private func changeMasterKey(in folder: String) throws {
        let file = URL(fileURLWithPath: folder + "/master.key")
        let new = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        let former = try String(contentsOf: file, encoding: .utf8)
        try Data("\(new)\n\(former)".utf8).write(to: file)
    }

    private func expectAllOpen(_ folder: String) async throws {
        let store = try SQLiteStore(path: folder + "/torii.sqlite")
        let current = try sources(folder).load(creatingIfMissing: false).current
        let vault = try await KeyVault(store: store, masterKey: current)
        var wrong: [Int] = []
        for number in 0..<Self.count {
            let lease = try await vault.lease("upstream-\(number)")
            let text = lease?.secret.withBytes { String(decoding: $0, as: UTF8.self) }
            if text != "secret-number-\(number)" { wrong.append(number) }
        }
        #expect(wrong.isEmpty)
    }
}
