import Foundation
import GRDB
import OwnerLiterals
import PrivateFiles
import Storage
import Testing

@testable import StorageSQLite

@Suite struct DatabaseFileTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    /// Makes a database with two conversations, of which one is deleted again, and an item.
    private func fill(_ path: String) async throws -> SQLiteStore {
        let store = try SQLiteStore(path: path)
        for id in ["kept", "deleted"] {
            let entry = TranscriptEntryRecord(id: "e", position: 0, kind: "prompt", json: #"{"text":"marker-\#(id)"}"#)
            let conversation = ConversationRecord(id: id, owner: "alice", createdAt: start, updatedAt: start)
            try await store.commitTurn(conversation, appending: [entry], expectedCount: 0)
        }
        #expect(try await store.deleteConversation("deleted"))
        _ = try await store.create(InventoryItemDraft(title: "A4"), at: start)
        return store
    }

    @Test func aCopyOfAnOpenDatabaseIsWholePrivateAndOneFile() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            let store = try await fill(path)
            let copy = folder + "/copy"
            try await DatabaseFile(path).copy(to: copy)
            // The original is still open and written to.
            _ = try await store.create(InventoryItemDraft(title: "A3"), at: start)
            #expect(try mode(of: copy) == 0o600)
            try await DatabaseFile(copy).check()
            let contents = try await DatabaseFile(copy).contents()
            #expect(contents.counts.first { $0.name == "conversations" }?.rows == 1)
            #expect(contents.counts.first { $0.name == "inventory items" }?.rows == 1)
            #expect(contents.auditHead == nil)
            #expect(contents.masterKeyIDs.isEmpty)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: copy))
            #expect(bytes.range(of: Data("marker-kept".utf8)) != nil)
            #expect(bytes.range(of: Data("marker-deleted".utf8)) == nil)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasPrefix("copy") }
            #expect(names == ["copy"])
            let copied = try SQLiteStore(path: copy)
            #expect(try await copied.items(matching: InventoryFilter()).items.map(\.title) == ["A4"])
        }
    }

    @Test func anExistingFileIsNotOverwritten() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            _ = try await fill(path)
            try Data("letter".utf8).write(to: URL(fileURLWithPath: folder + "/copy"))
            let error = await #expect(throws: StoreError.self) {
                try await DatabaseFile(path).copy(to: folder + "/copy")
            }
            #expect(error?.message.contains("File exists") == true)
            #expect(try String(contentsOfFile: folder + "/copy", encoding: .utf8) == "letter")
        }
    }

    /// A fault, and a part of the error message that names it.
    @Test(arguments: [
        ("missing", "cannot be read"), ("letter", "damaged"), ("foreign", "not one of Torii"),
        ("newer", "newer version"),
        ("page", "damaged"), ("orphan", "damaged"),
    ])
    func filesThatAreNoBackupAreRefused(fault: String, says: String) async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/file"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            switch fault {
            case "missing": break
            case "letter": try Data(repeating: 0x61, count: 9000).write(to: URL(fileURLWithPath: path))
            case "foreign":
                try await DatabaseQueue(path: path).write { db in try db.execute(sql: "CREATE TABLE t (x)") }
            default: try await spoil(path, fault)
            }
            let error = await #expect(throws: StoreError.self) { try await DatabaseFile(path).check() }
            #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
        }
    }

    /// Things that a stranger may add to a database or change in it, and the words of the refusal.
    @Test(arguments: [
        ("CREATE TRIGGER evil AFTER INSERT ON audit BEGIN DELETE FROM client; END", "no trigger 'evil'"),
        ("CREATE TABLE stranger (x)", "no table 'stranger'"),
        ("CREATE VIEW seen AS SELECT * FROM client", "no view 'seen'"),
        ("CREATE VIRTUAL TABLE words USING fts5(x)", "no table 'words"),
        ("CREATE INDEX slow ON conversation (abs(updatedAt))", "no index 'slow'"),
        ("CREATE TABLE \"a\u{1B}[31mb\" (x)", "no table 'a31mb'"),
        ("DROP TRIGGER auditIsNotDeleted", "lacks the trigger"),
        (
            "DROP TRIGGER auditIsNotDeleted; CREATE TRIGGER auditIsNotDeleted BEFORE DELETE ON audit BEGIN SELECT 1; END",
            "another trigger 'auditIsNotDeleted'"
        ),
        ("ALTER TABLE conversation ADD COLUMN extra INTEGER AS (turnCount + 1)", "another table 'conversation'"),
        ("DROP TABLE vaultRoot; CREATE VIRTUAL TABLE vaultRoot USING fts5(masterKeyID)", "table 'vaultRoot"),
    ])
    func aSchemaThatIsNotToriisIsRefused(change: String, says: String) async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            try await fill(path).close()
            try await DatabaseFile(path).check()
            try await DatabaseQueue(path: path).write { db in try db.execute(sql: change) }
            let error = await #expect(throws: StoreError.self) { try await DatabaseFile(path).check() }
            #expect(error?.message.contains(says) == true, "\(error?.message ?? "")")
        }
    }

    /// Opening a pipe would wait without end.
    @Test(arguments: ["", "-wal", "-journal"]) func aPipeIsRefusedAtOnce(suffix: String) async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            try await fill(path).close()
            try await DatabaseFile(path).mergeLog()
            if suffix.isEmpty { try FileManager.default.removeItem(atPath: path) }
            #expect(mkfifo(path + suffix, 0o600) == 0)
            let error = await #expect(throws: StoreError.self) { try await DatabaseFile(path).check() }
            #expect(error?.message.contains("not a regular file") == true, "\(error?.message ?? "")")
        }
    }

    private func spoil(_ path: String, _ fault: String) async throws {
        let store = try await fill(path)
        if fault == "newer" {
            try await store.write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999 from the future')")
            }
        }
        try store.close()
        if fault == "orphan" {
            var configuration = Configuration()
            configuration.foreignKeysEnabled = false
            try await DatabaseQueue(path: path, configuration: configuration).write { db in
                try db.execute(sql: "DELETE FROM conversation")
            }
        }
        if fault == "page" {
            var bytes = try Data(contentsOf: URL(fileURLWithPath: path))
            // All pages but the first, which says that it is a database.
            for index in stride(from: 4096, to: bytes.count, by: 64) { bytes[index] ^= 0xFF }
            try bytes.write(to: URL(fileURLWithPath: path))
        }
    }

    @Test func aDatabaseWithAMergedLogIsOneFile() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            try await fill(path).close()
            try await DatabaseFile(path).mergeLog()
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["torii.sqlite"])
        }
    }

    @Test func aFileIsRenamedToAFreeNameOrReplacesOne() async throws {
        try await TemporaryFolder().with { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let (draft, name) = (folder + "/draft", folder + "/name")
            for (content, isReplacing) in [("first", false), ("second", true)] {
                try Data(content.utf8).write(to: URL(fileURLWithPath: draft))
                try PrivateFile.rename(draft, to: name, isReplacing: isReplacing)
                #expect(try String(contentsOfFile: name, encoding: .utf8) == content)
            }
            try Data("third".utf8).write(to: URL(fileURLWithPath: draft))
            #expect(throws: StoreError.self) { try PrivateFile.rename(draft, to: name, isReplacing: false) }
            #expect(try String(contentsOfFile: name, encoding: .utf8) == "second")
        }
    }
}
