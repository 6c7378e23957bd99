import Synchronization

/// One request under way, which connects its sender, its reader and the driver.
///
/// Each method reads the action from the state machine under the lock, and performs it outside the lock.
final class Transfer: Sendable {
    typealias HeadWaiter = CheckedContinuation<Result<HTTPResponseHead, TransportError>, Never>
    // Unchecked, because a checked one costs an allocation for each piece of a stream. The state machine resumes every waiter exactly
    // once; its tests cover every order of events.
    typealias BodyWaiter = UnsafeContinuation<Result<[UInt8]?, TransportError>, Never>
    typealias Machine = TransferStateMachine<HeadWaiter, BodyWaiter, any HTTPBodyListener>

    /// The host as errors name it.
    let host: String
    /// Scheme, host and port.
    let origin: String
    let timeouts: HTTPTimeouts
    let isTrusted: Bool
    let caller: String
    /// The metrics of the upstream; `nil` when the request is not counted.
    let metrics: UpstreamMetricsTable.Entry?
    /// The request, until ``takeRequest()`` returns it.
    private let request: Mutex<PreparedRequest?>
    private let mailbox: Mailbox
    private let machine: Mutex<Machine>

    init(request: PreparedRequest, windowBytes: Int, metrics: UpstreamMetricsTable.Entry?, mailbox: Mailbox) {
        host = request.host
        origin = request.origin
        timeouts = request.timeouts
        isTrusted = request.isTrusted
        caller = request.caller
        self.metrics = metrics
        self.request = Mutex(request)
        self.mailbox = mailbox
        machine = Mutex(TransferStateMachine(windowBytes: windowBytes))
    }
}

// MARK: The sender and the reader

extension Transfer {
    /// Sends the request and waits for the response header.
    func head() async throws(TransportError) -> HTTPResponseHead {
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: HeadWaiter) in
                switch machine.withLock({ $0.start(waiter) }) {
                case .submit: submit()
                case .fail(let waiter, let error): waiter.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    private func submit() {
        if let refusal = mailbox.post(.start(self)) { finish(refusal) }
    }

    /// Waits for the next piece of the body; `nil` at its end.
    func read() async throws(TransportError) -> [UInt8]? {
        if Task.isCancelled { cancel() }
        // Bytes that are already there are returned without a waiter.
        if let result = outcome(of: machine.withLock { $0.read() }) { return try result.get() }
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { (waiter: BodyWaiter) in
                let action = machine.withLock { $0.read(waiter) }
                if let result = outcome(of: action) { waiter.resume(returning: result) }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Drops the received part of the body; returns whether the transfer is over.
    func skip() -> Bool {
        while true {
            switch outcome(of: machine.withLock { $0.read() }) {
            case nil: return false
            case .success(.some): continue
            case .success(nil), .failure: return true
            }
        }
    }

    /// The result for the reader; `nil` while it must wait.
    private func outcome(
        of action: Machine.ReadAction
    ) -> Result<[UInt8]?, TransportError>? {
        switch action {
        case .wait: return nil
        case .deliver(let bytes): return .success(bytes)
        case .deliverResuming(let bytes):
            mailbox.post(.resume(self))
            return .success(bytes)
        case .end: return .success(nil)
        case .fail(let error): return .failure(error)
        }
    }

    /// Delivers the pieces of the body to a listener; returns at the end of the body or when the listener answers `done`.
    func push(to listener: any HTTPBodyListener) async throws(TransportError) {
        if Task.isCancelled { cancel() }
        let result = await withTaskCancellationHandler {
            await withUnsafeContinuation { (waiter: BodyWaiter) in
                switch machine.withLock({ $0.listen(listener, waiter) }) {
                case .none: break
                case .deliver: requestDelivery()
                case .fail(let error): waiter.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            cancel()
        }
        _ = try result.get()
    }

    /// Resumes delivery to a listener that answered `hold`.
    func release() {
        if machine.withLock({ $0.release() }) { requestDelivery() }
    }

    private func requestDelivery() {
        // Without a driver, no other thread delivers.
        if mailbox.post(.deliver(self)) != nil { deliver({}, { $0.resume(returning: .success(nil)) }) }
    }

    /// Cancels the transfer and closes its connection; has no effect once it is over.
    func cancel() {
        let error = TransportError(.cancelled, "The request to \(host) was cancelled.")
        switch machine.withLock({ $0.cancel(error) }) {
        case .none: break
        case .stop:
            mailbox.post(.stop(self))
        case .stopFailingHead(let waiter, let error):
            mailbox.post(.stop(self))
            waiter.resume(returning: .failure(error))
        case .stopFailingBody(let waiter, let error):
            mailbox.post(.stop(self))
            waiter.resume(returning: .failure(error))
        }
    }
}

// MARK: The driver

extension Transfer {
    /// Returns the request once, so that it is not held while the answer streams.
    func takeRequest() -> PreparedRequest? {
        request.withLock { $0.take() }
    }

    /// Whether a sender or reader still needs it.
    var isActive: Bool { machine.withLock { $0.isActive } }

    func receive(_ head: HTTPResponseHead) {
        machine.withLock { $0.receiveHead() }?.resume(returning: .success(head))
    }

    /// The driver's next action with a piece of the body.
    enum Reception {
        case stored, pause, abort
    }

    /// Processes a piece of the body.
    ///
    /// - Parameters:
    ///   - canOverflow: Whether to store the piece even if the window is full.
    ///   - deliveries: Where the piece is queued if the reader is waiting.
    func receive(_ piece: LentBytes, canOverflow: Bool, _ deliveries: Deliveries) -> Reception {
        switch machine.withLock({ $0.receive(piece, canOverflow: canOverflow) }) {
        case .store: return .stored
        case .storeForListener:
            deliveries.add(self)
            return .stored
        case .deliver(let reader):
            deliveries.add(Array(piece.bytes), for: reader)
            return .stored
        case .pause: return .pause
        case .abort: return .abort
        }
    }

    /// Delivers the buffered bytes to the listener, on the driver's thread.
    ///
    /// - Parameters:
    ///   - resume: Resumes the transfer in libcurl.
    ///   - finish: Resumes the task that waits, after the listener answered `done`.
    func deliver(_ resume: () -> Void, _ finish: (BodyWaiter) -> Void) {
        var piece: [UInt8] = []
        while true {
            switch machine.withLock({ $0.nextDelivery(&piece) }) {
            case .none: return
            case .deliver(let listener, let resumes):
                let demand = piece.withUnsafeBufferPointer { listener.receive($0) }
                if let waiter = machine.withLock({ $0.recordAnswer(&piece, demand) }) { finish(waiter) }
                if resumes { resume() }
            case .end(let waiter, let error):
                waiter.resume(returning: error.map { .failure($0) } ?? .success(nil))
                return
            }
        }
    }

    /// Whether the driver must pause until the reader has caught up.
    func pauseIfFull() -> Bool {
        machine.withLock { $0.pauseIfFull() }
    }

    func finish(_ error: TransportError?) {
        switch machine.withLock({ $0.finish(error) }) {
        case .none: break
        case .failHead(let waiter, let error): waiter.resume(returning: .failure(error))
        case .endBody(let waiter): waiter.resume(returning: .success(nil))
        case .failBody(let waiter, let error): waiter.resume(returning: .failure(error))
        }
    }
}

/// Bytes of libcurl's that exist for the length of one call.
///
/// Unchecked: the functions that receive them copy them and keep no pointer, so the bytes never leave the thread.
struct LentBytes: @unchecked Sendable {
    let bytes: UnsafeRawBufferPointer

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    var count: Int { bytes.count }
}
