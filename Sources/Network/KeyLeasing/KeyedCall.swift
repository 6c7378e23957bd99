/// A call to an upstream with a key of its pool: leases a key, reports failures, and retries with another key where
/// that helps.
public enum KeyedCall {
    /// Makes the call, with one key after another as ``KeyAttempts`` decides.
    ///
    /// If there is no other key, it throws the error of the last attempt, not the pool's, because the former says more.
    ///
    /// - Parameters:
    ///   - lease: Lends a key.
    ///   - outcome: Returns what an error shows about the key, which is then reported; `nil` reports nothing.
    ///   - mayRepeat: Returns whether the call may be repeated: false once a part of its answer was passed on.
    ///   - call: Makes the call with the key; it reports `.accepted` itself as soon as it knows.
    public static func perform<Value, Failure: Error>(
        lease: () async throws(Failure) -> KeyLease?,
        outcome: (Failure) -> KeyOutcome?,
        mayRepeat: () -> Bool = { true },
        _ call: (KeyLease?) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        var attempts = KeyAttempts()
        var lastError: Failure?
        var refused: KeyLease.Refusals = []
        while true {
            let key: KeyLease?
            do {
                key = try await lease()?.retrying(refused)
            } catch {
                throw lastError ?? error
            }
            // The first key is new to the call in any case.
            let keyID = key.flatMap { $0.credential == nil ? nil : $0.keyID }
            let isNew = attempts.startAttempt(with: keyID)
            if let lastError, !isNew { throw lastError }
            do {
                return try await call(key)
            } catch {
                let outcome = outcome(error)
                // Without a key an error shows only that one is wanted: a server may judge a request before it asks for its key.
                if let outcome, keyID != nil || outcome == .refused { key?.report(outcome) }
                if outcome == .refused, let key { refused.append(key.othersOutcome) }
                guard attempts.shouldRetry(after: outcome), mayRepeat() else { throw error }
                lastError = error
            }
        }
    }
}
