import Glibc
import Synchronization

/// The owner of one thread that runs libcurl.
final class CurlDriver: Sendable {
    let mailbox: Mailbox
    private let exit: ExitSignal
    private let thread: Mutex<pthread_t?>

    init(configuration: HTTPClient.Configuration) {
        let wakeEvent = WakeEvent()
        let mailbox = Mailbox(waking: wakeEvent)
        let exit = ExitSignal()
        self.mailbox = mailbox
        self.exit = exit
        // The thread holds the mailbox and the signal but not the driver, so a driver that is released can still stop it.
        let thread = wakeEvent.flatMap { wakeEvent in
            Self.startThread {
                CurlLoop.run(reading: mailbox, waking: wakeEvent, configuration: configuration)
                exit.raise()
            }
        }
        self.thread = Mutex(thread)
        if thread == nil {
            _ = mailbox.close(
                TransportError(.limit, "The system has no thread or descriptor left for the HTTP client.")
            )
            exit.raise()
        }
    }

    deinit {
        stop()
        if let thread = thread.withLock({ $0.take() }) { pthread_detach(thread) }
    }

    /// Tells the thread to end every transfer and then itself.
    func stop() {
        mailbox.post(.shutdown)
    }

    /// Ends every transfer and waits until the thread has ended.
    func shutdown() async {
        stop()
        await exit.wait()
        // The thread has finished its work, so joining it does not block.
        if let thread = thread.withLock({ $0.take() }) { pthread_join(thread, nil) }
    }

    private static func startThread(_ body: @escaping @Sendable () -> Void) -> pthread_t? {
        let context = Unmanaged.passRetained(ThreadBody(run: body))
        var thread = pthread_t()
        let code = pthread_create(&thread, nil, runThreadBody, context.toOpaque())
        guard code == 0 else {
            context.release()
            return nil
        }
        return thread
    }
}

private final class ThreadBody: Sendable {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

private func runThreadBody(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let context else { return nil }
    // This thread handles no signal. The mask also keeps a write to a closed TLS connection from ending the process: the writing
    // thread receives SIGPIPE, and CURLOPT_NOSIGNAL keeps libcurl from handling it. A crash is reported by a handler on the thread that
    // crashes.
    var signals = sigset_t()
    sigfillset(&signals)
    for signal in [SIGILL, SIGTRAP, SIGBUS, SIGFPE, SIGSEGV, SIGSYS] { sigdelset(&signals, signal) }
    pthread_sigmask(SIG_BLOCK, &signals, nil)
    Unmanaged<ThreadBody>.fromOpaque(context).takeRetainedValue().run()
    return nil
}

/// A signal, raised once, on which tasks wait for the end of the thread.
private final class ExitSignal: Sendable {
    private struct State {
        var isRaised = false
        var waiters: [CheckedContinuation<Void, Never>] = []
    }

    private let state = Mutex(State())

    func raise() {
        let waiters = state.withLock { state in
            defer { state = State(isRaised: true) }
            return state.waiters
        }
        for waiter in waiters { waiter.resume() }
    }

    func wait() async {
        await withCheckedContinuation { waiter in
            let isRaised = state.withLock { state in
                if !state.isRaised { state.waiters.append(waiter) }
                return state.isRaised
            }
            if isRaised { waiter.resume() }
        }
    }
}
