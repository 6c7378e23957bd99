import AgentWire
import Foundation
import Logging
import Storage

extension RunCoordinator {
    /// Puts right what an earlier process left behind: stores what it had shown, and ends the runs that it was working on.
    ///
    /// Runs that wait for someone go on waiting. It may be broken off at any point and done again.
    ///
    /// - Throws: `StoreError`.
    public func recover() async throws {
        var left = LeftRuns(stored: try await store.unfinishedRuns())
        for entry in journal?.entries() ?? [] { left.apply(entry) }
        for run in left.runs where run.isOnlyInJournal {
            // The journal does not know ends: those are in the store.
            if let record = try await store.run(run.record.id) { left.meet(record) }
        }
        let time = now()
        var writes = left.runs.compactMap { $0.interrupted(at: time) }
        for index in writes.indices where writes[index].record.status == .interrupted {
            writes[index].turn = try await emptyTurn(of: writes[index].record, at: time)
        }
        if !writes.isEmpty {
            _ = try await store.write(writes)
            logger.notice("Ended the runs of an earlier process", metadata: ["count": "\(writes.count)"])
        }
        journal?.discardAll()
    }

    /// That there is the conversation of a run, though the run added nothing: its client was told of it and may go on with it.
    private func emptyTurn(of record: RunRecord, at time: Date) async throws -> TurnCommit {
        TurnCommit(
            conversation: ConversationRecord(
                id: record.conversation,
                client: record.client,
                createdAt: record.createdAt,
                updatedAt: time
            ),
            entries: [],
            expectedCount: try await store.entries(of: record.conversation).count
        )
    }
}

/// Decides what becomes of the runs that a process has left behind.
struct LeftRuns {
    /// A run as far as the store and the journal know it.
    struct Left {
        var record: RunRecord
        var chunks: [RunEventChunk] = []
        var isOnlyInJournal: Bool

        /// How many events are known.
        var count: Int { chunks.last?.end ?? record.eventCount }

        /// The run's end, with what was shown before it; `nil` when it is over, or waits for someone.
        func interrupted(at time: Date) -> RunWrite? {
            guard !record.status.isOver else { return nil }
            var chunk = RunEventChunk(first: record.eventCount, count: 0, lines: [])
            for part in chunks {
                chunk.lines += part.lines
                chunk.count += part.count
            }
            var record = record
            if record.status != .waiting {
                if chunk.end == 0 {
                    append(
                        .started(run: record.id, conversation: record.conversation, model: record.model),
                        to: &chunk
                    )
                }
                append(
                    .interrupted(
                        Problem(.shuttingDown, detail: "the server was stopped before this was done; send it again")
                    ),
                    to: &chunk
                )
                record.status = .interrupted
                record.updatedAt = time
            }
            return RunWrite(record: record, events: chunk)
        }

        private func append(_ event: RunEvent, to chunk: inout RunEventChunk) {
            RunEventLine.append(event, to: &chunk.lines)
            chunk.count += 1
        }
    }

    private var order: [String] = []
    private var known: [String: Left] = [:]

    /// The runs, those of the store first.
    var runs: [Left] { order.compactMap { known[$0] } }

    init(stored: [RunRecord]) {
        for record in stored { add(Left(record: record, isOnlyInJournal: false)) }
    }

    /// Takes in the journal's next entry.
    mutating func apply(_ entry: JournalEntry) {
        switch entry {
        case .run(let record):
            if known[record.id] == nil { add(Left(record: record, isOnlyInJournal: true)) }
        case .events(let run, let chunk):
            // Of a run that is neither unfinished in the store nor begun in the journal, the store has the end.
            guard let left = known[run] else { return }
            let news = chunk.dropping(before: left.count)
            guard news.count > 0, news.first == left.count else { return }
            known[run]?.chunks.append(news)
        }
    }

    /// The store knows a run of the journal after all.
    mutating func meet(_ record: RunRecord) {
        guard var left = known[record.id] else { return }
        let chunks = left.chunks.map { $0.dropping(before: record.eventCount) }.filter { $0.count > 0 }
        left = Left(record: record, chunks: chunks, isOnlyInJournal: false)
        known[record.id] = left
    }

    private mutating func add(_ left: Left) {
        order.append(left.record.id)
        known[left.record.id] = left
    }
}
