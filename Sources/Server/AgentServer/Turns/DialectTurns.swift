import Accounts
import AgentRuntime
import AgentWire
import HTTPTypes
import Hummingbird

/// Starts the turns of dialects whose requests name no run: a request with the outputs that a run waits for resumes that run.
struct DialectTurns {
    let runtime: AgentRuntime

    /// Starts a turn, or resumes the run that waits for its outputs.
    ///
    /// - Parameters:
    ///   - outputs: The outputs of client tools at the end of the request's input.
    ///   - key: The request's idempotency key.
    /// - Throws: As `AgentRuntime.start` and `AgentRuntime.resumeRun`.
    func begin(
        _ turn: TurnRequest,
        outputs: [ClientOutput],
        _ client: Principal,
        _ key: String?,
        _ context: ToriiRequestContext
    ) async throws -> BegunTurn {
        let disconnect = try await context.disconnectSignal()
        if let followUp = try await followUp(of: turn, with: outputs, client, key) {
            return await begun(followUp, client, disconnect)
        }
        return try await start(turn, client, key, context, disconnect)
    }

    /// Starts a turn.
    ///
    /// - Throws: As `AgentRuntime.start`.
    func start(
        _ turn: TurnRequest,
        _ client: Principal,
        _ key: String?,
        _ context: ToriiRequestContext,
        _ disconnect: CallerPresence
    ) async throws -> BegunTurn {
        let notes = try await runtime.parameterNotes(on: turn, for: client)
        let reader = try await runtime.start(
            .turn(turn),
            client: client,
            idempotencyKey: key,
            requestID: context.id,
            at: context.receivedAt
        )
        return BegunTurn(
            reader: AttachedReader(reader, disconnect: disconnect),
            waits: 0,
            notes: notes,
            model: turn.model ?? "",
            request: nil
        )
    }

    /// Returns the turn of a run that was resumed.
    func begun(_ followUp: FollowUp, _ client: Principal, _ disconnect: CallerPresence) async -> BegunTurn {
        BegunTurn(
            reader: AttachedReader(followUp.reader, disconnect: disconnect),
            waits: followUp.waits,
            notes: await notes(on: followUp, for: client),
            model: followUp.model,
            request: followUp.request
        )
    }

    /// Resumes the run that waits for outputs; `nil` if there is none.
    func followUp(
        of turn: TurnRequest,
        with outputs: [ClientOutput],
        _ client: Principal,
        _ key: String?
    ) async throws -> FollowUp? {
        let items = outputs.compactMap { output in
            ClientCallID(output.call).map {
                let (text, pointer) = (output.text, output.pointer)
                return ($0.run, ItemOutput(item: $0.item, text: text, pointer: pointer, isFailure: output.isFailure))
            }
        }
        guard let run = items.first?.0, items.count == outputs.count, items.allSatisfy({ $0.0 == run }) else {
            return nil
        }
        return try await runtime.resumeRun(
            run,
            with: items.map(\.1),
            choosing: turn.toolChoice,
            client: client,
            idempotencyKey: key
        )
    }

    /// Returns the notes on the parameters of the run's original request; none if its model is no longer available.
    private func notes(on followUp: FollowUp, for client: Principal) async -> ParameterNotes {
        guard var request = followUp.request else { return ParameterNotes() }
        request.model = followUp.model
        return (try? await runtime.parameterNotes(on: request, for: client)) ?? ParameterNotes()
    }
}

/// A turn that was started, or a run that was resumed.
struct BegunTurn {
    /// The reader of the run, at its first event.
    let reader: AttachedReader
    /// The number of waits before the answer to the request; 0 for a new run.
    let waits: Int
    /// The parameters that have no effect or another form.
    let notes: ParameterNotes
    /// The model of a resumed run; for a new run, the requested one.
    let model: String
    /// The request of a resumed run; `nil` for a new run.
    let request: TurnRequest?
}

extension AttachedReader {
    /// Returns the outcome of the run at its end, or when it waits again.
    ///
    /// - Throws: ``Problem`` if the reader was dismissed; `CancellationError` if the caller has disconnected.
    func outcome(after waits: Int, keepsReasoning: Bool) async throws -> RunOutcome {
        var outcome = RunOutcome(keepsReasoning: keepsReasoning)
        // This waits first, because reading events at once would wake this task for each of them.
        _ = try await reader.outcome()
        while true {
            switch try await reader.next() {
            case .events(let lines, _):
                for event in RunEventLine.events(in: lines) {
                    outcome.apply(event)
                    if outcome.ending != nil || outcome.waitCount > waits { return outcome }
                }
            case .quiet, .behind, .nothing: continue
            case .over: return outcome
            case .closed:
                try reader.check()
                throw CancellationError()
            }
        }
    }
}

extension Problem {
    /// Returns the problem with the names that the fields of parameters have in a request.
    ///
    /// - Parameter field: Returns the body's field for a parameter.
    func named(by field: (String) -> String) -> Problem {
        func pointer(_ fault: WireError.Fault) -> String {
            guard fault.pointer.hasPrefix("#/") else { return fault.pointer }
            return "#/" + field(String(fault.pointer.dropFirst(2)))
        }
        guard faults.contains(where: { pointer($0) != $0.pointer }) else { return self }
        var problem = self
        problem.faults = FaultList(faults.map { .init(pointer: pointer($0), detail: $0.detail, kind: $0.kind) })
        return problem
    }
}

extension Response {
    /// Returns the response with the cost of its answer in the header, if it is known or there is no price.
    func costing(_ cost: WireCost?) -> Response {
        var response = self
        if let cost { response.headers[.cost] = cost.headerValue }
        return response
    }

    /// Returns the response with the lowered limit of output tokens in the header, if the provider refused a larger one.
    ///
    /// - Parameter field: The limit's field in the request.
    func lowering(_ field: String, to limit: Int?) -> Response {
        var response = self
        if let limit { response.headers[.lowered] = "\(field)=\(limit)" }
        return response
    }

    /// Names the fields that had no effect, and those that have another form, in the header.
    mutating func note(ignored: [String], emulated: [String]) {
        if !ignored.isEmpty { headers[.ignored] = ignored.joined(separator: ", ") }
        if !emulated.isEmpty { headers[.emulated] = emulated.joined(separator: ", ") }
    }
}
