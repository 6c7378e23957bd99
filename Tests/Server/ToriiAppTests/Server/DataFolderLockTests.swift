import Accounts
import Foundation
import Secrets
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct DataFolderLockTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-lock-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test func aFolderBelongsToOneProcess() async throws {
        try await withFolder { folder in
            let lock = try DataFolderLock(folder)
            let busy = #expect(throws: DataFolderBusy.self) { try DataFolderLock(folder) }
            #expect(busy?.process == String(getpid()))
            #expect(busy?.url == nil)
            try lock.publish(("http://127.0.0.1:1", "http://127.0.0.1:2"))
            let known = #expect(throws: DataFolderBusy.self) { try DataFolderLock(folder) }
            #expect(known?.url == "http://127.0.0.1:1")
            lock.release()
            // The address of the previous process is removed.
            let next = try DataFolderLock(folder)
            let later = #expect(throws: DataFolderBusy.self) { try DataFolderLock(folder) }
            #expect(later?.url == nil)
            next.release()
        }
    }

    /// Another program may make files of similar names meanwhile.
    @Test func aFailedUseRemovesOnlyWhatItMade() async throws {
        try await withFolder { folder in
            var settings = Settings()
            settings.dataDirectory = folder
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: folder + "/first-tokens.txt"))
            let own = [
                "chat.log", "first-tokens-2.txt", "master.key", "torii.sqlite", "torii.sqlite-shm", "torii.sqlite-wal",
            ]
            let others = [
                "chat.log.old", "first-tokens-3.txt", "journal.txt", "master.key.mine", "restore.partial.txt",
                "torii.lock.txt", "torii.sqlite.bak",
            ]
            struct Failure: Error {}
            await #expect(throws: Failure.self) {
                try await DataFolderUse.with(settings) { _ in
                    for name in own + others { try Data().write(to: URL(fileURLWithPath: "\(folder)/\(name)")) }
                    let journal = folder + "/journal"
                    try FileManager.default.createDirectory(atPath: journal, withIntermediateDirectories: true)
                    throw Failure()
                }
            }
            let left = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(Set(left) == Set(others + ["first-tokens.txt"]))
        }
    }

    @Test(arguments: [
        ("http://127.0.0.1:1", 0o600, true), ("http://[::1]:1", 0o600, true), ("http://127.0.0.1:1", 0o644, true),
        ("http://127.0.0.1:1", 0o622, false), ("http://192.0.2.1:1", 0o600, false),
        ("https://torii.example", 0o600, false), ("http://127.0.0.1.example:1", 0o600, false), ("", 0o600, false),
        ("http://127.0.0.1:1@192.0.2.1", 0o600, false),
    ])
    func theTokenGoesToAServerOfThisUserOnThisMachine(url: String, mode: Int, isTrusted: Bool) async throws {
        try await withFolder { folder in
            let lock = try DataFolderLock(folder)
            defer { lock.release() }
            try lock.publish((url, url))
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder + "/torii.lock")
            let busy = try #require(#expect(throws: DataFolderBusy.self) { try DataFolderLock(folder) })
            #expect((try? busy.trustedURL()) == (isTrusted ? url : nil))
        }
    }

    /// Only root can transfer the ownership of a file.
    @Test(.enabled(if: geteuid() == 0)) func theTokenDoesNotGoToAnotherUsersServer() async throws {
        try await withFolder { folder in
            let lock = try DataFolderLock(folder)
            defer { lock.release() }
            try lock.publish(("http://127.0.0.1:1", "http://127.0.0.1:2"))
            #expect(chown(folder + "/torii.lock", 12_345, 12_345) == 0)
            var settings = Settings()
            settings.dataDirectory = folder
            settings.adminToken = SecretString(TestServer.adminToken)
            let error = await #expect(throws: SettingsError.self) { try await AdminClient.with(settings) { _ in } }
            #expect(error?.message.contains("another user can have written that file") == true)
        }
    }

    @Test func theAdminClientUsesARunningServerOrTheFolder() async throws {
        try await withFolder { folder in
            var settings = Settings()
            settings.dataDirectory = folder
            settings.addresses[.tavily] = TestServer.nowhere
            let body: JSONValue = ["name": "made without a server"]
            await #expect(throws: NoVault.self) { try await AdminClient.with(settings) { _ in } }
            #expect(!FileManager.default.fileExists(atPath: folder + "/torii.lock"))
            try await AdminClient.with(settings, isCreating: true) {
                _ = try await $0.send(.init(.post, "clients", body: body))
            }
            try await TestServer.with(dataDirectory: folder) { server in
                await #expect(throws: SettingsError.self) { try await AdminClient.with(settings) { _ in } }
                var withToken = settings
                withToken.adminToken = SecretString(TestServer.adminToken)
                try await AdminClient.with(withToken) { admin in
                    let clients = try await admin.send(.init(.get, "clients"))
                    #expect(clients["clients"]?[0]?["name"] == "made without a server")
                    let failure = await #expect(throws: AdminFailure.self) {
                        try await admin.send(.init(.get, "clients/none"))
                    }
                    #expect(failure?.document["status"] == 404)
                }
                let rows = try await server.admin(.get, "audit?action=client.create").json["rows"]
                #expect(rows?[0]?["actor"] == "command-line")
            }
        }
    }
}
