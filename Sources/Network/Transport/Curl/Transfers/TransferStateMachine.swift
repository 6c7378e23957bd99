/// The states of one transfer; it decides on actions and performs none.
///
/// Three sides call it, each from its own thread: the sender waits for the response header, the reader for pieces of the body, and
/// the driver reports libcurl's events. Instead of a reader there may be a listener, to which the driver delivers the pieces. Every
/// call returns the next action. The waiters are generic, so that the tests need no tasks.
struct TransferStateMachine<HeadWaiter, BodyWaiter, Listener> {
    private enum State {
        /// The driver does not have it yet.
        case created
        /// The driver has it; the header has not arrived.
        case awaitingHead(HeadWaiter)
        /// The header has arrived; the reader may be waiting.
        case streaming(reader: BodyWaiter?)
        /// No more bytes arrive; the bytes in the buffer can still be read.
        case ended(TransportError?)
        /// The sender or the reader cancelled it.
        case cancelled(TransportError)
    }

    /// A listener, and the task that waits until everything is delivered.
    private struct Listening {
        let listener: Listener
        let waiter: BodyWaiter
        /// Whether delivery is suspended until `release()`.
        var isHeld = false
        /// Whether `release()` was called before the listener answered `hold`.
        var isReleased = false
    }

    private var state = State.created
    private var listening: Listening?
    private var buffer: [UInt8] = []
    private var isPaused = false
    private let windowBytes: Int

    init(windowBytes: Int) {
        self.windowBytes = windowBytes
    }
}

// MARK: The sender

extension TransferStateMachine {
    enum StartAction {
        /// Post the transfer to the driver.
        case submit
        case fail(HeadWaiter, TransportError)
    }

    /// Registers the waiter for the header, unless the transfer was cancelled before.
    mutating func start(_ waiter: HeadWaiter) -> StartAction {
        switch state {
        case .created:
            state = .awaitingHead(waiter)
            return .submit
        case .cancelled(let error), .ended(.some(let error)):
            return .fail(waiter, error)
        case .awaitingHead, .streaming, .ended(nil):
            return .fail(waiter, TransportError(.invalidRequest, "The transfer has been started before."))
        }
    }

    enum CancelAction {
        case none
        /// Tell the driver to stop it.
        case stop
        case stopFailingHead(HeadWaiter, TransportError)
        case stopFailingBody(BodyWaiter, TransportError)
    }

    /// Cancels the transfer, because its task was cancelled or its body released.
    mutating func cancel(_ error: TransportError) -> CancelAction {
        switch state {
        case .created:
            state = .cancelled(error)
            return .none
        case .awaitingHead(let waiter):
            state = .cancelled(error)
            return .stopFailingHead(waiter, error)
        case .streaming where listening != nil, .ended where listening != nil:
            state = .cancelled(error)
            buffer = []
            defer { listening = nil }
            return listening.map { .stopFailingBody($0.waiter, error) } ?? .stop
        case .streaming(let reader):
            state = .cancelled(error)
            buffer = []
            return if let reader { .stopFailingBody(reader, error) } else { .stop }
        case .ended where !buffer.isEmpty:
            // The unread bytes are dropped, so the body must not seem complete.
            state = .cancelled(error)
            buffer = []
            return .none
        case .ended, .cancelled:
            return .none
        }
    }
}

// MARK: The reader

extension TransferStateMachine {
    enum ReadAction {
        /// No bytes have arrived yet.
        case wait
        case deliver([UInt8])
        /// Deliver the bytes, and tell the driver to continue receiving.
        case deliverResuming([UInt8])
        case end
        case fail(TransportError)
    }

    /// Returns the next piece, which is everything in the buffer.
    mutating func read() -> ReadAction {
        if !buffer.isEmpty {
            let piece = buffer
            buffer = []
            guard isPaused else { return .deliver(piece) }
            isPaused = false
            return .deliverResuming(piece)
        }
        switch state {
        case .streaming(reader: nil) where listening == nil:
            return .wait
        case .ended(nil):
            return .end
        case .ended(.some(let error)), .cancelled(let error):
            return .fail(error)
        case .streaming, .created, .awaitingHead:
            return .fail(Self.hasReader)
        }
    }

    private static var hasReader: TransportError { TransportError(.invalidRequest, "A response body has one reader.") }

    /// Does the same as `read()`, and registers the waiter when there are no bytes yet; a later event resumes it.
    mutating func read(_ waiter: BodyWaiter) -> ReadAction {
        let action = read()
        if case .wait = action { state = .streaming(reader: waiter) }
        return action
    }
}

// MARK: The listener

extension TransferStateMachine {
    enum ListenAction {
        case none
        /// Let the driver deliver the buffered bytes.
        case deliver
        case fail(TransportError)
    }

    /// Registers a listener; `waiter` is resumed when delivery is over.
    mutating func listen(_ listener: Listener, _ waiter: BodyWaiter) -> ListenAction {
        switch state {
        case .streaming(reader: nil) where listening == nil:
            listening = Listening(listener: listener, waiter: waiter)
            return buffer.isEmpty ? .none : .deliver
        case .ended where listening == nil:
            listening = Listening(listener: listener, waiter: waiter)
            return .deliver
        case .cancelled(let error): return .fail(error)
        case .streaming, .ended, .created, .awaitingHead: return .fail(Self.hasReader)
        }
    }

