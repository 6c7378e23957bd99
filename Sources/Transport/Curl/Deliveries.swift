/// The readers and listeners that get their pieces at the end of a turn, all at once.
///
/// To wake a thread that runs tasks costs more than all else about a small piece, and a reader woken between two sockets wakes
/// one, which is asleep again before the next piece has come. A listener is given all that one read of a socket has brought as one
/// piece. It lives on the loop's thread.
final class Deliveries {
    private var pending: [(reader: Transfer.BodyWaiter, piece: [UInt8])] = []
    private var listened: [Transfer] = []
    private var done: [Transfer.BodyWaiter] = []

    /// Keeps a piece for its reader, who is waiting.
    func add(_ piece: [UInt8], for reader: Transfer.BodyWaiter) {
        pending.append((reader, piece))
    }

    /// Remembers a transfer that has a piece for its listener.
    func add(_ transfer: Transfer) {
        listened.append(transfer)
    }

    /// Gives everyone what has come.
    ///
    /// - Parameter goOn: Has libcurl go on with a transfer that was paused; it may add to what is to be handed out.
    func handOut(goOn: (Transfer) -> Void) {
        var index = 0
        while index < listened.count {
            let transfer = listened[index]
            transfer.handOver({ goOn(transfer) }, { done.append($0) })
            index += 1
        }
        listened.removeAll(keepingCapacity: listened.count < 1024)
        guard !pending.isEmpty else { return }
        for (reader, piece) in pending { reader.resume(returning: .success(piece)) }
        pending.removeAll(keepingCapacity: pending.count < 1024)
    }

    /// Resumes those whose listeners want no more: after the transfers that have ended, so that they find theirs ended too.
    func letGo() {
        guard !done.isEmpty else { return }
        for waiter in done { waiter.resume(returning: .success(nil)) }
        done.removeAll(keepingCapacity: true)
    }
}
