import Accounts
import AgentWire
import Foundation
import HeldBytes
import Storage
import Telemetry

/// The checks of a request that starts a run, in the order in which they refuse it.
///
/// Before the body of the request is read, whatever it contains (``checkRoom(idempotencyKey:needsSlot:)``):
///
/// 1. the server's memory;
/// 2. whether the server stops, and the slots, but not for a direct call, nor for a repeated request, which only reads its run;
/// 3. the store, the journal and the disk, for the same requests;
/// 4. the client's rates, budgets and runs.
///
/// With the request, for a run that calls a model (``admit(_:_:requester:key:_:)``):
///
/// 5. checks 1 to 3 again, because the body may have taken long;
/// 6. the process that has the conversation;
/// 7. the run that the request replaces;
/// 8. the model;
/// 9. the conversation, its size and that of the client's data;
/// 10. the bytes of the client's active turns;
/// 11. the request's tools, choices and schema;
/// 12. the places of runs that wait for their client, if the run may wait;
/// 13. the client's limits, which reserve the tokens or the money of the run.
///
/// The run is then added, which reserves its slot and its conversation, and is refused as in check 2, when the client's data are
/// being erased, or when its conversation is busy. The check of a direct call between 4 and that one is whether a person must
/// approve it.
struct RunAdmission {
    let runtime: AgentRuntime
    let client: Principal

    /// A run that may be added, with its work and the bytes that it holds.
    struct Admitted {
        let identity: LiveRun.Identity
        let work: TurnWork
        let hold: HeldBytes.Hold
    }

    private var runs: RunCoordinator { runtime.runs }

    /// Does the checks of a request before its body is read.
    ///
    /// Nothing is reserved: the request is counted when it is executed.
    ///
    /// - Parameters:
    ///   - idempotencyKey: The request's key. A request whose run exists already only reads that run, and needs no room.
    ///   - needsSlot: Whether the run needs a slot; a direct call does not.
    /// - Throws: ``Problem``; `StoreError`.
    func checkRoom(idempotencyKey: String?, needsSlot: Bool) async throws {
        try runs.checkMemory()
        if let idempotencyKey, try await runs.hasSeen(idempotencyKey, of: client.owner) { return }
        if needsSlot { try checkSlot() }
        try await runtime.checkRoom(for: client)
    }

    private func checkSlot() throws(Problem) {
        try runs.checkRoom(for: client.owner)
        try runs.storage.check()
    }

    /// Does the checks of a request that calls a model.
    ///
    /// - Parameters:
    ///   - text: The request in its stored form.
    ///   - makeWork: Makes the work for the model and the time of the request.
    /// - Throws: ``Problem``; `StoreError`; `CancellationError`.
    func admit(
        _ request: RunRequest,
        _ text: String,
        requester: TurnRequester,
        key: IdempotencyClaims.Key?,
        _ makeWork: (ModelCatalog.Entry, Date) throws(Problem) -> TurnWork
    ) async throws -> Admitted {
        let owner = client.owner
        try checkSlot()
        if let conversation = request.conversation {
            try await runtime.directory.requireHere(.init(owner: owner, conversation: conversation))
        }
        try await runtime.checkReplacement(in: request, owner: owner)
        let model = try await runtime.modelEntry(request.model, for: client)
        let size = try await runtime.size(for: request, text, of: client)
        let time = runtime.now()
        let hold = try runs.holdTurn(text.utf8.count + size.bytes, of: owner)
        let work = try makeWork(model, time)
        if work.mayWait { try runs.checkWaitingPlaces(for: owner, bytes: text.utf8.count) }
        let identity = LiveRun.Identity(
            id: Identifier.make("run", at: time),
            owner: owner,
            token: client.tokenID,
            sender: RunSender(client),
            grant: client.grant,
            conversation: work.request.place == .apart ? "" : request.conversation ?? Identifier.make("conv", at: time),
            title: ConversationTitle.of(request),
            model: model.reference.description,
            request: text,
            question: request.question,
            idempotencyKey: key?.key,
            requestID: requester.requestID,
            traceID: TraceContext.current?.traceID,
            createdAt: time,
            deadline: ContinuousClock.now + runs.limits.runDeadline,
            showsReasoning: request.showsReasoning
        )
        try await runtime.admit(work, as: identity, after: size.bytes)
        return Admitted(identity: identity, work: work, hold: hold)
    }
}
