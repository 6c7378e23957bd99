import FoundationEssentials
import Synchronization

/// The attempts at one request, as the state machine decides on them.
struct RetriedAttempts<C: Clock<Duration>> {
    typealias Send = @Sendable (HTTPRequest, AttemptDeadline?) async throws(TransportError) -> HTTPResponse

    private let request: HTTPRequest
    private let policy: RetryPolicy
    private let clock: C
    private let send: Send
    private let start: C.Instant
    private var machine: RetryStateMachine
    private var generator = SystemRandomNumberGenerator()

    init(request: HTTPRequest, policy: RetryPolicy, clock: C, send: @escaping Send) {
        self.request = request
        self.policy = policy
        self.clock = clock
        self.send = send
        start = clock.now
        machine = RetryStateMachine(policy: policy, method: request.method)
    }

    private enum Step {
        case finish(HTTPResponse)
        case wait(Duration)
    }

    mutating func run() async throws(TransportError) -> HTTPResponse {
        while true {
            switch try await next() {
            case .finish(let response): return response
            case .wait(let delay): try await wait(delay)
            }
        }
    }

    /// Makes one attempt.
    ///
    /// A response that is not the last one is released at the end of this call.
    private mutating func next() async throws(TransportError) -> Step {
        let result = await limitedAttempt()
        let outcome =
            switch result {
            case .success(let response):
                AttemptOutcome.answered(status: response.status, retryAfter: response.headers.retryAfter(now: Date()))
            case .failure(let error):
                AttemptOutcome.failed(error)
            }
        let elapsed = start.duration(to: clock.now)
        switch machine.recordAttempt(outcome, elapsed: elapsed, using: &generator) {
        case .retry(let delay): return .wait(delay)
        case .end: return .finish(try result.mapError(counted).get())
        }
    }

    private func wait(_ delay: Duration) async throws(TransportError) {
        do {
            try await clock.sleep(for: delay)
        } catch {
            throw cancelled
        }
    }

    private var host: String { HTTPRequest.host(of: request.url) }

    private var cancelled: TransportError {
        TransportError(.cancelled, "The request to \(host) was cancelled while it waited for another attempt.")
    }

    /// Adds the number of attempts to an error after more than one attempt.
    private func counted(_ error: TransportError) -> TransportError {
        guard machine.attempts > 1, error.code != .cancelled else { return error }
        var error = error
        error.message = "\(error.clause) (attempt \(machine.attempts))."
        return error
    }
}

// MARK: The deadline

extension RetriedAttempts {
    private typealias Outcome = Result<HTTPResponse, TransportError>

    /// Sends the request, and cancels it at the deadline.
    private func limitedAttempt() async -> Outcome {
        // The transport itself ends a first attempt in time if its own limit is no later: a timer and two tasks fewer.
        guard let deadline = policy.deadline,
            machine.attempts > 0 || (request.timeouts.total ?? deadline * 2) > deadline
        else { return await attempt(until: nil) }
        let end = start.advanced(by: deadline)
        let attemptDeadline = AttemptDeadline()
        return await withTaskGroup(of: Outcome?.self) { group in
            group.addTask { await self.attempt(until: attemptDeadline) }
            group.addTask {
                // The sleep ends early when the attempt is over or the caller's task is cancelled; the attempt then decides the outcome.
                guard (try? await clock.sleep(until: end, tolerance: nil)) != nil else { return nil }
                attemptDeadline.pass()
                return .failure(overdue(deadline))
            }
            defer { group.cancelAll() }
            while let outcome = await group.next() {
                if let outcome { return outcome }
            }
            return .failure(cancelled)
        }
    }

    private func attempt(until deadline: AttemptDeadline?) async -> Outcome {
        do {
            return .success(try await send(request, deadline))
        } catch {
            return .failure(error)
        }
    }

    private func overdue(_ deadline: Duration) -> TransportError {
        TransportError(
            .timeout(.total),
            "\(host) sent no answer within \(deadline.formattedSeconds) seconds in all attempts together."
        )
    }
}

extension Duration {
    /// The seconds in plain digits, with a fraction only if there is one.
    fileprivate var formattedSeconds: String {
        components.attoseconds == 0 ? "\(components.seconds)" : "\(self / .seconds(1))"
    }
}

/// A flag that distinguishes an attempt cancelled by its deadline from one cancelled by its caller.
final class AttemptDeadline: Sendable {
    private let state = Atomic(false)

    /// Whether the deadline had passed before the attempt was cancelled.
    var hasPassed: Bool { state.load(ordering: .acquiring) }

    /// Sets the flag; called before the attempt is cancelled.
    func pass() { state.store(true, ordering: .releasing) }
}
