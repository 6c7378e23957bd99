import Foundation
import Glibc
import Synchronization

/// The bytes of a terminal and the signals that concern it, read by a thread of its own because reads block.
final class TerminalInput: Sendable {
    /// Something that the thread received.
    enum Event: Sendable {
        /// Bytes of the standard input.
        case bytes([UInt8])
        /// The end of the standard input.
        case end
        /// A signal.
        case signal(Int32)
    }

    /// The signals that are received.
    private static let signals = [SIGWINCH, SIGCONT, SIGTERM, SIGHUP, SIGINT]
    /// The writing end of the pipe through which signals and the end reach the thread.
    ///
    /// A signal handler cannot use anything else.
    private static let pipe = Atomic<Int32>(-1)
    /// The byte in the pipe that ends the thread; no signal has this number.
    private static let stop: UInt8 = 0

    private let reading: Int32
    private let writing: Int32
    private let hasEnded = Atomic<Bool>(false)

    /// Starts the thread.
    ///
    /// - Parameter onEvent: Called by the thread.
    init(_ onEvent: @escaping @Sendable (Event) -> Void) throws {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw CommandFailure("A pipe cannot be made: \(String(cString: strerror(errno))). Close other programs.")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        // A signal handler must not wait for the thread.
        _ = fcntl(ends[1], F_SETFL, O_NONBLOCK)
        (reading, writing) = (ends[0], ends[1])
        Self.pipe.store(writing, ordering: .releasing)
        for signal in Self.signals {
            var action = sigaction()
            action.__sigaction_handler.sa_handler = { number in
                let saved = errno
                var byte = UInt8(truncatingIfNeeded: number)
                _ = Glibc.write(TerminalInput.pipe.load(ordering: .acquiring), &byte, 1)
                errno = saved
            }
            sigemptyset(&action.sa_mask)
            action.sa_flags = SA_RESTART
            sigaction(signal, &action, nil)
        }
        let reading = reading
        Thread { Self.read(reading, onEvent) }.start()
    }

    /// Ends the thread, and restores the usual effect of the signals.
    func end() {
        guard !hasEnded.exchange(true, ordering: .acquiringAndReleasing) else { return }
        for signal in Self.signals { Glibc.signal(signal, SIG_DFL) }
        Self.pipe.store(-1, ordering: .releasing)
        var byte = Self.stop
        _ = write(writing, &byte, 1)
        // The thread closes its end; this one stays open until the process ends, because the thread may still poll it.
    }

    private static func read(_ signals: Int32, _ onEvent: (Event) -> Void) {
        var block = [UInt8](repeating: 0, count: 4096)
        var hasInput = true
        while true {
            var waits = [
                pollfd(fd: signals, events: Int16(POLLIN), revents: 0),
                pollfd(fd: hasInput ? STDIN_FILENO : -1, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&waits, nfds_t(waits.count), -1) >= 0 else {
                if errno == EINTR { continue }
                return onEvent(.end)
            }
            if waits[0].revents != 0 {
                var byte: UInt8 = 0
                guard Glibc.read(signals, &byte, 1) == 1, byte != stop else {
                    close(signals)
                    return
                }
                onEvent(.signal(Int32(byte)))
            }
            guard waits[1].revents != 0 else { continue }
            let count = Glibc.read(STDIN_FILENO, &block, block.count)
            if count > 0 {
                onEvent(.bytes(Array(block[..<count])))
            } else if count == 0 || errno != EINTR && errno != EAGAIN {
                hasInput = false
                onEvent(.end)
            }
        }
    }
}
