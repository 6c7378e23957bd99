import AgentWire
import Foundation
import Logging
import Storage
import StreamingJSON

extension RunCoordinator {
    /// Repairs the state that processes have left which are gone: stores the events that they had shown, and ends their active runs.
    ///
    /// The runs of a process that may still work stay as they are; the lease of the store decides. Runs that wait for their client or a
    /// person keep waiting. It may be interrupted at any point and repeated.
    ///
    /// - Throws: `StoreError`.
    public func recover() async throws {
        var left = LeftRuns(stored: try await store.unfinishedRuns(of: lease.leftWork))
        for entry in journal?.entries() ?? [] { left.apply(entry) }
        for run in left.runs where run.isOnlyInJournal {
            // The store may have its end.
            if let record = try await store.run(run.record.id) { left.merge(record) }
        }
        let time = now()
        var writes: [RunWrite] = []
        for run in left.runs {
            guard var write = run.interrupted(at: time) else { continue }
            if write.record.status.isOver { write.take(to: lease.worker) }
            if write.record.status.isOver { try await addTurn(of: run.record, to: &write, at: time) }
            writes.append(write)
        }
        if !writes.isEmpty {
            let misfits = try await store.write(writes)
            // An earlier run of the list has added to the conversation meanwhile, so these end without a turn.
            let late = writes.filter { misfits.contains($0.record.id) }.map { write in
                var write = write
                (write.turn, write.details) = (nil, nil)
                return write
            }
            if !late.isEmpty { _ = try await store.write(late) }
            logger.notice("Ended the runs of an earlier process", metadata: ["count": .stringConvertible(writes.count)])
        }
        journal?.discardAll()
    }

    /// Ends a waiting run that cannot resume.
    func interrupt(_ record: RunRecord) async throws {
        var left = record
        left.status = .running
        let time = now()
        guard var write = LeftRuns.Left(record: left, isOnlyInJournal: false).interrupted(at: time) else { return }
        write.take(to: lease.worker)
        try await addTurn(of: record, to: &write, at: time)
        _ = try await store.write([write])
        logger.warning("A waiting run could not resume", metadata: ["run": "\(record.id)"])
    }

    /// Adds the turn that a run leaves in its conversation, with its details.
    private func addTurn(of record: RunRecord, to write: inout RunWrite, at time: Date) async throws {
        let request = (try? JSONValue(parsing: record.request)).flatMap(TurnRequest.init(stored:))
        write.turn = try await turn(of: record, request, at: time)
        var (lines, next) = ([UInt8](), 0)
        while case let page = try await store.events(of: record.id, from: next, limit: 8), let last = page.last {
            for chunk in page { lines += chunk.lines }
            next = last.end
        }
        lines += write.events?.lines ?? []
        var outcome = RunOutcome(keepsArguments: false)
        for event in RunEventLine.events(in: lines) { outcome.apply(event) }
        let text = outcome.text == nil ? RunEventLine.answer(in: lines) : ""
        let question = request.map(TurnContent.Question.init)
        write.details = TurnDetails(write.record, outcome, question, turn: write.turn, partialAnswer: text)
    }

    /// Returns the turn that a run leaves in its conversation: its entries up to its last wait, if it has waited.
    ///
    /// There is a turn even when the run added nothing, because its client knows the conversation and may continue it. A run without a
    /// conversation leaves none.
    private func turn(of record: RunRecord, _ request: TurnRequest?, at time: Date) async throws -> TurnCommit? {
        if record.conversation.isEmpty { return nil }
        let count = try await store.size(of: record.conversation, owner: record.owner).entries
        let actions = RunActions(text: record.pendingCalls) ?? RunActions()
        let identity = LiveRun.Identity(
            id: record.id,
            owner: record.owner,
            conversation: record.conversation,
            title: request.flatMap { ConversationTitle.of(.turn($0)) },
            model: record.model,
            request: record.request,
            question: request.map(TurnContent.Question.init),
            idempotencyKey: record.idempotencyKey,
            createdAt: record.createdAt,
            deadline: nil
        )
        let isInPlace = actions.suspended?.historyCount == count
        return identity.commit(isInPlace ? actions.settledEntries : [], after: count, at: time)
    }
}

extension RunWrite {
    /// Makes a worker that of the run, in place of the one that has left it.
    fileprivate mutating func take(to worker: Worker) {
        formerWorker = record.worker
        record.worker = worker
    }
}
