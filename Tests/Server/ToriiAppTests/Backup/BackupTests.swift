import Foundation
import GRDB
import KeyVault
import Storage
import StorageSQLite
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Backups of a data folder while its server runs, and their restore.
@Suite(.timeLimit(.minutes(2))) struct BackupTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-backup-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    private func settings(_ folder: String) -> Settings {
        var settings = Settings()
        settings.dataDirectory = folder
        return settings
    }

    private func backUp(
        _ data: String,
        to path: String,
        isReplacing: Bool = false,
        withMasterKey: Bool = false
    ) async throws -> BackupReport {
        try await DatabaseBackup(settings: settings(data)).write(
            to: path,
            isReplacing: isReplacing,
            withMasterKey: withMasterKey
        )
    }

    private func restore(_ path: String, to data: String, isReplacing: Bool = false) async throws -> RestoreReport {
        try await DatabaseRestore(settings: settings(data)).restore(path, isReplacing: isReplacing)
    }

    private func addKey(_ number: Int, to server: TestServer) async throws -> String {
        let body: JSONValue = ["secret": .string("tvly-key-\(number)-0123456789")]
        let made = try await server.admin(.post, "upstreams/tavily/keys", body)
        #expect(made.status == 201)
        return made.json["key"]?["id"]?.stringValue ?? ""
    }

    private func auditLines(_ server: TestServer) async throws -> [Substring] {
        try await server.admin(.get, "audit/export").text.split(separator: "\n")
    }

    @Test func aBackupUnderLoadHasEverythingThatWasAcknowledged() async throws {
        try await withFolder { folder in
            let (data, file, other) = (folder + "/data", folder + "/backup", folder + "/other")
            let live = try await TestServer.with(dataDirectory: data) { server in
                var before = Set<String>()
                var keys = Set<String>()
                for number in 0..<6 {
                    let reply = try await server.chat("Add \"item \(number)\" to the inventory, quantity \(number)")
                    before.insert(try #require(reply["conversation"]?.stringValue))
                    keys.insert(try await addKey(number, to: server))
                }
                let rows = try await auditLines(server)
                // Both kinds of writes run from before the backup until after it.
                let (starts, started) = AsyncStream<Void>.makeStream()
                try await withThrowingTaskGroup(of: Void.self) { group in
                    group.addTask {
                        for number in 6..<40 {
                            _ = try await addKey(number, to: server)
                            started.yield()
                        }
                    }
                    group.addTask {
                        for number in 0..<40 {
                            _ = try await server.chat("Add \"more \(number)\" to the inventory, quantity 1")
                            started.yield()
                        }
                    }
                    for await _ in starts { break }
                    let report = try await backUp(data, to: file)
                    #expect(report.contents.auditHead != nil)
                    #expect(report.bytes > 0)
                    try await group.waitForAll()
                }
                return (before, keys, rows, try await auditLines(server))
            }
            let (conversations, keys, rows, allRows) = live

            let masterKey = try String(contentsOfFile: data + "/master.key", encoding: .utf8)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: file))
            let text = masterKey.split(separator: "\n")[0]
            #expect(bytes.range(of: Data(text.utf8)) == nil)
            #expect(bytes.range(of: try #require(Data(base64Encoded: String(text)))) == nil)

            try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: data + "/master.key", toPath: other + "/master.key")
            let report = try await restore(file, to: other)
            #expect(report.formerFolder == nil)
            try await TestServer.with(dataDirectory: other) { server in
                let listed = try await server.send(.get, "/v1/conversations?limit=200").json["conversations"]
                let restored = Set((listed?.arrayValue ?? []).compactMap { $0["conversation"]?.stringValue })
                #expect(restored.isSuperset(of: conversations))
                for id in restored {
                    let export = try await server.send(.get, "/v1/conversations/\(id)")
                    let count = export.json["messages"]?.arrayValue?.count
                    // A turn that was running has its conversation already, and ends as interrupted.
                    #expect(count == 2 || (count == 0 && !conversations.contains(id)))
                }
                let stored = try await server.admin(.get, "upstreams/tavily/keys").json["keys"]?.arrayValue ?? []
                let there = Set(stored.compactMap { $0["id"]?.stringValue })
                #expect(there.isSuperset(of: keys))
                let verdict = try await server.admin(.get, "audit/verification").json
                #expect(verdict["whole"] == true)
                let restoredRows = try await auditLines(server)
                let added = try #require(restoredRows.firstIndex { $0.contains(#""action":"database.restore""#) })
                #expect(added >= rows.count)
                #expect(restoredRows[..<added].elementsEqual(allRows[..<added]))
            }
        }
    }

    @Test func theMasterKeyIsWrittenOnRequest() async throws {
        try await withFolder { folder in
            let (data, file, other) = (folder + "/data", folder + "/backup", folder + "/other")
            let id = try await TestServer.with(dataDirectory: data) { try await addKey(1, to: $0) }
            let report = try await backUp(data, to: file, withMasterKey: true)
            #expect(report.masterKeyFile == file + ".master-key")
            #expect(report.text.contains("Anyone with both files can read every stored key"))
            for path in [file, file + ".master-key"] {
                let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber
                #expect(mode?.intValue == 0o600)
            }
            // There is a database with another master key; both are kept.
            try await TestServer.with(dataDirectory: other) { _ = try await addKey(2, to: $0) }
            let former = try String(contentsOfFile: other + "/master.key", encoding: .utf8)
            let refused = await #expect(throws: StoreError.self) { try await restore(file, to: other) }
            #expect(refused?.message.contains("--force") == true)
            let restored = try await restore(file, to: other, isReplacing: true)
            let kept = try #require(restored.formerFolder)
            #expect(try String(contentsOfFile: other + "/master.key", encoding: .utf8).hasSuffix(former))
            try await TestServer.with(dataDirectory: other) { server in
                let keys = try await server.admin(.get, "upstreams/tavily/keys").json["keys"]?.arrayValue ?? []
                #expect(keys.map { $0["id"]?.stringValue } == [id])
            }
            try FileManager.default.copyItem(atPath: other + "/master.key", toPath: kept + "/master.key")
            try await TestServer.with(dataDirectory: kept) { server in
                let keys = try await server.admin(.get, "upstreams/tavily/keys").json["keys"]?.arrayValue ?? []
                #expect(keys.count == 1)
                #expect(try await server.admin(.get, "audit/verification").json["whole"] == true)
            }
        }
    }

    /// A damage, and a word of the error message.
    @Test(arguments: [
        ("no file", "There is no file"), ("letter", "damaged"), ("another key", "master key"), ("no key", "master key"),
        ("changed row", "was changed"), ("cut chain", "is broken"), ("no chain", "no audit chain"),
        ("newer", "newer version"),
    ])
    func aDamagedBackupReplacesNothing(fault: String, says: String) async throws {
        try await withFolder { folder in
            let (data, file, other) = (folder + "/data", folder + "/backup", folder + "/other")
            try await TestServer.with(dataDirectory: data) { _ = try await addKey(1, to: $0) }
            _ = try await backUp(data, to: file)
            try await TestServer.with(dataDirectory: other) { _ = try await addKey(2, to: $0) }
            let url = URL(fileURLWithPath: file)
            switch fault {
            case "no file": try FileManager.default.removeItem(at: url)
            case "letter": try Data(repeating: 0x61, count: 9000).write(to: url)
            case "no key": try FileManager.default.removeItem(atPath: other + "/master.key")
            case "another key": break
            default:
                try FileManager.default.removeItem(atPath: other + "/master.key")
                try FileManager.default.copyItem(atPath: data + "/master.key", toPath: other + "/master.key")
                try await spoil(file, fault)
            }
            let before = try Data(contentsOf: URL(fileURLWithPath: other + "/torii.sqlite"))
            let error = await #expect(throws: (any Error).self) {
                try await restore(file, to: other, isReplacing: true)
            }
            #expect(error.map { "\($0)" }?.contains(says) == true, "\(error.map { "\($0)" } ?? "")")
            #expect(try Data(contentsOf: URL(fileURLWithPath: other + "/torii.sqlite")) == before)
            let names = try FileManager.default.contentsOfDirectory(atPath: other)
            #expect(!names.contains { $0.hasPrefix("replaced-") || $0.hasPrefix("restore") })
        }
    }

    private func spoil(_ file: String, _ fault: String) async throws {
        let statements = [
            "changed row": "UPDATE audit SET outcome = 'done: nothing' WHERE id = 2",
            "cut chain": "DELETE FROM audit WHERE id = (SELECT max(id) FROM audit)",
            "no chain": "DELETE FROM audit; DELETE FROM auditHead",
            "newer": "INSERT INTO grdb_migrations (identifier) VALUES ('999 from the future')",
        ]
        try await DatabaseQueue(path: file).write { db in
            // A person who changes rows puts the triggers back, because a schema without them is refused at once.
            let triggers = try Row.fetchAll(db, sql: "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
            for trigger in triggers { try db.execute(sql: "DROP TRIGGER \(trigger["name"] as String)") }
            try db.execute(sql: try #require(statements[fault]))
            for trigger in triggers { try db.execute(sql: trigger["sql"] as String) }
        }
    }

    @Test func aFolderInUseIsNotRestoredInto() async throws {
        try await withFolder { folder in
            let (data, file) = (folder + "/data", folder + "/backup")
            try await TestServer.with(dataDirectory: data) { _ in
                _ = try await backUp(data, to: file)
                await #expect(throws: DataFolderBusy.self) { try await restore(file, to: data, isReplacing: true) }
            }
        }
    }

    /// Neither a pipe nor what somebody has added to a backup gets into a data folder.
    @Test(arguments: ["pipe", "folder", "trigger", "key"]) func aBackupOfAStrangerIsNotRestored(
        fault: String
    ) async throws {
        try await withFolder { folder in
            let (data, file, other) = (folder + "/data", folder + "/backup", folder + "/other")
            try await TestServer.with(dataDirectory: data) { _ in }
            _ = try await backUp(data, to: file)
            switch fault {
            case "pipe":
                try FileManager.default.removeItem(atPath: file)
                #expect(mkfifo(file, 0o600) == 0)
            case "folder":
                try FileManager.default.removeItem(atPath: file)
                try FileManager.default.createDirectory(atPath: file, withIntermediateDirectories: true)
            case "key": #expect(mkfifo(DatabaseBackup.masterKeyPath(of: file), 0o600) == 0)
            default:
                try await DatabaseQueue(path: file).write { db in
                    try db.execute(sql: "CREATE TRIGGER t AFTER INSERT ON audit BEGIN DELETE FROM clientToken; END")
                }
            }
            await #expect(throws: (any Error).self) { try await restore(file, to: other) }
            #expect(!FileManager.default.fileExists(atPath: other + "/torii.sqlite"))
        }
    }

    /// A name in the data folder or beside it, whether a file may be replaced, and a word of the refusal; `nil` for none.
    @Test(arguments: [
        ("backup", true, nil as String?), ("backup", false, "already exists"),
        ("none/backup", true, "There is no folder"),
        ("data/torii.sqlite", true, "belongs to the server"), ("data/torii.sqlite-wal", true, "belongs to the server"),
        ("data/journal/backup", true, "belongs to the server"),
        ("data/journal/old/backup", true, "belongs to the server"),
        ("data/../data/master.key", true, "belongs to the server"), ("keys/master", true, "belongs to the server"),
        ("data/backup", false, nil), ("data", true, "not a regular file"), ("new/", true, "There is no folder"),
    ])
    func aBackupOverwritesNoFileOfTheServer(name: String, isReplacing: Bool, says: String?) async throws {
        try await withFolder { folder in
            for name in ["data", "data/journal/old", "keys"] {
                try FileManager.default.createDirectory(
                    atPath: folder + "/" + name,
                    withIntermediateDirectories: true
                )
            }
            try Data("old".utf8).write(to: URL(fileURLWithPath: folder + "/backup"))
            let target = BackupTarget(
                path: folder + "/" + name,
                dataFolder: folder + "/data",
                masterKeyPlace: folder + "/keys/master"
            )
            var refusal: String?
            do { try target.check(isReplacing: isReplacing) } catch { refusal = "\(error)" }
            #expect((refusal == nil) == (says == nil))
            if let says { #expect(refusal?.contains(says) == true, "\(refusal ?? "")") }
        }
    }

    @Test(arguments: [(0, "0 bytes"), (10_239, "10239 bytes"), (10_240, "10 KiB"), (52_428_800, "50 MiB")])
    func sizesHaveReadableUnits(bytes: Int, text: String) {
        #expect(ByteCount(bytes).description == text)
    }
}
