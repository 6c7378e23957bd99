public import Foundation
public import Storage

/// A suite that stores data of clients whose texts have a marker, and erases them.
public protocol ErasureFixture {}

extension ErasureFixture {
    /// The text at the start of every text that is stored.
    public static var marker: String { "XYZZYSECRET" }

    /// The time of the first record.
    public var start: Date { Date(timeIntervalSince1970: 1_795_000_000) }

    /// Stores a turn of a client with its run; the marker is at the start of every text, even of the idempotency key.
    ///
    /// - Parameter hasDetails: Whether the turn's details are stored too, with the text for searches.
    public func store(
        _ number: Int,
        of owner: Owner,
        entries: Int = 2,
        bytes: Int = 40,
        hasDetails: Bool = false,
        in store: any Store
    ) async throws {
        let text = Self.marker + String(repeating: "x", count: bytes) + "\(number)"
        let conversation = ConversationRecord(
            id: "conv-\(owner)-\(number)",
            owner: owner,
            title: text,
            createdAt: start,
            updatedAt: start + Double(number)
        )
        let run = RunRecord(
            id: "run-\(owner)-\(number)",
            owner: owner,
            conversation: conversation.id,
            model: "phrasebook",
            status: .completed,
            request: text,
            idempotencyKey: Self.marker + "\(number)",
            pendingCalls: text,
            createdAt: start,
            updatedAt: start
        )
        let turn = TurnCommit(
            conversation: conversation,
            entries: (0..<entries).map { .init(id: "\($0)", position: $0, kind: "prompt", json: "\"\(text)\"") },
            expectedCount: 0
        )
        let events = RunEventChunk(first: 0, count: 1, lines: Array("\(text)\n".utf8))
        let details = TurnDetails(
            run: run.id,
            model: run.model,
            status: .completed,
            createdAt: start,
            endedAt: start,
            content: text,
            searchText: text
        )
        let write = RunWrite(record: run, events: events, turn: turn, details: hasDetails ? details : nil)
        _ = try await store.write([write])
    }

    /// Returns samples of health data, a second apart.
    public func samples(_ count: Int) -> [HealthSampleRecord] {
        (0..<count).map { number in
            HealthSampleRecord(
                metric: "step_count",
                source: Self.marker,
                start: start + Double(number),
                day: 0,
                unit: "count",
                value: 1
            )
        }
    }
}
