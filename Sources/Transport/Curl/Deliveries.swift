/// The readers that get their pieces at the end of a turn, all at once.
///
/// To wake a thread that runs tasks costs more than all else about a small piece, and a reader woken between two sockets wakes
/// one, which is asleep again before the next piece has come. It lives on the loop's thread.
final class Deliveries {
    private var pending: [(reader: Transfer.BodyWaiter, piece: [UInt8])] = []

    /// Keeps a piece for its reader, who is waiting.
    func add(_ piece: [UInt8], for reader: Transfer.BodyWaiter) {
        pending.append((reader, piece))
    }

    /// Gives every reader its piece.
    func handOut() {
        guard !pending.isEmpty else { return }
        for (reader, piece) in pending { reader.resume(returning: .success(piece)) }
        pending.removeAll(keepingCapacity: pending.count < 1024)
    }
}
