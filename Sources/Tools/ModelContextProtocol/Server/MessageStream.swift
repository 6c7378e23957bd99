public import HeldBytes
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

        /// Drops messages that were read, oldest first, until the rest has at most this size; returns the bytes.
        ///
        /// - Parameter keepsLast: Whether the last one stays: it may be a response whose reader has lost the connection.
        mutating func forget(upTo size: Int, keepingLast keepsLast: Bool) -> Int {
            var count = 0
            var dropped = 0
            while count < min(read - first, messages.count - (keepsLast ? 1 : 0)), bytes > size {
                bytes -= messages[count].utf8.count
                dropped += messages[count].utf8.count
                count += 1
            }
            messages.removeFirst(count)
            first += count
            return dropped
        }

        /// Whether all messages were read, and no other follows.
        var isSpent: Bool { isFinished && !hasReader && read >= end }

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
    /// The hold that counts the bytes of the messages; `nil` if they are not counted.
    private let hold: HeldBytes.Hold?
    private let state = Mutex(State())

    /// The most bytes of messages that a stream keeps for a reader that returns.
    private static let keptBytes = 1 << 20
    /// The most notifications that wait for a reader.
    private static let unreadNotifications = 1000

    /// Makes a stream.
    ///
    /// - Parameters:
    ///   - keepsMessages: Whether messages stay after they were read.
    ///   - hold: The hold that counts the bytes of the messages; `nil` if they are not counted.
    public init(number: Int = 0, keepsMessages: Bool = false, hold: HeldBytes.Hold? = nil) {
        (self.number, self.keepsMessages, self.hold) = (number, keepsMessages, hold)
    }

    deinit { hold?.adjust(by: -state.withLock(\.bytes)) }

    /// Adds a message; without room for it, a notification or a request is dropped, and a response is replaced by an error.
    ///
    /// - Parameter makeRoom: Frees bytes of the same owner before one more try.
    /// - Returns: Whether there was room.
    @discardableResult
    public func append(_ message: RPCMessage, makeRoom: () -> Void = {}) -> Bool {
        let text = message.serialized()
        if add(text, of: message) { return true }
        makeRoom()
        if add(text, of: message) { return true }
        if case .response(let response) = message {
            let refusal = RPCMessage.response(RPCResponse(id: response.id, .noRoom))
            _ = add(refusal.serialized(), of: refusal, isForced: true)
        }
        return false
    }

    /// Adds a message; false if it has no room.
    private func add(_ text: String, of message: RPCMessage, isForced: Bool = false) -> Bool {
        let (isAdded, waiter) = state.withLock { state -> (Bool, CheckedContinuation<Void, Never>?) in
            guard !state.isFinished else { return (true, nil) }
            if case .notification = message,
                state.unreadCount >= Self.unreadNotifications || state.unreadBytes > Self.keptBytes
            {
                return (true, nil)
            }
            do throws(HeldBytes.Refusal) {
                if isForced { hold?.adjust(by: text.utf8.count) } else { try hold?.grow(by: text.utf8.count) }
            } catch {
                return (false, nil)
            }
            if case .response = message, state.end == 0 { state.startsWithResponse = true }
            state.messages.append(text)
            state.bytes += text.utf8.count
            state.unreadBytes += text.utf8.count
            forgetRead(&state)
            return (true, state.wake())
        }
        waiter?.resume()
        return isAdded
    }

    /// Drops what was read and need not be kept.
    private func forgetRead(_ state: inout State) {
        let dropped = state.forget(upTo: keepsMessages ? Self.keptBytes : 0, keepingLast: keepsMessages)
        hold?.adjust(by: -dropped)
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

    /// Whether it has ended and all of it was read, so that only a reader that has lost its last message could ask for it again.
    public var isSpent: Bool { state.withLock(\.isSpent) }

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
        forgetRead(&state)
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
