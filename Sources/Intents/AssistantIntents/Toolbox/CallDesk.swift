/// The guard in front of the actions: it notes calls in the ledger, and lets a repeated one wait for the first.
actor CallDesk {
    private var ledger: CallLedger
    private let store: (any CallLedgerStore)?
    private let now: @Sendable () -> Int
    private var waiting: [String: [CheckedContinuation<IntentOutcome, Never>]] = [:]

    /// Loads the ledger, and ends the calls that ran when the app ended.
    init(store: (any CallLedgerStore)?, now: @escaping @Sendable () -> Int) throws {
        var ledger = try store?.load() ?? CallLedger()
        ledger.recover(at: now())
        self.ledger = ledger
        self.store = store
        self.now = now
    }

    /// Returns `nil` if the call has to run, otherwise its outcome, for which it waits if the call runs already.
    func begin(_ call: IntentCall, isIdempotent: Bool, isStarted: Bool = false) async -> IntentOutcome? {
        if isStarted, !isIdempotent, !ledger.contains(call.callID) { return .unknown }
        let before = ledger
        switch ledger.begin(call, isIdempotent: isIdempotent, at: now()) {
        case .run:
            do { try store?.save(ledger) } catch {
                // A call that is not noted could run twice.
                ledger = before
                return .failed(IntentError(.unavailable, "The call could not be noted before it runs: \(error)"))
            }
            return nil
        case .running: return await withCheckedContinuation { waiting[call.callID, default: []].append($0) }
        case .finished(let outcome): return outcome
        case .inputChanged:
            return .failed(IntentError(.inputChanged, "The call '\(call.callID)' was sent before with another input."))
        }
    }

    /// Notes the end of a call.
    func finish(_ call: IntentCall, _ outcome: IntentOutcome) {
        ledger.finish(call.callID, outcome, at: now())
        // If the end is not stored, a call that arrives after a restart has an unknown outcome.
        try? store?.save(ledger)
        for continuation in waiting.removeValue(forKey: call.callID) ?? [] { continuation.resume(returning: outcome) }
    }
}
