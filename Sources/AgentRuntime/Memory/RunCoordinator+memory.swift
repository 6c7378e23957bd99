public import AgentWire

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
        guard let hold = memory.hold(bytes * Self.memoryForByte) else { throw Self.outOfMemory() }
        return hold
    }

    /// The bytes of memory for each byte of JSON text: the text, its value and its entry.
    private static var memoryForByte: Int { 4 }

    private static func outOfMemory(retryAfterSeconds seconds: Int = 5) -> Problem {
        Problem(
            .overloaded,
            detail: "the active turns use up the server's memory; send the request again later",
            retryAfterSeconds: max(seconds, 5)
        )
    }
}
