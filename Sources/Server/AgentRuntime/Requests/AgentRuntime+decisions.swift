public import Accounts
public import AgentWire
public import Storage
import StreamingJSON
import Synchronization

extension AgentRuntime {
    /// Applies a person's decisions to the calls that a run waits for, together with the outputs of its client's calls.
    ///
    /// The same decisions again change nothing.
    ///
    /// - Parameters:
    ///   - decisions: The calls, each with the decision and its place in the request as a JSON pointer.
    ///   - outputs: The outputs of the client's calls.
    /// - Returns: The run, which resumes; `nil` when this client has no such run.
    /// - Throws: ``Problem`` when the run waits for other answers as well, and as ``answer(_:with:client:token:isReading:)``.
    public func resumeRun(
        _ id: String,
        deciding decisions: [(call: String, answer: CallAnswer, pointer: String)],
        and outputs: [ItemOutput],
        client: Principal
    ) async throws -> FollowUp? {
        guard let found = try await directory.find(id, of: client.owner) else { return nil }
        if case .elsewhere = found { throw Problem.elsewhere(id) }
        let (outcome, open) = try await waitingState(of: found)
        let named = outputs.compactMap { output in outcome.clientItems[output.item].map { ($0.id, output) } }
        guard named.count == outputs.count else { return nil }
        let waits =
            (decisions.compactMap { outcome.decisionWaits[$0.call] }
            + outputs.compactMap { outcome.clientItems[$0.item]?.wait }).max()
        // The run itself explains that it has not asked for such a decision.
        guard let waits else { return nil }
        let given = Set(decisions.map(\.call)).union(named.map(\.0))
        // A repeated decision belongs to an earlier wait.
        if waits == outcome.waitCount, let missing = open.first(where: { !given.contains($0.call) }) {
            throw Self.missing(missing)
        }
        var answers = RunAnswers(
            outputs: decisions.map { ($0.call, $0.answer) } + named.map { ($0.0, .output(.string($0.1.text))) }
        )
        for (index, pointer) in (decisions.map(\.pointer) + named.map(\.1.pointer)).enumerated() {
            answers.answers[index].pointer = pointer
            if index >= decisions.count {
                answers.answers[index].outputMember = named[index - decisions.count].1.member
            }
        }
        // Before the run resumes, so that its grace window does not start.
        let reader = found.live.map { read($0, token: client.tokenID) }
        _ = try await answer(id, with: answers, owner: client.owner, isReading: false)
        return FollowUp(
            reader: reader ?? RunReader(stored: id, store: runs.store),
            waits: waits,
            model: found.record.model,
            request: TurnRequest(of: found.record)
        )
    }

    /// Refuses outputs for a run that also waits for a person's decision, because the run would not continue with them.
    ///
    /// - Throws: ``Problem`` that names the missing decision.
    public func requireNoDecision(beside outputs: [ItemOutput], of id: String, client: Principal) throws {
        // The resumption that follows refuses a run of another node.
        guard let live = runs.liveRun(id), live.identity.owner == client.owner else { return }
        let missing: RequiredAction? = live.state.withLock { state in
            let waits = outputs.compactMap { state.outcome.clientItems[$0.item]?.wait }.max()
            // Repeated outputs belong to an earlier wait.
            guard waits == state.outcome.waitCount, !state.actions.isComplete else { return nil }
            return state.outcome.actions.first { $0.kind == .approval && state.actions.isOpen($0.call) }
        }
        if let missing { throw Self.missing(missing) }
    }

    private static func missing(_ action: RequiredAction) -> Problem {
        let what = action.kind == .approval ? "a decision about" : "the output of"
        return Problem(
            .invalidRequest,
            detail: "the response also waits for \(what) its call of \(action.name); send all answers in one request",
            faults: [.init(pointer: "#/input", detail: "\(what) the call of \(action.name) is missing")]
        )
    }

    /// Returns what a run has done, and the actions that it waits for.
    private func waitingState(of run: FoundRun) async throws -> (RunOutcome, [RequiredAction]) {
        guard let live = run.live else { return (try await RunOutcome(of: run.record.id, in: runs.store), []) }
        return live.state.withLock { state in
            let open = state.actions.isComplete ? [] : state.outcome.actions.filter { state.actions.isOpen($0.call) }
            return (state.outcome, open)
        }
    }
}

extension TurnRequest {
    /// Reads the request of a run; `nil` for an extraction, a direct call, and a request that this version cannot read.
    public init?(of record: RunRecord) {
        guard record.tool == nil, let value = try? JSONValue(parsing: record.request) else { return nil }
        self.init(stored: value)
    }
}
