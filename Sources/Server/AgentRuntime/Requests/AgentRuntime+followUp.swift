public import Accounts
public import AgentWire
import Foundation
import Storage
import StreamingJSON
import Synchronization

/// The output of a call that the client made, with the number of the call's item.
public struct ItemOutput: Sendable, Equatable {
    /// The item's number.
    public var item: Int
    /// The output.
    public var text: String
    /// The place of the message with the output in the request, as a JSON pointer.
    public var pointer: String
    /// The name of the member with the text there.
    public var member: String
    /// Whether the client could not make the call; the text then has the reason.
    public var isFailure: Bool

    /// Makes an output.
    public init(item: Int, text: String, pointer: String, member: String = "content", isFailure: Bool = false) {
        (self.item, self.text, self.pointer, self.member) = (item, text, pointer, member)
        self.isFailure = isFailure
    }

    /// The answer to the call.
    fileprivate var answer: CallAnswer { isFailure ? .failure(text) : .output(.string(text)) }
}

/// A run that resumes with the outputs of a request that does not name it.
public struct FollowUp: Sendable {
    /// The reader of the whole run.
    public let reader: RunReader
    /// The number of waits before the answer to the outputs.
    public let waits: Int
    /// The model of the run.
    public let model: String
    /// The request of the run; `nil` when this version cannot read it.
    public let request: TurnRequest?
}

extension AgentRuntime {
    /// Resumes a run that waits for exactly these outputs, in a dialect whose requests name no run.
    ///
    /// The same outputs again change nothing. But if the run ended without an answer to them and has called no server tool, the turn
    /// can be executed again from the client's messages. A request with the same idempotency key always gets the same reply.
    ///
    /// - Parameters:
    ///   - choice: The choice of tools in the request with the outputs. A required call is required again if the choice is that of the run's
    ///     request.
    ///   - hasMessages: Whether the request has the client's messages, so that the turn can be executed again from them.
    /// - Returns: The run; `nil` when no run of this client waits or has waited for these outputs, so that the request must be answered
    ///   from its own messages.
    /// - Throws: ``Problem`` when the calls had other outputs before; as ``answer(_:with:client:token:isReading:)``.
    public func resumeRun(
        _ id: String,
        with outputs: [ItemOutput],
        choosing choice: ToolChoice = .auto,
        client: Principal,
        idempotencyKey: String? = nil,
        hasMessages: Bool = true
    ) async throws -> FollowUp? {
        guard let idempotencyKey else {
            return try await resumeClaimed(id, with: outputs, choice, client: client, under: nil, hasMessages)
        }
        let key = IdempotencyClaims.Key(owner: client.owner, key: idempotencyKey)
        // If a run was made under the key, `start` compares the requests.
        guard case .yours = await runs.claims.claim(key) else { return nil }
        defer { runs.claims.release(key) }
        guard try await runs.store.run(of: client.owner, idempotencyKey: idempotencyKey) == nil else { return nil }
        return try await resumeClaimed(id, with: outputs, choice, client: client, under: key, hasMessages)
    }

    /// Does the same for a caller that has claimed the key, when no run was made with it.
    private func resumeClaimed(
        _ id: String,
        with outputs: [ItemOutput],
        _ choice: ToolChoice,
        client: Principal,
        under key: IdempotencyClaims.Key?,
        _ hasMessages: Bool
    ) async throws -> FollowUp? {
        guard let found = try await directory.find(id, of: client.owner) else { return nil }
        let live = found.live
        let actions: RunActions
        let outcome: RunOutcome
        let stored: (request: String, model: String)
        switch found {
        case .live(let live):
            (actions, outcome) = live.state.withLock { ($0.actions, $0.outcome) }
            stored = (live.identity.request, live.identity.model)
        // The request must not be answered from its own messages meanwhile: its calls would be made twice.
        case .elsewhere: throw Problem.elsewhere(id)
        case .stored(let record):
            actions = RunActions(text: record.pendingCalls) ?? RunActions()
            outcome = try await RunOutcome(of: id, in: runs.store)
            stored = (record.request, record.model)
        }
        let named = outputs.compactMap { output in outcome.clientItems[output.item].map { ($0, output) } }
        guard let wait = named.map(\.0.wait).max(), named.count == outputs.count,
            actions.waits(forExactly: Set(named.map(\.0.id)), at: now())
        else {
            return nil
        }
        let canStartAgain = hasMessages && outcome.allowsAnotherTry(after: wait)
        var isRepeated = false
        if let key {
            let answer = KeyedAnswer(to: id, items: outputs.map(\.item), under: key, after: wait)
            if let kept = try await runs.store.keyedAnswer(of: key.owner, idempotencyKey: key.key) {
                // `start` explains that the key belongs to another request.
                guard kept == answer else { return nil }
                isRepeated = true
            } else if canStartAgain {
                return nil
            } else {
                // A waiting run may be stored up to a second later.
                if let live { try await runs.store(live) }
                try await runs.store.saveKeyedAnswer(answer)
            }
        } else if canStartAgain {
            return nil
        }
        var answers = RunAnswers(outputs: named.map { ($0.id, $1.answer) })
        for (index, (_, output)) in named.enumerated() {
            answers.answers[index].pointer = output.pointer
            answers.answers[index].outputMember = output.member
        }
        // Before the run resumes, so that its grace window does not start.
        let reader = live.map { read($0, token: client.tokenID) }
        let request = (try? JSONValue(parsing: stored.request)).flatMap(TurnRequest.init(stored:))
        do {
            let keepsToolChoice = choice == request?.toolChoice
            _ = try await answer(
                id,
                with: answers,
                owner: client.owner,
                keepsToolChoice: keepsToolChoice,
                isReading: false
            )
        } catch let problem as Problem where problem.kind == .conflict && isRepeated {
            throw Self.otherOutputs(.idempotencyMismatch, "these calls or this Idempotency-Key have other outputs")
        } catch let problem as Problem where problem.kind == .conflict {
            throw Self.otherOutputs(.conflict, "these calls already have other outputs, and the first ones count")
        }
        return FollowUp(
            reader: reader ?? RunReader(stored: id, store: runs.store),
            waits: wait,
            model: stored.model,
            request: request
        )
    }
}

extension AgentRuntime {
    /// Makes a problem that does not name the call, because the client knows it by another id.
    private static func otherOutputs(_ kind: Problem.Kind, _ what: String) -> Problem {
        Problem(kind, detail: "\(what); send the same outputs to get their answer, or use a new conversation")
    }
}

extension RunOutcome {
    /// Whether the run has ended without an answer to the outputs of a wait, and its turn can be executed again without repeated side
    /// effects.
    fileprivate func allowsAnotherTry(after wait: Int) -> Bool {
        hasEndedWithoutAnswer && !hasCalledServerTools && wait == waitCount
    }
}

extension KeyedAnswer {
    /// Makes the key's record for outputs of these items; the run itself compares their texts.
    fileprivate init(to run: String, items: [Int], under key: IdempotencyClaims.Key, after waits: Int) {
        let request: JSONValue = ["run": .string(run), "items": .array(items.sorted().map(JSONValue.integer))]
        self.init(
            owner: key.owner,
            idempotencyKey: key.key,
            request: request.serialized(),
            run: run,
            sequence: waits
        )
    }
}

extension RunActions {
    /// Whether the client's calls that the run waits for are exactly these, or the run has waited for these and got an answer to each.
    ///
    /// - Parameter time: The current time; the run does not wait for a call whose deadline has passed.
    func waits(forExactly calls: Set<String>, at time: Date) -> Bool {
        // Outputs of an earlier wait that are sent again lead to the events after it.
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
