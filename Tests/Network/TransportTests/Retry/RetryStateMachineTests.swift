import SeededRandom
import Testing
@testable import Transport

@Suite struct RetryStateMachineTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var method = HTTPMethod.get
        var outcome: AttemptOutcome
        var isRetried: Bool

        var testDescription: String { "\(method.rawValue) \(outcome)" }
    }

    private static func status(_ status: Int, _ method: HTTPMethod, _ isRetried: Bool) -> Row {
        Row(method: method, outcome: .answered(status: status, retryAfter: nil), isRetried: isRetried)
    }

    private static func fault(
        _ code: TransportError.Code,
        isSafe: Bool,
        _ method: HTTPMethod,
        _ isRetried: Bool
    ) -> Row {
        Row(
            method: method,
            outcome: .failed(TransportError(code, "It failed.", isRetrySafe: isSafe)),
            isRetried: isRetried
        )
    }

    static let rows: [Row] =
        [408, 425, 429, 500, 502, 503, 504].map { status($0, .get, true) }
        + [200, 204, 206, 301, 304, 400, 401, 403, 404, 409, 422, 501, 505].map { status($0, .get, false) }
        // Statuses that say that nothing was done are retried with any method, the others are not.
        + [408, 425, 429, 503].map { status($0, .post, true) } + [500, 502, 504, 200].map { status($0, .post, false) }
        + [.head, .put, .delete].map { status(500, $0, true) } + [status(500, .patch, false)]
        + [
            fault(.connect, isSafe: true, .post, true), fault(.connect, isSafe: true, .get, true),
            fault(.resolve, isSafe: true, .post, true), fault(.timeout(.connect), isSafe: true, .post, true),
            fault(.firstByte, isSafe: false, .post, false), fault(.firstByte, isSafe: false, .get, true),
            fault(.send, isSafe: false, .post, false), fault(.timeout(.firstByte), isSafe: false, .post, false),
            fault(.timeout(.firstByte), isSafe: false, .get, true),
            // Waiting does not remove these faults, or the caller caused them.
            fault(.tls, isSafe: true, .get, false), fault(.policy, isSafe: true, .get, false),
            fault(.invalidRequest, isSafe: true, .get, false), fault(.limit, isSafe: true, .get, false),
            fault(.cancelled, isSafe: true, .get, false), fault(.timeout(.total), isSafe: true, .get, false),
            fault(.circuitOpen, isSafe: true, .get, false), fault(.body, isSafe: false, .get, false),
        ]

    @Test(arguments: rows) func failuresThatAreRetried(row: Row) {
        var machine = RetryStateMachine(policy: RetryPolicy(), method: row.method)
        var generator = HighestGenerator()
        let decision = machine.recordAttempt(row.outcome, elapsed: .zero, using: &generator)
        #expect(decision == (row.isRetried ? .retry(after: .milliseconds(500)) : .end(.final)))
        #expect(machine.attempts == 1)
    }

    @Test func theMethodsAreTheCallersChoice() {
        let policy = RetryPolicy(methods: [.post], statuses: [500], refusals: [], faults: [.body])
        #expect(policy.isWorthRetrying(.answered(status: 500, retryAfter: nil), method: .post))
        #expect(!policy.isWorthRetrying(.answered(status: 500, retryAfter: nil), method: .get))
        #expect(!policy.isWorthRetrying(.answered(status: 503, retryAfter: nil), method: .post))
        #expect(policy.isWorthRetrying(.failed(TransportError(.body, "It broke.")), method: .post))
    }

    @Test func theDelayLimitDoublesUpToItsMaximum() {
        let policy = RetryPolicy(
            maximumAttempts: 100,
            baseDelay: .milliseconds(100),
            maximumDelay: .seconds(1),
            deadline: nil
        )
        var machine = RetryStateMachine(policy: policy, method: .get)
        var generator = HighestGenerator()
        let limits = (1...99).map { _ in
            machine.recordAttempt(.answered(status: 500, retryAfter: nil), elapsed: .zero, using: &generator)
        }
        let first: [Duration] = [.milliseconds(100), .milliseconds(200), .milliseconds(400), .milliseconds(800)]
        #expect(limits.prefix(4) == first.map { .retry(after: $0) }[...])
        #expect(limits.dropFirst(4).allSatisfy { $0 == .retry(after: .seconds(1)) })
        let last = machine.recordAttempt(.answered(status: 500, retryAfter: nil), elapsed: .zero, using: &generator)
        #expect(last == .end(.attemptsUsedUp))
    }

    /// Full jitter: any delay from zero to the limit, evenly distributed.
    @Test func delaysCoverTheWholeRange() {
        let policy = RetryPolicy(baseDelay: .seconds(1), maximumDelay: .seconds(1), deadline: nil)
        var generator = SeededGenerator(seed: 7)
        var tenths = [Int](repeating: 0, count: 10)
        var beyond: [Duration] = []
        for _ in 0..<10_000 {
            var machine = RetryStateMachine(policy: policy, method: .get)
            let decision = machine.recordAttempt(
                .answered(status: 500, retryAfter: nil),
                elapsed: .zero,
                using: &generator
            )
            guard case .retry(let delay) = decision else {
                Issue.record("\(decision)")
                return
            }
            if delay < .zero || delay > .seconds(1) { beyond.append(delay) }
            tenths[min(9, Int(delay / .milliseconds(100)))] += 1
        }
        #expect(beyond == [])
        #expect(tenths.allSatisfy { (900...1100).contains($0) }, "\(tenths)")
    }

    @Test(arguments: [
        (Duration.seconds(2), Duration.seconds(2)), (.seconds(30), .seconds(30)), (.seconds(31), .seconds(30)),
        (.seconds(86_400), .seconds(30)),
        // The wait that the server asks for is shorter than the back-off, so the back-off counts.
        (.zero, .milliseconds(500)), (.milliseconds(499), .milliseconds(500)),
    ]) func theServersRequestedDelayIsUsedUpToALimit(retryAfter: Duration, delay: Duration) {
        var machine = RetryStateMachine(policy: RetryPolicy(), method: .post)
        var generator = HighestGenerator()
        let outcome = AttemptOutcome.answered(status: 429, retryAfter: retryAfter)
        #expect(machine.recordAttempt(outcome, elapsed: .zero, using: &generator) == .retry(after: delay))
    }

    @Test(arguments: [
        (Duration.seconds(7), RetryStateMachine.Decision.retry(after: .seconds(2))),
        (.nanoseconds(7_999_999_999), .retry(after: .seconds(2))), (.seconds(8), .end(.deadline)),
        (.seconds(20), .end(.deadline)),
    ]) func noWaitExceedsTheDeadline(elapsed: Duration, expected: RetryStateMachine.Decision) {
        var machine = RetryStateMachine(policy: RetryPolicy(deadline: .seconds(10)), method: .get)
        var generator = HighestGenerator()
        let outcome = AttemptOutcome.answered(status: 503, retryAfter: .seconds(2))
        #expect(machine.recordAttempt(outcome, elapsed: elapsed, using: &generator) == expected)
    }

    @Test(arguments: [0, 1, -5]) func thereIsAtLeastOneAttempt(maximumAttempts: Int) {
        var machine = RetryStateMachine(policy: RetryPolicy(maximumAttempts: maximumAttempts), method: .get)
        var generator = HighestGenerator()
        let outcome = AttemptOutcome.answered(status: 503, retryAfter: nil)
        #expect(machine.recordAttempt(outcome, elapsed: .zero, using: &generator) == .end(.attemptsUsedUp))
    }

    @Test func delaysOfZeroOrLess() {
        var generator = SeededGenerator(seed: 1)
        for (base, maximum) in [
            (Duration.zero, Duration.seconds(1)), (.seconds(1), .zero), (.seconds(-1), .seconds(1)),
        ] {
            let policy = RetryPolicy(baseDelay: base, maximumDelay: maximum)
            var machine = RetryStateMachine(policy: policy, method: .get)
            let outcome = AttemptOutcome.answered(status: 503, retryAfter: nil)
            #expect(machine.recordAttempt(outcome, elapsed: .zero, using: &generator) == .retry(after: .zero))
        }
    }
}

/// A generator that returns the largest number each time, so that delays are at their limits.
struct HighestGenerator: RandomNumberGenerator {
    mutating func next() -> UInt64 { .max }
}
