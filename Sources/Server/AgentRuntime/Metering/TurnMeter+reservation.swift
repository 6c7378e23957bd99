import Accounts
import AgentWire
import Storage
import Synchronization

extension TurnMeter {
    /// Reserves the tokens of the first round, before there is a run.
    ///
    /// - Parameter tokens: Returns the estimate of the model's input; only called when tokens are counted.
    /// - Throws: ``Problem`` when the client's limits have no room for it; `StoreError`; the error of `tokens`.
    func admit(tokens: () async throws -> Int) async throws {
        guard let admission else { return }
        let input = client.countsTokens ? try await tokens() : 0
        try await reserve(admission, client, input, callCount: sampleCount * callLimit, isContinuation: false)
    }

    /// Reserves the tokens of the next round of a turn that was settled because it waited for its client.
    ///
    /// The turn waits for tokens that the client's other turns or the last minute have used. A budget that is used up for longer ends
    /// the turn, after its approved calls are done.
    ///
    /// - Parameters:
    ///   - client: The turn's client with its current limits.
    ///   - tokens: As in ``admit(tokens:)``.
    func admitAgain(_ client: Principal, tokens: () async throws -> Int) async -> TokenRoom {
        guard let admission else { return .free }
        do {
            let input = client.countsTokens ? try await tokens() : 0
            try await reserve(admission, client, input, callCount: callLimit, isContinuation: true)
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
    func extendReservation(tokens: () -> Int) async throws {
        let (reservation, refusal) = state.withLock { ($0.reservation, $0.refusal) }
        if let refusal { throw refusal }
        guard let reservation, reservation.client.countsTokens else { return }
        let request = tokens()
        let estimate = TurnEstimate(
            models: candidates,
            inputTokens: request * callLimit,
            requestTokens: request,
            maxOutputTokens: outputLimit * callLimit
        )
        let used = state.withLock { $0.count.usage }
        if let refusal = try await reservation.extend(by: estimate, after: used) { throw Problem(refusal) }
    }

    /// Reserves the tokens of a round.
    ///
    /// - Parameter input: The tokens of one request.
    private func reserve(
        _ admission: Admission,
        _ client: Principal,
        _ input: Int,
        callCount: Int,
        isContinuation: Bool
    ) async throws {
        let estimate = TurnEstimate(
            models: candidates,
            inputTokens: input * callCount,
            requestTokens: input,
            maxOutputTokens: client.countsTokens ? outputLimit * sampleCount * callLimit : 0
        )
        let reservation = try await admission.reserve(client, estimate, isContinuation: isContinuation)
        state.withLock { $0.reservation = reservation }
    }
}

extension Principal {
    /// Whether its turns' tokens must be estimated before they start, for one of its shares.
    var countsTokens: Bool { shares.contains { $0.limits.hasBudget || $0.limits.tokensPerMinute != nil } }
}
