public import AgentWire
public import HeldBytes
import Storage

extension RunCoordinator {
    /// Checks that there is memory for a request.
    ///
    /// - Throws: ``Problem`` when there is none.
    public func checkMemory(retryAfterSeconds seconds: Int = 5) throws(Problem) {
        guard let memory, memory.isOver() else { return }
        throw Self.outOfMemory(retryAfterSeconds: seconds)
    }

    /// Reserves memory for reading a conversation; `nil` when memory is not measured.
    ///
    /// - Parameter bytes: The bytes of the conversation as JSON text, which is parsed into values and entries.
    /// - Throws: ``Problem`` when there is too little memory.
    func holdMemory(toRead bytes: Int) throws(Problem) -> MemoryGauge.Hold? {
        guard let memory, bytes > 0 else { return nil }
        guard let hold = memory.hold(bytes * LoadLimits.memoryForByte) else { throw Self.outOfMemory() }
        return hold
    }

    /// Reserves memory for a request's body and what a turn makes of it; `nil` when memory is not measured.
    ///
    /// - Returns: An object that ends the reservation with its life.
    /// - Throws: ``Problem`` when there is too little memory.
    public func holdMemory(forBody bytes: Int) throws(Problem) -> (any AnyObject & Sendable)? {
        try holdMemory(toRead: bytes)
    }

    /// Counts the bytes of a turn to its owner until the turn ends or waits for its client.
    ///
    /// One owner has at most as many as are left for the others, so that turns with many images of one client stop no other client.
    ///
    /// - Parameter bytes: The bytes of the request and of its conversation as JSON text.
    /// - Throws: ``Problem`` when the owner or the server has too many.
    func holdTurn(_ bytes: Int, of owner: Owner) throws(Problem) -> HeldBytes.Hold {
        do throws(HeldBytes.Refusal) { return try turnBytes.hold(bytes, for: owner.text) } catch {
            if error == .server { throw Self.outOfMemory() }
            throw Problem(
                .rateLimited,
                detail:
                    "the active turns of this client use its share of the server's memory; send this turn when one has ended",
                retryAfterSeconds: 5
            )
        }
    }

    private static func outOfMemory(retryAfterSeconds seconds: Int = 5) -> Problem {
        Problem(
            .overloaded,
            detail: "the active turns use up the server's memory; send the request again later",
            retryAfterSeconds: max(seconds, 5)
        )
    }
}

extension Problem {
    /// Makes the problem for a client for which the server holds as many bytes as it may.
    ///
    /// - Parameter endsTurn: Whether a turn was executing already, and ends because it cannot wait.
    public init(_ refusal: HeldBytes.Refusal, endingTurn endsTurn: Bool = false) {
        let end = endsTurn ? "; this turn needed to wait as well, so it was ended, and what it has done is kept" : ""
        switch refusal {
        case .owner:
            self.init(
                .rateLimited,
                detail:
                    "the server holds as many bytes for this client as it may, for turns and questions that wait for an answer, and "
                    + "answers that were not read\(end); answer, cancel or read some of them, or wait until they have expired",
                retryAfterSeconds: 5
            )
        case .server:
            self.init(
                .overloaded,
                detail:
                    "the server holds as many bytes as it may for turns that wait and answers that were not read\(end); send the "
                    + "request again later",
                retryAfterSeconds: 5
            )
        }
    }
}
