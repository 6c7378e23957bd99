/// A call to an upstream with a key of its pool: leases, reports what failed, and goes on with another key where that helps.
public enum KeyedCall {
    /// Makes the call, with one key after the other as ``KeyAttempts`` decides.
    ///
    /// When there is no other key, the error of the last try is thrown, not that of the pool: it says more.
    ///
    /// - Parameters:
    ///   - lease: Lends a key.
    ///   - outcome: What an error says about the key; it is reported. `nil` reports nothing.
    ///   - mayRepeat: Whether the call may still be made again: not once somebody has heard a part of its answer.
    ///   - call: The call; it reports `.accepted` itself, as soon as it knows.
    public static func perform<Value, Failure: Error>(
        lease: () async throws(Failure) -> KeyLease?,
        outcome: (Failure) -> KeyOutcome?,
        mayRepeat: () -> Bool = { true },
        _ call: (KeyLease?) async throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        var attempts = KeyAttempts()
        var lastError: Failure?
        while true {
            let key: KeyLease?
            do {
                key = try await lease()
            } catch {
                throw lastError ?? error
            }
            // The first key is new to the call in any case.
            let isNew = attempts.begin(with: key?.keyID)
            if let lastError, !isNew { throw lastError }
            do {
                return try await call(key)
            } catch {
                let outcome = outcome(error)
                if let outcome { key?.report(outcome) }
                guard attempts.goOn(after: outcome), mayRepeat() else { throw error }
                lastError = error
            }
        }
    }
}
