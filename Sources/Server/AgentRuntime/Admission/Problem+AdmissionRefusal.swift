public import Accounts
public import AgentWire

extension Problem {
    /// Makes the problem for a client whose limits have no room for its request.
    public init(_ refusal: AdmissionRefusal) {
        let isRate: Bool =
            switch refusal.limit {
            case .requestsPerMinute, .concurrentRuns, .tokensPerMinute: true
            case .tokensPerDay, .tokensPerMonth, .moneyPerDay, .moneyPerMonth: false
            }
        let kind = isRate ? Kind.rateLimited : .budgetExceeded
        self.init(
            kind,
            title: refusal.share == .user ? kind.titleOfUser : nil,
            detail: refusal.message,
            retryAfterSeconds: refusal.retryAfterSeconds
        )
        violatedPolicies = refusal.violated
    }
}

extension Admission {
    /// Reserves the tokens or money that a request may use.
    ///
    /// - Throws: ``Problem`` when the client's limits have no room for it; `StoreError`.
    public func reserve(
        _ client: Principal,
        _ estimate: TurnEstimate,
        isContinuation: Bool = false
    ) async throws -> Reservation {
        switch try await admit(client, estimate, isContinuation: isContinuation) {
        case .admitted(let reservation): return reservation
        case .refused(let refusal): throw Problem(refusal)
        }
    }
}
