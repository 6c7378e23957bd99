/// A position between two events of a run.
struct RunPlace: Sendable {
    /// The number of the event that follows.
    var event: Int
    /// The number of native frames before it.
    var native: Int
    /// Whether the model's reasoning has native frames.
    var showsReasoning = false

    /// The place before the first event.
    static let start = RunPlace(event: 0, native: 0)
}
