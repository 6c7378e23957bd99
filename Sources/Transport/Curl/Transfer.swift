import Synchronization

/// One request on its way: where the sender, the reader and the driver meet.
///
/// Every method asks the state machine under the lock and acts outside of it.
final class Transfer: Sendable {
    typealias HeadWaiter = CheckedContinuation<Result<HTTPResponseHead, TransportError>, Never>
    typealias BodyWaiter = CheckedContinuation<Result<[UInt8]?, TransportError>, Never>

    let request: PreparedRequest
    private let mailbox: Mailbox
    private let machine: Mutex<TransferStateMachine<HeadWaiter, BodyWaiter>>

    init(request: PreparedRequest, windowBytes: Int, mailbox: Mailbox) {
        self.request = request
        self.mailbox = mailbox
        machine = Mutex(TransferStateMachine(windowBytes: windowBytes))
    }

    var host: String { request.host }
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
        let result = await withTaskCancellationHandler {
            await withCheckedContinuation { (waiter: BodyWaiter) in
                switch machine.withLock({ $0.read(waiter) }) {
                case .wait: break
                case .deliver(let waiter, let bytes): waiter.resume(returning: .success(bytes))
                case .deliverResuming(let waiter, let bytes):
                    mailbox.post(.resume(self))
                    waiter.resume(returning: .success(bytes))
                case .end(let waiter): waiter.resume(returning: .success(nil))
                case .fail(let waiter, let error): waiter.resume(returning: .failure(error))
                }
            }
        } onCancel: {
            cancel()
        }
        return try result.get()
    }

    /// Gives the transfer up and closes its connection; of no effect once it is over.
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
    /// Whether anybody still waits for it.
    var isWanted: Bool { machine.withLock { $0.isWanted } }

    func receive(_ head: HTTPResponseHead) {
        machine.withLock { $0.receiveHead() }?.resume(returning: .success(head))
    }

    /// What the driver is to do with a piece of the body that it has shown.
    enum Reception {
        case taken, pause, abort
    }

    func receive(_ piece: [UInt8]) -> Reception {
        switch machine.withLock({ $0.receive(piece) }) {
        case .keep: return .taken
        case .deliver(let reader):
            reader.resume(returning: .success(piece))
            return .taken
        case .pause: return .pause
        case .abort: return .abort
        }
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
