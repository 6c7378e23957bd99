public import Accounts
public import AgentWire
import Foundation
import Storage
import StreamingJSON
import Synchronization

/// An output of a call that the client made, by the number of the call's item.
public struct ItemOutput: Sendable, Equatable {
    /// The item's number.
    public var item: Int
    /// The output.
    public var text: String
    /// The place of the message with the output in the request, as a JSON pointer.
    public var pointer: String
    /// The name of the member with the text there.
    public var member: String

    /// Makes an output.
    public init(item: Int, text: String, pointer: String, member: String = "content") {
        (self.item, self.text, self.pointer, self.member) = (item, text, pointer, member)
    }
}

/// A run that goes on with the outputs of a request which does not name it.
public struct FollowUp: Sendable {
    /// The reader of the whole run.
    public let reader: RunReader
    /// The number of waits before the answer to the outputs.
    public let waits: Int
    /// The model that the run asks.
    public let model: String
    /// The request that the run was made for; `nil` when it is none that this version can read.
    public let request: TurnRequest?
}

extension AgentRuntime {
    /// Goes on with a run that waits for exactly these outputs, in a dialect whose requests name no run.
    ///
    /// The same outputs again change nothing. If the run had no answer to them, though, and has called no tool of the server's, the
    /// client's messages are all that is needed for another try. Under the same idempotency key it is the same reply again.
    ///
    /// - Returns: The run; `nil` when no run of this client's waits or has waited for these outputs, so that the request has to be
    ///   answered from its own messages.
    /// - Throws: ``Problem`` when other outputs were given before; as ``answer(_:with:client:token:isReading:)``.
    public func goOn(
        _ id: String,
        with outputs: [ItemOutput],
        client: Client,
        idempotencyKey: String? = nil
    ) async throws -> FollowUp? {
        guard let idempotencyKey else { return try await goOn(id, with: outputs, client: client, under: nil) }
        let key = IdempotencyClaims.Key(client: client.id, key: idempotencyKey)
        // If a run was made under the key, `start` compares the requests.
        guard case .yours = await runs.claims.claim(key) else { return nil }
        defer { runs.claims.release(key) }
        guard try await runs.store.run(of: client.id, idempotencyKey: idempotencyKey) == nil else { return nil }
        return try await goOn(id, with: outputs, client: client, under: key)
    }

    /// Goes on as above; whoever calls it has claimed the key, and no run was made under it.
    private func goOn(
        _ id: String,
        with outputs: [ItemOutput],
        client: Client,
        under key: IdempotencyClaims.Key?
    ) async throws -> FollowUp? {
        let live = runs.liveRun(id)
        let actions: RunActions
        let outcome: RunOutcome
        let begun: (request: String, model: String)
        if let live {
            guard live.identity.client == client.id else { return nil }
            (actions, outcome) = live.state.withLock { ($0.actions, $0.outcome) }
            begun = (live.identity.request, live.identity.model)
        } else {
            guard let record = try await runs.store.run(id), record.client == client.id else { return nil }
            actions = RunActions(text: record.pendingCalls) ?? RunActions()
            outcome = try await RunOutcome(of: id, in: runs.store)
            begun = (record.request, record.model)
        }
        let named = outputs.compactMap { output in outcome.clientItems[output.item].map { ($0, output) } }
        guard let wait = named.map(\.0.wait).max(), named.count == outputs.count,
            actions.waits(forExactly: Set(named.map(\.0.id)), at: now())
        else {
            return nil
        }
        var isRepeated = false
        if let key {
            let answer = KeyedAnswer(to: id, items: outputs.map(\.item), under: key, after: wait)
            if let kept = try await runs.store.keyedAnswer(of: key.client, idempotencyKey: key.key) {
                // `start` says that the key came with another request.
                guard kept == answer else { return nil }
                isRepeated = true
            } else if outcome.allowsAnotherTry(after: wait) {
                return nil
            } else {
                // A run that waits may be stored up to a second later.
                if let live { try await runs.store(live) }
                try await runs.store.keep(answer)
            }
        } else if outcome.allowsAnotherTry(after: wait) {
            return nil
        }
        var answers = RunAnswers(outputs: named.map { ($0.id, .output(.string($1.text))) })
        for (index, (_, output)) in named.enumerated() {
            answers.answers[index].pointer = output.pointer
            answers.answers[index].outputMember = output.member
        }
        // Before the run goes on, so that its grace does not begin.
        let reader = live.map { read($0, token: client.tokenID) }
        do {
            _ = try await answer(id, with: answers, client: client.id, isReading: false)
        } catch let problem as Problem where problem.kind == .conflict && isRepeated {
            throw Self.otherOutputs(.idempotencyMismatch, "these calls or this Idempotency-Key had other outputs")
        } catch let problem as Problem where problem.kind == .conflict {
            throw Self.otherOutputs(.conflict, "these calls have other outputs, which came first and count")
        }
        return FollowUp(
            reader: reader ?? RunReader(stored: id, store: runs.store),
            waits: wait,
            model: begun.model,
            request: (try? JSONValue(parsing: begun.request)).flatMap(TurnRequest.init(stored:))
        )
    }
}

extension AgentRuntime {
    /// A problem that does not name the call, because the client knows it by another id.
    private static func otherOutputs(_ kind: Problem.Kind, _ what: String) -> Problem {
        Problem(kind, detail: "\(what); send the same outputs for the answer to them, or ask in a new conversation")
    }
}

extension RunOutcome {
    /// Whether the run has ended without an answer to the outputs of a wait, and its turn can be taken again without a second effect.
    fileprivate func allowsAnotherTry(after wait: Int) -> Bool {
        hasEndedWithoutAnswer && !hasCalledServerTools && wait == waitCount
    }
}

extension KeyedAnswer {
    /// The outputs of these items; what they say is compared by the run itself.
    fileprivate init(to run: String, items: [Int], under key: IdempotencyClaims.Key, after waits: Int) {
        let request: JSONValue = ["run": .string(run), "items": .array(items.sorted().map(JSONValue.integer))]
        self.init(
            client: key.client,
            idempotencyKey: key.key,
            request: request.serialized(),
            run: run,
            sequence: waits
        )
    }
}

extension RunActions {
    /// Whether these are the calls of the client's that the run waits for, or such that it has waited for and got an answer to.
    ///
    /// - Parameter time: Now; a call whose deadline is over is not waited for.
    func waits(forExactly calls: Set<String>, at time: Date) -> Bool {
        // Sent again, the outputs of an earlier wait lead to what followed it.
        if calls.allSatisfy({ past[$0].map { $0 != .expired } ?? false }) { return true }
        let own = open.filter { $0.action.kind == .clientTool && ($0.answer != nil || $0.action.deadline > time) }
        let unanswered = isClosed ? [] : own.filter { $0.answer == nil }
        guard calls.isSuperset(of: unanswered.map(\.action.call)) else { return false }
        return calls.allSatisfy { call in
            let answer = own.first { $0.action.call == call }.map(\.answer) ?? past[call]
            guard let answer else { return unanswered.contains { $0.action.call == call } }
            return answer != .expired
        }
    }
}
