import Synchronization

/// The messages of one answer in order, for one reader at a time.
///
/// A stream that keeps its messages can be read again from any place, so that a client whose connection broke continues.
/// Notifications that a slow reader leaves are dropped beyond a bound; requests and responses never are.
public final class MessageStream: Sendable {
    /// The news for a reader.
    public enum News: Sendable, Equatable {
        /// Messages, from a place on.
        case messages([String], first: Int)
        /// Nothing since the last ``MessageStream/remind()``.
        case quiet
        /// The stream has ended.
        case over
        /// Another reader has replaced this one.
        case replaced
    }

    private struct State {
        /// The place of the first message that is kept.
        var first = 0
        var messages: [String] = []
        var bytes = 0
        /// The place up to which messages were written by readers.
        var read = 0
        /// The place up to which messages were handed to readers, and the bytes of those after it.
        var handed = 0
        var unreadBytes = 0
        var startsWithResponse = false
        var isFinished = false
        var isReminded = false
        var readers = 0
        var hasReader = false
        var waiter: CheckedContinuation<Void, Never>?

        /// Drops messages that were read, oldest first, until the rest has at most this size.
        ///
        /// The last one stays: it may be a response whose reader has lost the connection.
        mutating func forget(upTo size: Int) {
            var count = 0
            while count < min(read - first, messages.count - 1), bytes > size {
                bytes -= messages[count].utf8.count
                count += 1
            }
            messages.removeFirst(count)
            first += count
        }

        var end: Int { first + messages.count }
        var unreadCount: Int { end - handed }

        mutating func wake() -> CheckedContinuation<Void, Never>? {
            defer { waiter = nil }
            return waiter
        }
    }

    /// The number of the stream in its session.
    public let number: Int
    private let keepsMessages: Bool
    private let state = Mutex(State())

    /// The most bytes of messages that a stream keeps for a reader that returns.
    private static let keptBytes = 1 << 20
    /// The most notifications that wait for a reader.
    private static let unreadNotifications = 1000

    /// Makes a stream.
    ///
    /// - Parameter keepsMessages: Whether messages stay after they were read.
    public init(number: Int = 0, keepsMessages: Bool = false) {
        (self.number, self.keepsMessages) = (number, keepsMessages)
    }

    /// Adds a message.
    public func append(_ message: RPCMessage) {
        let text = message.serialized()
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard !state.isFinished else { return nil }
            if case .notification = message,
                state.unreadCount >= Self.unreadNotifications || state.unreadBytes > Self.keptBytes
            {
                return nil
            }
            if case .response = message, state.end == 0 { state.startsWithResponse = true }
            state.messages.append(text)
            state.bytes += text.utf8.count
            state.unreadBytes += text.utf8.count
            state.forget(upTo: keepsMessages ? Self.keptBytes : 0)
            return state.wake()
        }
        waiter?.resume()
    }

    /// Ends the stream.
    public func finish() {
        let waiter = state.withLock { state in
            state.isFinished = true
            return state.wake()
        }
        waiter?.resume()
    }

    /// Whether the first message is a response, so that there is no other.
    public var startsWithResponse: Bool { state.withLock(\.startsWithResponse) }

    /// Whether the stream has ended.
    public var isFinished: Bool { state.withLock(\.isFinished) }

    /// Whether somebody reads.
    public var hasReader: Bool { state.withLock(\.hasReader) }

    /// Wakes the reader without a message.
    public func remind() {
        let waiter = state.withLock { state in
            state.isReminded = true
            return state.wake()
        }
        waiter?.resume()
    }

    /// Makes the caller the reader, in place of an earlier one; returns its number.
    public func attach() -> Int {
        let (number, waiter) = state.withLock { state in
            state.readers += 1
            state.hasReader = true
            return (state.readers, state.wake())
        }
        waiter?.resume()
        return number
    }

    /// Ends the reading of a reader that waits, unless another one has replaced it.
    public func leave(_ reader: Int) {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            guard state.readers == reader else { return nil }
            state.readers += 1
            state.hasReader = false
            return state.wake()
        }
        waiter?.resume()
    }

    /// Whether a reader can continue at a place.
    public func has(_ place: Int) -> Bool { state.withLock { place <= $0.end } }

    /// The bytes of the messages.
    public var byteCount: Int { state.withLock(\.bytes) }

    /// The number of attachments and detachments so far.
    public var generation: Int { state.withLock(\.readers) }

    /// Waits until there is a message, the stream has ended, or ``remind()`` is called; messages stay unread.
    public func waitForMessage() async {
        let reader = attach()
        while !Task.isCancelled {
            let isReady = state.withLock { state in
                defer { state.isReminded = false }
                return state.end > 0 || state.isFinished || state.isReminded || state.readers != reader
            }
            if isReady { return }
            await wait(for: reader, from: 0)
        }
    }

    /// The place after the last message.
    public var end: Int { state.withLock(\.end) }

    /// Returns all messages from a place on; waits while there are none.
    public func news(from place: Int, for reader: Int) async -> News {
        while !Task.isCancelled {
            if let news = state.withLock({ take(&$0, from: place, reader) }) { return news }
            await wait(for: reader, from: place)
        }
        return .replaced
    }

    /// Waits until something may be new for a reader.
    private func wait(for reader: Int, from place: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isReady = state.withLock { state in
                    let isReady = state.end > place || state.isFinished || state.isReminded || state.readers != reader
                    if !isReady { state.waiter = continuation }
                    return isReady
                }
                if isReady || Task.isCancelled { self.resume(continuation, wasStored: !isReady) }
            }
        } onCancel: {
            state.withLock { $0.wake() }?.resume()
        }
    }

    /// Resumes a continuation, unless somebody else has done so.
    private func resume(_ continuation: CheckedContinuation<Void, Never>, wasStored: Bool) {
        guard wasStored else { return continuation.resume() }
        state.withLock { $0.wake() }?.resume()
    }

    private func take(_ state: inout State, from place: Int, _ reader: Int) -> News? {
        if state.readers != reader { return .replaced }
        // Who asks for more has written what came before.
        state.read = max(state.read, min(place, state.end))
        state.forget(upTo: keepsMessages ? Self.keptBytes : 0)
        if place < state.end {
            let start = max(place, state.first)
            state.handed = state.end
            state.unreadBytes = 0
            return .messages(Array(state.messages[(start - state.first)...]), first: start)
        }
        if state.isFinished { return .over }
        if state.isReminded {
            state.isReminded = false
            return .quiet
        }
        return nil
    }
}
