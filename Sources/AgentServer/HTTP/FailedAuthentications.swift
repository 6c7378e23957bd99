package import Logging
import NIOCore
import NIOPosix
import Synchronization
import Transport

/// Counts, logs and delays failed authentications, for all connections together, as ``AuthenticationThrottle`` decides.
package final class FailedAuthentications: Sendable {
    /// The times that it needs; tests set their own.
    struct Timing: Sendable {
        var now: @Sendable () -> NIODeadline = { .now() }
        /// Waits; ends early when the task is cancelled.
        var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Has something done later.
        var schedule: @Sendable (TimeAmount, @escaping @Sendable () -> Void) -> Void = { delay, body in
            MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: delay, body)
        }
    }

    private let logger: Logger
    private let delay: Duration
    private let timing: Timing
    private let throttle = Mutex(AuthenticationThrottle())

    /// Makes a counter.
    ///
    /// - Parameter delay: How long the answers to an address are delayed that has had too many failures.
    package convenience init(logger: Logger, delay: Duration) {
        self.init(logger: logger, delay: delay, timing: Timing())
    }

    init(logger: Logger, delay: Duration, timing: Timing) {
        self.logger = logger
        self.delay = delay
        self.timing = timing
    }

    /// Counts a failure and logs it, in a form that programs such as fail2ban read, or later in a line for all of the window.
    ///
    /// - Parameter token: The state of the token: `unknown`, `expired` or `revoked`.
    /// - Returns: The brake of an address that has had too many failures; to be handed to ``wait(for:)``.
    func record(_ token: String, from address: IPAddress?, _ logger: Logger) -> AuthenticationThrottle.Brake? {
        let (brake, counts) = throttle.withLock { throttle in
            let now = timing.now()
            return (address.flatMap { throttle.failed(AddressBlock($0), at: now) }, throttle.counts(at: now))
        }
        log(counts)
        guard let brake else {
            logger.notice(
                "Authentication failed",
                metadata: ["address": "\(address?.description ?? "unknown")", "token": "\(token)"]
            )
            return nil
        }
        if brake.isFirst {
            timing.schedule(brake.rest) { [weak self] in
                guard let self else { return }
                log(throttle.withLock { $0.counts(at: self.timing.now()) })
            }
        }
        return brake
    }

    /// Waits for as long as an answer is delayed.
    func wait(for brake: AuthenticationThrottle.Brake) async {
        guard brake.isDelayed else { return }
        defer { throttle.withLock { $0.delayEnded() } }
        // It throws when the connection's task is cancelled; then the answer goes out at once.
        try? await timing.sleep(delay)
    }

    private func log(_ counts: [AuthenticationThrottle.Count]) {
        for count in counts {
            logger.notice(
                "More authentications failed than are logged one by one",
                metadata: ["address": "\(count.address)", "failures": "\(count.failures)"]
            )
        }
    }
}
