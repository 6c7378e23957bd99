import AgentTools
import Synchronization
import ToolDeclarations

/// The limits on the number of requests, at the same time and in a time.
final class CallLimiter: Sendable {
    private let slots: CallSlots
    private let rate: Mutex<CallRate?>

    init(_ limits: CallLimits) {
        slots = CallSlots(limits.concurrent)
        rate = Mutex(limits.rate.map { CallRate(calls: $0.calls, period: $0.period, now: .now) })
    }

    /// Runs an operation within the limits.
    ///
    /// - Parameters:
    ///   - end: The end of the call; no place after it is waited for.
    ///   - host: The host for the failure.
    /// - Throws: ``UpstreamFailure`` with code `rateLimited` if there is no place until the end; the error of the operation.
    func admit<Value: Sendable>(
        until end: ContinuousClock.Instant,
        host: String,
        _ operation: () async throws -> Value
    ) async throws -> Value {
        let now = ContinuousClock.now
        let (wait, rest) = rate.withLock { rate -> (Duration?, Duration) in
            guard rate != nil else { return (.zero, .zero) }
            let wait = rate?.reserve(at: now, waitingAtMost: end - now)
            return (wait, rate?.wait(at: now) ?? .zero)
        }
        guard let wait else {
            throw UpstreamFailure(.rateLimited, host: host, retryAfter: max(1, rest.wholeSeconds))
        }
        if wait > .zero { try await Task.sleep(for: wait) }
        return try await slots.withSlot(operation)
    }
}
