import Foundation
import GRDB
import OwnerLiterals
import Storage
import Testing

@testable import StorageSQLite

@Suite struct SQLiteFileTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    @Test func folderAndFilesAreForTheOwnerOnly() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/deep/var/torii.sqlite"
            let store = try SQLiteStore(path: path)
            _ = try await store.create(InventoryItemDraft(title: "A4"), at: start)
            #expect(try mode(of: folder + "/deep") == 0o700)
            #expect(try mode(of: folder + "/deep/var") == 0o700)
            for suffix in ["", "-wal", "-shm"] { #expect(try mode(of: path + suffix) == 0o600) }
        }
    }

    @Test func aReopenedFileShowsTheSameData() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            let conversation = ConversationRecord(id: "c", owner: "alice", createdAt: start, updatedAt: start)
            let entry = TranscriptEntryRecord(id: "e", position: 0, kind: "prompt", json: "{}")
            func fill() async throws -> InventoryItemRecord {
                let store = try SQLiteStore(path: path)
                try await store.commitTurn(conversation, appending: [entry], expectedCount: 0)
                return try await store.create(InventoryItemDraft(title: "A4用紙", quantity: 5), at: start)
            }
            let item = try await fill()
            let store = try SQLiteStore(path: path)
            #expect(try await store.items(matching: InventoryFilter()).items == [item])
            #expect(try await store.conversation("c") == conversation)
            #expect(try await store.entries(of: "c") == [entry])
        }
    }

    @Test func openingForReadingChangesNothing() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            let missing = #expect(throws: StoreError.self) { try SQLiteStore(readingOnly: path) }
            #expect(missing?.code == .unavailable)
            let draft = InventoryItemDraft(title: "A4")
            func fill() async throws { _ = try await SQLiteStore(path: path).create(draft, at: start) }
            try await fill()
            let before = try Data(contentsOf: URL(fileURLWithPath: path))
            func look() async throws {
                let store = try SQLiteStore(readingOnly: path)
                #expect(try await store.items(matching: InventoryFilter()).items.map(\.title) == ["A4"])
                let error = await #expect(throws: StoreError.self) { try await store.create(draft, at: start) }
                #expect(error?.code == .unavailable)
            }
            try await look()
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
        }
    }

    @Test func openingAnOlderFileForReadingDoesNotMigrateIt() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try await DatabaseQueue(path: path).write { db in
                try db.execute(sql: "CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY)")
            }
            let error = #expect(throws: StoreError.self) { try SQLiteStore(readingOnly: path) }
            #expect(error?.code == .outdated)
        }
    }

    @Test func twoStoresOnOneFileSeeEachOther() async throws {
        try await TemporaryFolder().with { folder in
            let first = try SQLiteStore(path: folder + "/torii.sqlite")
            let second = try SQLiteStore(path: folder + "/torii.sqlite")
            try await withThrowingTaskGroup(of: Void.self) { group in
                for store in [first, second] {
                    for number in 0..<20 {
                        group.addTask { _ = try await store.create(InventoryItemDraft(title: "\(number)"), at: start) }
                    }
                }
                try await group.waitForAll()
            }
            #expect(try await first.items(matching: InventoryFilter()).items.count == 40)
            #expect(try await second.items(matching: InventoryFilter()).items.map(\.id) == Array(1...40))
        }
    }

    /// Reads that may be slow have a connection of their own, so however many there are, turns read at once.
    @Test(arguments: [true, false]) func longReadsHoldNobodyElse(areSearches: Bool) async throws {
        try await TemporaryFolder().with { folder in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            let (starts, started) = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        try await store.read(on: areSearches ? store.searching : store.aside) { _ in
                            started.yield()
                            gate.wait()
                        }
                    }
                }
                for await _ in starts { break }
                // A client's first turn reads its usage.
                _ = try await store.usage(of: "a", from: "2026-11-01", to: nil, limit: 1)
                if areSearches {
                    _ = try await store.usage(of: nil, from: "2026-11-01", to: nil, limit: 1)
                } else {
                    _ = try await store.search(of: "a", for: "x", from: nil, limit: 1, byteLimit: 1)
                }
                for _ in 0..<3 { #expect(try await store.conversation("none") == nil) }
                _ = try await store.create(InventoryItemDraft(title: "A4"), at: start)
                for _ in 0..<8 { gate.signal() }
                try await group.waitForAll()
            }
        }
    }

    /// A search whose caller is gone leaves the line.
    @Test func aCancelledSearchDoesNotRead() async throws {
        try await TemporaryFolder().with { folder in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            let (starts, started) = AsyncStream<Void>.makeStream()
            let gate = DispatchSemaphore(value: 0)
            let holder = Task {
                try await store.read(on: store.searching) { _ in
                    started.yield()
                    gate.wait()
                }
            }
            for await _ in starts { break }
            let search = Task { try await store.search(of: "a", for: "x", from: nil, limit: 1, byteLimit: 1) }
            search.cancel()
            gate.signal()
            await #expect(throws: CancellationError.self) { try await search.value }
            try await holder.value
        }
    }

    @Test func commitsAreOnDiskBeforeTheReply() async throws {
        try await TemporaryFolder().with { folder in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            #expect(try await store.write { db in try String.fetchOne(db, sql: "PRAGMA journal_mode") } == "wal")
            let foreignKeys = try await store.read { db in try Int.fetchOne(db, sql: "PRAGMA foreign_keys") }
            #expect(foreignKeys == 1)
            // 2 is FULL. The pragma belongs to a connection, so the writing connection is asked, in a transaction.
            #expect(try await store.write { db in try Int.fetchOne(db, sql: "PRAGMA synchronous") } == 2)
        }
    }

    @Test func aFileThatIsNoDatabaseIsNotChanged() async throws {
        try await TemporaryFolder().with { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let path = folder + "/torii.sqlite"
            let content = Data(String(repeating: "this is a letter, not a database\n", count: 64).utf8)
            try content.write(to: URL(fileURLWithPath: path))
            let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
            #expect(error?.code == .damaged)
            #expect(error?.message.contains(path) == true)
            #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == content)
        }
    }

    @Test func aDatabaseOfANewerVersionIsRefused() async throws {
        try await TemporaryFolder().with { folder in
            let path = folder + "/torii.sqlite"
            try await SQLiteStore(path: path).write { db in
                try db.execute(sql: "INSERT INTO grdb_migrations (identifier) VALUES ('999 from the future')")
            }
            let error = #expect(throws: StoreError.self) { try SQLiteStore(path: path) }
            #expect(error?.code == .superseded)
        }
    }

    @Test func theErrorNamesAFolderThatCannotBeMade() async throws {
        try await TemporaryFolder().with { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: folder + "/file"))
            let error = #expect(throws: StoreError.self) { try SQLiteStore(path: folder + "/file/torii.sqlite") }
            #expect(error?.code == .unavailable)
            #expect(error?.message.contains("TORII_DATA_DIR") == true)
        }
    }

    /// A database that may not grow is one on a full disk.
    @Test func aFullDiskIsNamed() async throws {
        try await TemporaryFolder().with { folder async throws in
            let path = folder + "/torii.sqlite"
            let store = try SQLiteStore(path: path)
            try await store.verifyWritable()
            let error = await #expect(throws: StoreError.self) {
                try await store.write { db in
                    try db.execute(sql: "PRAGMA max_page_count = 1")
                    try db.execute(sql: "CREATE TABLE filling AS SELECT zeroblob(100000) AS bytes")
                }
            }
            #expect(error?.code == .full)
            #expect(error.map { StoreError.reason(of: $0) }?.contains("the disk is full (SQLITE_FULL)") == true)
        }
    }

    /// The probe writes, although it changes nothing.
    @Test func theProbeReachesTheDisk() async throws {
        try await TemporaryFolder().with { folder async throws in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            try await store.emptyLog()
            try await store.verifyWritable()
            let log = try FileManager.default.attributesOfItem(atPath: folder + "/torii.sqlite-wal")
            #expect((log[.size] as? Int ?? 0) > 0)
        }
    }
}
