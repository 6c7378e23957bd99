import Dispatch
import Glibc
import ModelContextProtocol
import Synchronization

/// Writes the messages for a client into a pipe, one in each line.
///
/// A message is accepted at once and written in order. The unread messages are bounded: notifications are dropped first; then the
/// output counts as broken.
final class LineOutput: Sendable {
    private struct State {
        var waitingBytes = 0
        var isBroken = false
    }

    /// The bytes that may wait before notifications are dropped, and before the output counts as broken.
    private static let waitingBytes = (notifications: 8 << 20, all: 512 << 20)

    private let descriptor: Int32
    private let onBreak: @Sendable () -> Void
    /// Runs the calls that block.
    private let queue = DispatchQueue(label: "torii.mcp.output")
    private let state = Mutex(State())

    /// Makes an output.
    ///
    /// - Parameters:
    ///   - descriptor: The pipe, which stays open.
    ///   - onBreak: Called once, when the client no longer reads.
    init(_ descriptor: Int32, onBreak: @escaping @Sendable () -> Void) {
        (self.descriptor, self.onBreak) = (descriptor, onBreak)
        // A client that has closed its end would otherwise end the process.
        signal(SIGPIPE, SIG_IGN)
    }

    /// Accepts a message.
    func send(_ message: RPCMessage) {
        let line = Array((message.serialized() + "\n").utf8)
        var isNotification = false
        if case .notification = message { isNotification = true }
        let isAccepted = state.withLock { state in
            guard !state.isBroken, !isNotification || state.waitingBytes < Self.waitingBytes.notifications else {
                return false
            }
            state.waitingBytes += line.count
            return true
        }
        guard isAccepted else { return }
        queue.async { self.write(line) }
        if state.withLock({ $0.waitingBytes > Self.waitingBytes.all }) { fail() }
    }

    /// Returns when everything that was accepted is written, or the output is broken.
    func drain() async {
        await withCheckedContinuation { continuation in queue.async { continuation.resume() } }
    }

    private func write(_ line: [UInt8]) {
        defer { state.withLock { $0.waitingBytes -= line.count } }
        var rest = line[...]
        while !rest.isEmpty, !state.withLock(\.isBroken) {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count >= 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                poll(&wait, 1, 1000)
            } else if errno != EINTR {
                fail()
            }
        }
    }

    private func fail() {
        let isNew = state.withLock { state in
            defer { state.isBroken = true }
            return !state.isBroken
        }
        if isNew { onBreak() }
    }
}