    enum DeliveryAction {
        /// Deliver nothing now.
        case none
        /// Deliver the piece, then call ``recordAnswer(_:_:)``; `resumes` says that the driver must continue receiving.
        case deliver(Listener, resumes: Bool)
        /// Everything is delivered.
        case end(BodyWaiter, TransportError?)
    }

    /// Decides what the driver delivers to the listener next.
    ///
    /// - Parameter piece: An empty array, which receives the bytes to deliver.
    mutating func nextDelivery(_ piece: inout [UInt8]) -> DeliveryAction {
        guard let listening, !listening.isHeld else { return .none }
        self.listening?.isReleased = false
        if !buffer.isEmpty {
            swap(&piece, &buffer)
            defer { isPaused = false }
            return .deliver(listening.listener, resumes: isPaused)
        }
        guard case .ended(let error) = state else { return .none }
        self.listening = nil
        return .end(listening.waiter, error)
    }

    /// Records a listener's answer to a piece.
    ///
    /// - Parameter piece: The piece, whose memory is used again.
    /// - Returns: The waiter to resume, if the answer was `done`.
    mutating func recordAnswer(_ piece: inout [UInt8], _ demand: HTTPBodyDemand) -> BodyWaiter? {
        piece.removeAll(keepingCapacity: piece.capacity <= Self.maximumRetainedBytes)
        if buffer.isEmpty { swap(&piece, &buffer) }
        guard let listening else { return nil }
        switch demand {
        case .more: break
        case .hold: if !listening.isReleased { self.listening?.isHeld = true }
        case .done:
            self.listening = nil
            return listening.waiter
        }
        return nil
    }

    /// The largest buffer that a transfer keeps between two pieces.
    private static var maximumRetainedBytes: Int { 4096 }

    /// Resumes delivery after `hold`; returns whether the driver has bytes or an end to deliver.
    mutating func release() -> Bool {
        guard let listening else { return false }
        self.listening?.isReleased = !listening.isHeld
        self.listening?.isHeld = false
        return listening.isHeld
    }
}

// MARK: The driver

extension TransferStateMachine {
    /// Whether the driver must continue.
    var isActive: Bool {
        switch state {
        case .awaitingHead, .streaming: true
        case .created, .ended, .cancelled: false
        }
    }

    /// Records that the header has arrived; returns the waiter for it.
    mutating func receiveHead() -> HeadWaiter? {
        guard case .awaitingHead(let waiter) = state else { return nil }
        state = .streaming(reader: nil)
        return waiter
    }

    enum ReceiveAction {
        /// Stored in the buffer.
        case store
        /// Appended to the buffer, which the driver must deliver to the listener.
        case storeForListener
        /// The reader is waiting; pass it the bytes.
        case deliver(BodyWaiter)
        /// Not stored: libcurl must keep the piece until the reader has caught up.
        case pause
        /// The transfer was cancelled.
        case abort
    }

    /// Processes a piece of the body.
    ///
    /// - Parameter canOverflow: Whether to store the piece even if the window is full; the driver then calls `pauseIfFull()`.
    mutating func receive(_ piece: LentBytes, canOverflow: Bool = false) -> ReceiveAction {
        guard case .streaming(let reader) = state else { return .abort }
        if let reader {
            state = .streaming(reader: nil)
            return .deliver(reader)
        }
        // An empty buffer stores a piece of any size, so a window smaller than one piece cannot block the transfer forever.
        guard canOverflow || buffer.isEmpty || buffer.count + piece.count <= windowBytes else {
            isPaused = true
            return .pause
        }
        let isFirst = buffer.isEmpty
        buffer.append(contentsOf: piece.bytes)
        guard isFirst, let listening, !listening.isHeld else { return .store }
        return .storeForListener
    }

    /// Whether the driver must pause until the reader has caught up.
    mutating func pauseIfFull() -> Bool {
        guard case .streaming(reader: nil) = state, buffer.count >= windowBytes, !buffer.isEmpty else { return false }
        isPaused = true
        return true
    }

    enum FinishAction {
        case none
        case failHead(HeadWaiter, TransportError)
        case endBody(BodyWaiter)
        case failBody(BodyWaiter, TransportError)
    }

    /// Ends the transfer, with an error or with success (`nil`).
    mutating func finish(_ error: TransportError?) -> FinishAction {
        switch state {
        case .created:
            state = .ended(error)
            return .none
        case .awaitingHead(let waiter):
            let error = error ?? TransportError(.firstByte, "The answer ended before its header.")
            state = .ended(error)
            return .failHead(waiter, error)
        case .streaming(let reader):
            state = .ended(error)
            var reader = reader
            // The bytes in the buffer are delivered first.
            if let listening, buffer.isEmpty, !listening.isHeld {
                reader = listening.waiter
                self.listening = nil
            }
            guard let reader else { return .none }
            return if let error { .failBody(reader, error) } else { .endBody(reader) }
        case .ended, .cancelled:
            return .none
        }
    }
}
