/// The decision whether to request the rest of a broken stream, in the era with sessions.
struct StreamResumption: Sendable, Equatable {
    /// The most requests for the rest of one stream that bring nothing new.
    static let mostIdleAttempts = 5
    /// The most requests for the rest of one stream.
    static let mostAttempts = 200
    private static let usualDelay: Duration = .seconds(1)
    private static let longestDelay: Duration = .seconds(60)

    /// The id of the last event; empty if the stream had none.
    private(set) var lastEventID = ""
    private var delay = Self.usualDelay
    private var idleAttempts = 0
    private var attempts = 0

    /// Records the state of the stream after each piece.
    mutating func update(lastEventID: String, retry milliseconds: Int?) {
        if let milliseconds, milliseconds >= 0 {
            delay = min(.milliseconds(min(milliseconds, 3_600_000)), Self.longestDelay)
        }
        guard !lastEventID.isEmpty, lastEventID != self.lastEventID, lastEventID.utf8.count <= 4096 else { return }
        self.lastEventID = lastEventID
        idleAttempts = 0
    }

    /// Returns the time to wait before the rest is requested; `nil` if it cannot be, or was requested too often.
    mutating func next() -> Duration? {
        guard !lastEventID.isEmpty, idleAttempts < Self.mostIdleAttempts, attempts < Self.mostAttempts else {
            return nil
        }
        idleAttempts += 1
        attempts += 1
        return delay
    }
}
