import Accounts
import AgentWire
import Synchronization

extension TurnMeter {
    /// Whether a turn that has waited can go on.
    enum Room: Equatable {
        /// It can; what stands in its way for longer than a minute it hears when its model would be asked.
        case free
        /// Not yet: it is worth trying again after so long.
        case after(Duration)
    }

    /// Sets aside what the first round may use, before there is a run.
    ///
    /// - Parameter bytes: How long what the model is shown is; only asked for when tokens are counted.
    /// - Throws: ``Problem`` when the client's limits have no room for it; `StoreError`; what `bytes` threw.
    func admit(bytes: () async throws -> Int) async throws {
        guard let admission else { return }
        let input = client.limits.countsTokens ? try await bytes() * sampleCount * callLimit : 0
        try await reserve(admission, client, input, isContinuation: false)
    }

    /// Sets aside what the next round may use of a turn that was settled because it waited for its client.
    ///
    /// What others of the client's turns or the last minute take up is waited for; a budget that is used up for longer ends the turn, once
    /// what was approved is done.
    ///
    /// - Parameters:
    ///   - client: Whose turn it is, as its limits are now.
    ///   - bytes: As in ``admit(bytes:)``.
    func admitAgain(_ client: Client, bytes: () async throws -> Int) async -> Room {
        guard let admission else { return .free }
        do {
            let input = client.limits.countsTokens ? try await bytes() * callLimit : 0
            try await reserve(admission, client, input, isContinuation: true)
            return .free
        } catch let problem as Problem {
            if let seconds = problem.retryAfterSeconds, seconds <= 60 { return .after(.seconds(seconds)) }
            state.withLock { $0.refusal = problem }
            return .free
        } catch {
            // The books cannot be read or written now.
            return .after(.seconds(1))
        }
    }

    /// Makes sure that a round fits in.
    ///
    /// - Throws: As ``roundBegins(_:)``.
    func makeRoom(bytes: () -> Int) async throws {
        let (reservation, refusal) = state.withLock { ($0.reservation, $0.refusal) }
        if let refusal { throw refusal }
        guard let reservation, reservation.client.limits.countsTokens else { return }
        let input = bytes() * callLimit
        let missing = state.withLock { state in
            let used = state.count.usage
            return (
                input: max(0, used.reduce(0) { $0 + $1.inputTokens } + input - state.reserved.input),
                output: max(
                    0,
                    used.reduce(0) { $0 + $1.outputTokens } + outputLimit * callLimit - state.reserved.output
                )
            )
        }
        guard missing.input > 0 || missing.output > 0 else { return }
        let estimate = TurnEstimate(models: candidates, inputTokens: missing.input, maxOutputTokens: missing.output)
        if let refusal = try await reservation.extend(by: estimate) { throw Problem(refusal) }
        state.withLock { state in
            state.reserved.input += missing.input
            state.reserved.output += missing.output
        }
    }

    private func reserve(
        _ admission: Admission,
        _ client: Client,
        _ input: Int,
        isContinuation: Bool
    ) async throws {
        let output = client.limits.countsTokens ? outputLimit * sampleCount * callLimit : 0
        let estimate = TurnEstimate(models: candidates, inputTokens: input, maxOutputTokens: output)
        let reservation = try await admission.reserve(client, estimate, isContinuation: isContinuation)
        state.withLock { state in
            state.reservation = reservation
            state.reserved = (input, output)
        }
    }
}
