import Foundation
import LanguageModels
import OwnerLiterals
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import AgentRuntime

/// A stored conversation with an image: its size, its export, and the tokens reserved for it.
@Suite(.timeLimit(.minutes(1))) struct ConversationImageTests {
    /// The header of a PNG image, followed by a megabyte.
    private static let image =
        Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data(count: 1_048_576 - 8)

    private static func entries() throws -> [Transcript.Entry] {
        let segment = Transcript.AttachmentSegment(
            content: .image(try .init(imageData: image)),
            label: "receipt"
        )
        return [
            .prompt(.init(segments: [.text(.init(content: "How much?")), .attachment(segment)])),
            .response(.init(segments: [.text(.init(content: "12 €"))])),
        ]
    }

    @Test func anImageIsExportedAndCountsAsItsBytes() async throws {
        let entries = try Self.entries()
        let store = try SQLiteStore(path: nil)
        try await store.commitTurn(
            ConversationRecord(id: "c", owner: "alice", createdAt: .now, updatedAt: .now),
            appending: entries.map {
                TranscriptEntryRecord(id: $0.id, position: 0, kind: $0.kind, json: $0.jsonValue.serialized())
            },
            expectedCount: 0
        )
        let size = try await store.size(of: "c", owner: "alice")
        #expect(size.bytes >= Self.image.count * 4 / 3)
        var exporter = ConversationExporter(
            try #require(try await store.conversation("c")),
            entryCount: size.entries,
            store: store,
            lease: nil
        )
        var bytes: [UInt8] = []
        while let piece = try await exporter.next() { bytes += piece }
        let export = try JSONValue(parsing: bytes)
        #expect(
            export["messages"] == [
                ["role": "user", "text": "How much?\n[image \"receipt\": image/png, 1048576 bytes]"],
                ["role": "assistant", "text": "12 €"],
            ]
        )
        let stored = try (export["transcript"]?.arrayValue ?? []).map(Transcript.Entry.init(jsonValue:))
        #expect(stored == entries)
    }

    @Test func theReservedTokensOfAnImageAreNotItsBytes() throws {
        let entries = try Self.entries()
        var bare = entries
        bare[0].segments.removeLast()
        let estimator = TokenEstimator.reserving
        #expect((85...2100).contains(estimator.tokenCount(of: entries) - estimator.tokenCount(of: bare)))
    }
}
