package import Logging
import NIOCore
import NIOPosix
import Synchronization
import Transport

/// The failed authentications at one listener, so that those of clients do not delay administrators: counts, logs and delays them as ``AuthenticationThrottle`` decides.
package final class FailedAuthentications: Sendable {
    /// The clock and timers.
    ///
    /// Tests replace them.
    struct Timing: Sendable {
        var now: @Sendable () -> NIODeadline = { .now() }
        /// Waits; ends early if the task is cancelled.
        var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
        /// Calls a function later.
        var schedule: @Sendable (TimeAmount, @escaping @Sendable () -> Void) -> Void = { delay, body in
            MultiThreadedEventLoopGroup.singleton.any().scheduleTask(in: delay, body)
        }
    }

    private let logger: Logger
    private let delay: Duration
    private let timing: Timing
    private let throttle = Mutex(AuthenticationThrottle())
    private let signIns = Mutex(SignInThrottle())

    /// Creates a counter.
    ///
    /// - Parameter delay: The delay of responses to an address with too many failures.
    package convenience init(logger: Logger, delay: Duration) {
        self.init(logger: logger, delay: delay, timing: Timing())
    }

    init(logger: Logger, delay: Duration, timing: Timing) {
        self.logger = logger
        self.delay = delay
        self.timing = timing
    }

    /// Counts a failure.
    ///
    /// It is logged in a form that programs such as fail2ban can read, or later in one line for the whole window.
    ///
    /// - Parameter token: The state of the token: `unknown`, `expired`, `revoked` or `refused`.
    /// - Returns: The brake of an address with too many failures, for ``wait(for:)``.
    func record(_ token: String, from address: IPAddress?, _ logger: Logger) -> AuthenticationThrottle.Brake? {
        let (brake, counts) = throttle.withLock { throttle in
            let now = timing.now()
            return (address.flatMap { throttle.recordFailure(AddressBlock($0), at: now) }, throttle.counts(at: now))
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

    /// Whether a refused token from an address may cause a look into the store: not if the address has too many failures.
    func allowsLook(for address: IPAddress?) -> Bool {
        guard let address else { return true }
        return throttle.withLock { !$0.isExceeded(by: AddressBlock(address), at: timing.now()) }
    }

    /// Returns the seconds for which a browser at an address must wait before its sign-in is looked at; `nil` for none.
    func secondsUntilSignIn(from address: IPAddress?) -> Int? {
        let wait = signIns.withLock { $0.wait(of: address.map(AddressBlock.init), at: timing.now()) }
        return wait.map { max(1, Int(($0.nanoseconds + 999_999_999) / 1_000_000_000)) }
    }

    /// Counts and logs a failed sign-in; returns whether it is to be written down elsewhere too.
    func recordFailedSignIn(from address: IPAddress?, _ logger: Logger) -> Bool {
        let record = signIns.withLock { $0.recordFailure(address.map(AddressBlock.init), at: timing.now()) }
        guard record != .omitted else { return false }
        logger.notice(
            "Authentication failed",
            metadata: ["address": "\(address?.description ?? "unknown")", "token": "unknown"]
        )
        if record == .last {
            logger.warning(
                "Many sign-ins failed; further ones of this minute are refused without a line here and without an audit row",
                metadata: ["failures": "\(SignInThrottle.recordedInAll)"]
            )
        }
        return true
    }

    /// Forgets the failed sign-ins of an address, which has signed in.
    func recordSignIn(from address: IPAddress?) {
        signIns.withLock { $0.recordSuccess(address.map(AddressBlock.init)) }
    }

    /// Waits for the delay of a response.
    func wait(for brake: AuthenticationThrottle.Brake) async {
        guard brake.isDelayed else { return }
        defer { throttle.withLock { $0.releaseDelay() } }
        // This throws if the connection's task is cancelled; the response is then sent at once.
        try? await timing.sleep(delay)
    }

    private func log(_ counts: [AuthenticationThrottle.Count]) {
        for count in counts {
            logger.notice(
                "Further authentications failed and were not logged individually",
                metadata: ["address": "\(count.address)", "failures": "\(count.failures)"]
            )
        }
    }
}
