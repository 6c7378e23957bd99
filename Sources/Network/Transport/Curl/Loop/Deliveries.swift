/// The readers and listeners that receive their pieces together, at the end of a step of the loop.
///
/// Waking a thread that runs tasks costs more than everything else about a small piece, and a thread that is woken between two
/// sockets sleeps again before the next piece arrives. A listener receives all bytes that one read of a socket returned as one
/// piece. The object is used on the loop's thread only.
final class Deliveries {
    private var pending: [(reader: Transfer.BodyWaiter, piece: [UInt8])] = []
    private var listening: [Transfer] = []
    private var done: [Transfer.BodyWaiter] = []

    /// Queues a piece for its reader, which is waiting.
    func add(_ piece: [UInt8], for reader: Transfer.BodyWaiter) {
        pending.append((reader, piece))
    }

    /// Queues a transfer that has bytes for its listener.
    func add(_ transfer: Transfer) {
        listening.append(transfer)
    }

    /// Delivers to all listeners and readers.
    ///
    /// - Parameter resume: Resumes a transfer that libcurl had paused; its callbacks may queue more.
    func deliverAll(resume: (Transfer) -> Void) {
        var index = 0
        while index < listening.count {
            let transfer = listening[index]
            transfer.deliver({ resume(transfer) }, { done.append($0) })
            index += 1
        }
        listening.removeAll(keepingCapacity: listening.count < 1024)
        guard !pending.isEmpty else { return }
        for (reader, piece) in pending { reader.resume(returning: .success(piece)) }
        pending.removeAll(keepingCapacity: pending.count < 1024)
    }

    /// Resumes the tasks whose listeners answered `done`: after the transfers that have ended, so that they find theirs ended too.
    func resumeFinished() {
        guard !done.isEmpty else { return }
        for waiter in done { waiter.resume(returning: .success(nil)) }
        done.removeAll(keepingCapacity: true)
    }
}
