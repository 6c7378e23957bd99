import KeyLeasing
import Secrets
import Synchronization
import Testing

/// The keys with which one call is tried.
@Suite struct KeyAttemptsTests {
    struct Row: Sendable {
        /// The keys that the pool lends, and the failure of the call with each.
        var steps: [(key: String?, outcome: KeyOutcome?)]
        /// The number of keys with which the call is made.
        var calls: Int
    }

    static let rows: [Row] = [
        Row(steps: [("a", .refused), ("b", .outOfCredit), ("c", .limited(retryAfter: nil))], calls: 3),
        Row(steps: [("a", .accepted), ("b", .refused)], calls: 1),
        Row(steps: [("a", .upstreamFault), ("b", .refused)], calls: 1),
        Row(steps: [("a", nil), ("b", .refused)], calls: 1),
        // The same key again.
        Row(steps: [("a", .refused), ("a", .refused)], calls: 1),
        Row(steps: [("a", .refused), ("b", .refused), ("a", .refused)], calls: 2),
        // With a key, then without one, and vice versa.
        Row(steps: [("a", .refused), (nil, nil)], calls: 1),
        Row(steps: [(nil, .refused), ("a", .refused)], calls: 1),
        // Four at most.
        Row(steps: ["a", "b", "c", "d", "e"].map { ($0, .refused) }, calls: 4),
    ]

    @Test(arguments: rows.indices) func table(index: Int) {
        var attempts = KeyAttempts()
        var calls = 0
        for step in Self.rows[index].steps {
            guard attempts.startAttempt(with: step.key) else { break }
            calls += 1
            guard attempts.shouldRetry(after: step.outcome) else { break }
        }
        #expect(calls == Self.rows[index].calls)
    }

    private struct Fault: Error, Equatable { var outcome: KeyOutcome }

    private struct Empty: Error {}

    @Test func theLastErrorOfTheUpstreamIsThrownAndNotThePools() async {
        let keys = Mutex(["a", "b"])
        let told = Mutex<[String]>([])
        let error = await #expect(throws: Fault.self) {
            try await KeyedCall.perform(
                lease: {
                    let key = keys.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                    guard let key else { throw Empty() }
                    return KeyLease(keyID: key, secret: SecretString("secret")) { outcome in
                        told.withLock { $0.append("\(key) \(outcome)") }
                    }
                },
                outcome: { ($0 as? Fault)?.outcome },
                { (key: KeyLease?) async throws -> Void in
                    throw Fault(outcome: key?.keyID == "a" ? .refused : .outOfCredit)
                }
            )
        }
        #expect(error == Fault(outcome: .outOfCredit))
        #expect(told.withLock { $0 } == ["a refused", "b outOfCredit"])
    }

    /// The only key of a server that may need none is removed while a call is refused with it.
    @Test func aCallThatStartedWithAKeyNeverContinuesWithoutOne() async {
        let leases = Mutex<[KeyLease]>([
            KeyLease(keyID: "a", secret: SecretString("secret")), .keyless(remedy: "Add one.", onReport: { _ in }),
        ])
        let calls = Mutex<[String]>([])
        await #expect(throws: Fault(outcome: .refused)) {
            try await KeyedCall.perform(
                lease: { () async throws -> KeyLease? in
                    leases.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                },
                outcome: { ($0 as? Fault)?.outcome },
                { (key: KeyLease?) async throws -> Void in
                    calls.withLock { $0.append(key?.keyID ?? "none") }
                    throw Fault(outcome: .refused)
                }
            )
        }
        #expect(calls.withLock { $0 } == ["a"])
    }

    @Test(
        arguments: [
            (.refused, [.refused]), (.accepted, []), (.outOfCredit, []), (.limited(retryAfter: nil), []),
        ] as [(KeyOutcome, [KeyOutcome])]
    )
    func anErrorWithoutAKeyShowsOnlyThatOneIsWanted(outcome: KeyOutcome, reports: [KeyOutcome]) async {
        let told = Mutex<[KeyOutcome]>([])
        await #expect(throws: Fault(outcome: outcome)) {
            try await KeyedCall.perform(
                lease: { () async throws -> KeyLease? in
                    KeyLease.keyless(remedy: "Add one.", onReport: { outcome in told.withLock { $0.append(outcome) } })
                },
                outcome: { ($0 as? Fault)?.outcome },
                { (_: KeyLease?) async throws -> Void in throw Fault(outcome: outcome) }
            )
        }
        #expect(told.withLock { $0 } == reports)
    }

    @Test func thePoolsErrorIsThrownWhenNothingWasTried() async {
        await #expect(throws: Empty.self) {
            try await KeyedCall.perform(
                lease: { throw Empty() },
                outcome: { _ in .refused },
                { (_: KeyLease?) async throws -> Void in }
            )
        }
    }
}
