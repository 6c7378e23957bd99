import AgentTools
import AgentWire
import Foundation
import LanguageModels
import Logging
import OwnerLiterals
import ScriptedModels
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

@Suite(.timeLimit(.minutes(5))) struct ConversationExporterTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    /// Makes a store with a conversation of this number of turns, and a run.
    private func store(turns: Int, bytes: Int = 10) async throws -> any Store {
        let store = try SQLiteStore(path: nil)
        for number in 0..<turns {
            let text = String(repeating: "\(number) \"é\" ", count: max(1, bytes / 8))
            let transcript = [
                Transcript.Entry.prompt(Transcript.Prompt(segments: [.text(.init(content: text))])),
                .response(Transcript.Response(assetIDs: [], segments: [.text(.init(content: "re: " + text))])),
            ]
            try await store.commitTurn(
                ConversationRecord(id: "c", owner: "alice", createdAt: start, updatedAt: start + 60),
                appending: transcript.map {
                    TranscriptEntryRecord(id: $0.id, position: 0, kind: $0.kind, json: $0.jsonValue.serialized())
                },
                expectedCount: 2 * number
            )
        }
        for number in 0..<600 {
            let record = RunRecord(
                id: "run_\(number)",
                owner: "alice",
                conversation: "c",
                model: "m",
                status: .completed,
                request: "{}",
                createdAt: start + Double(number),
                updatedAt: start
            )
            _ = try await store.write([RunWrite(record: record)])
        }
        return store
    }

    private func exporter(
        _ store: any Store,
        _ leases: ReadLeases = .forExports(),
        bytes: Int = 0
    ) async throws -> ConversationExporter {
        ConversationExporter(
            try #require(try await store.conversation("c")),
            entryCount: try await store.size(of: "c", owner: "alice").entries,
            store: store,
            lease: try leases.acquire(for: "alice", bytes: bytes)
        )
    }

    @Test(arguments: [1, 300])
    func anExportIsOneJSONObject(turns: Int) async throws {
        let store = try await store(turns: turns, bytes: 1000)
        var exporter = try await exporter(store)
        var bytes: [UInt8] = []
        while let piece = try await exporter.next() { bytes += piece }
        let entries = try await store.entries(of: "c").map { try JSONValue(parsing: $0.json) }
        let expected: JSONValue = [
            "conversation": "c", "title": .null, "created_at": .string(start.formatted(.iso8601)),
            "updated_at": .string((start + 60).formatted(.iso8601)),
            "messages": .array(
                entries.enumerated().map { number, entry in
                    let segments = try? Transcript.Entry(jsonValue: entry)
                    let text =
                        switch segments {
                        case .prompt(let prompt): prompt.segments.text
                        case .response(let response): response.segments.text
                        default: ""
                        }
                    return ["role": number.isMultiple(of: 2) ? "user" : "assistant", "text": .string(text)]
                }
            ),
            "transcript": .array(entries),
            "runs": .array(
                (0..<600).map { number in
                    [
                        "run": .string("run_\(number)"), "status": "completed",
                        "created_at": .string((start + Double(number)).formatted(.iso8601)),
                    ]
                }
            ),
        ]
        #expect(String(decoding: bytes, as: UTF8.self) == expected.serialized())
    }

    @Test func aPieceDoesNotGrowWithTheConversation() async throws {
        var largest: [Int] = []
        for turns in [100, 1000] {
            var exporter = try await exporter(try await store(turns: turns, bytes: 2000))
            var sizes: [Int] = []
            while let piece = try await exporter.next() { sizes.append(piece.count) }
            #expect(sizes.count > turns / 10)
            largest.append(sizes.max() ?? 0)
        }
        for size in largest { #expect(size < 80_000) }
    }

    @Test(arguments: [1, 8, 40])
    func theExportOfADeletedConversationDoesNotLookComplete(pieces: Int) async throws {
        let store = try await store(turns: 100, bytes: 8000)
        var exporter = try await exporter(store)
        for _ in 0..<pieces { _ = try await exporter.next() }
        #expect(try await store.deleteConversation("c"))
        await #expect(throws: ConversationExporter.Gone.self) {
            while try await exporter.next() != nil {}
        }
    }

    @Test func theSearchesOfAClientAndInAllAreLimited() throws {
        let leases = ReadLeases.forSearches(.init(perClient: 2, total: 3))
        let held = try (0..<2).map { _ in try leases.acquire(for: "alice") }
        let own = #expect(throws: Problem.self) { _ = try leases.acquire(for: "alice") }
        #expect(
            own?.status == 429 && own?.retryAfterSeconds == 1
                && own?.detail.contains("2 searches of this client") == true
        )
        let other = try leases.acquire(for: "bob")
        let all = #expect(throws: Problem.self) { _ = try leases.acquire(for: "carol") }
        #expect(all?.status == 503 && all?.retryAfterSeconds == 5)
        held[0].end()
        #expect(throws: Never.self) { _ = try leases.acquire(for: "carol") }
        other.end()
    }

    @Test func theLargeExportsOfAClientAreLimited() async throws {
        let store = try await store(turns: 1)
        let leases = ReadLeases.forExports(.init(perClient: 2, total: 3, freeBytes: 100))
        var first: ConversationExporter? = try await exporter(store, leases, bytes: 101)
        var second = try await exporter(store, leases, bytes: 101)
        let problem = #expect(throws: Problem.self) { try leases.acquire(for: "alice", bytes: 101) }
        #expect(problem?.status == 429 && problem?.retryAfterSeconds == 1)
        // A small conversation is never refused, and needs no permission.
        for _ in 0..<10 { #expect(try leases.acquire(for: "alice", bytes: 100) == nil) }
        let third = try leases.acquire(for: "bob", bytes: 101)
        let full = #expect(throws: Problem.self) { try leases.acquire(for: "carol", bytes: 101) }
        #expect(full?.status == 503 && full?.retryAfterSeconds == 5)
        third?.end()
        third?.end()
        // A released exporter, as after a hang-up.
        _ = try await first?.next()
        first = nil
        let fourth = try #require(try leases.acquire(for: "alice", bytes: 101))
        #expect(throws: Problem.self) { try leases.acquire(for: "alice", bytes: 101) }
        while try await second.next() != nil {}
        // A finished exporter that still exists.
        #expect(throws: Never.self) { try leases.acquire(for: "alice", bytes: 101) }
        #expect(try await second.next() == nil)
        fourth.end()
    }
}
