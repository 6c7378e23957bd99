import Accounts
import AgentWire
import Storage
import Synchronization

extension TurnMeter {
    /// Whether a turn that has waited can resume.
    enum Room: Equatable {
        /// It can.
        ///
        /// A refusal for longer than a minute is thrown when its model would be called.
        case free
        /// Not yet: it should try again after this time.
        case after(Duration)
    }

    /// Reserves the tokens of the first round, before there is a run.
    ///
    /// - Parameter bytes: Returns the bytes of the model's input; only called when tokens are counted.
    /// - Throws: ``Problem`` when the client's limits have no room for it; `StoreError`; the error of `bytes`.
    func admit(bytes: () async throws -> Int) async throws {
        guard let admission else { return }
        let input = client.limits.countsTokens ? try await bytes() * sampleCount * callLimit : 0
        try await reserve(admission, client, input, isContinuation: false)
    }

    /// Reserves the tokens of the next round of a turn that was settled because it waited for its client.
    ///
    /// The turn waits for tokens that the client's other turns or the last minute have used. A budget that is used up for longer ends
    /// the turn, after its approved calls are done.
    ///
    /// - Parameters:
    ///   - client: The turn's client with its current limits.
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
            // The reservations cannot be read or written now.
            return .after(.seconds(1))
        }
    }

    /// Extends the reservation when the next round may use more than is left of it.
    ///
    /// - Throws: As ``startRound(_:)``.
    func extendReservation(bytes: () -> Int) async throws {
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

extension ClientLimits {
    /// Whether a turn's tokens must be estimated before it starts.
    var countsTokens: Bool { hasBudget || tokensPerMinute != nil }
}
