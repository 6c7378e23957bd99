import AgentWire
import Foundation
import Storage

/// Decides the ends of the runs that an earlier process left unfinished.
struct LeftRuns {
    /// A run as far as the store and the journal know it.
    struct Left {
        var record: RunRecord
        var chunks: [RunEventChunk] = []
        var isOnlyInJournal: Bool

        /// The number of known events.
        var count: Int { chunks.last?.end ?? record.eventCount }

        /// Returns the run's end, with the events shown before it; `nil` when the store has its end.
        ///
        /// A run that waits gets no end, and neither does one whose end was shown before the store had it.
        func interrupted(at time: Date) -> RunWrite? {
            // The journal may have a run as ended whose last events it could not write.
            guard isOnlyInJournal || !record.status.isOver else { return nil }
            var chunk = RunEventChunk(first: record.eventCount, count: 0, lines: [])
            for part in chunks {
                chunk.lines += part.lines
                chunk.count += part.count
            }
            var record = record
            if let shown = shownEnd {
                record.status = shown
                record.updatedAt = time
            } else if record.status != .waiting {
                if chunk.end == 0 {
                    append(.started(RunStart(of: record)), to: &chunk)
                }
                append(.interrupted(.interrupted), to: &chunk)
                record.status = .interrupted
                record.pendingCalls = (RunActions(text: record.pendingCalls) ?? RunActions()).afterEnd.text
                record.updatedAt = time
            }
            return RunWrite(record: record, events: chunk)
        }

        /// The status at the end, if the last event shown is the end.
        private var shownEnd: RunStatus? {
            guard let lines = chunks.last?.lines else { return nil }
            let last = lines.dropLast().lastIndex(of: UInt8(ascii: "\n")).map { lines[($0 + 1)...] } ?? lines[...]
            return RunEventLine.events(in: last).last?.endStatus
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

    /// Applies the journal's next entry.
    mutating func apply(_ entry: JournalEntry) {
        switch entry {
        case .run(let record):
            if known[record.id] == nil { add(Left(record: record, isOnlyInJournal: true)) }
        case .events(let run, let chunk):
            // If a run is neither unfinished in the store nor started in the journal, the store has its end.
            guard let left = known[run] else { return }
            let news = chunk.dropping(before: left.count)
            guard news.count > 0, news.first == left.count else { return }
            known[run]?.chunks.append(news)
        }
    }

    /// Adds the store's record of a run from the journal.
    mutating func merge(_ record: RunRecord) {
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

extension RunEvent {
    /// The status with which this event ends a run; `nil` for an event that does not end it.
    fileprivate var endStatus: RunStatus? {
        switch self {
        case .completed: .completed
        case .failed: .failed
        case .cancelled: .cancelled
        case .interrupted: .interrupted
        default: nil
        }
    }
}

extension RunStart {
    /// Makes the start event of a stored run.
    fileprivate init(of record: RunRecord) {
        self.init(
            run: record.id,
            conversation: record.conversation,
            model: record.model,
            createdAt: record.createdAt.wholeSeconds
        )
    }

    /// Makes the start event of a run.
    init(_ run: LiveRun.Identity) {
        self.init(
            run: run.id,
            conversation: run.conversation,
            model: run.model,
            createdAt: run.createdAt.wholeSeconds,
            showsReasoning: run.showsReasoning
        )
    }
}

extension Date {
    /// The whole seconds since 1970.
    fileprivate var wholeSeconds: Int { Int(timeIntervalSince1970.rounded(.down)) }
}
