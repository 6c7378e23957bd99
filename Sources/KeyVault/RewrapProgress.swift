/// How far a re-wrap is.
public struct RewrapProgress: Sendable, Equatable {
    /// The master key under which everything is sealed in the end.
    public var masterKeyID: String

    /// How many records are sealed anew.
    public var done = 0

    /// How many records there are to seal anew, as far as is known.
    public var total: Int

    /// The ids of the keys that do not open and so stay as they are.
    ///
    /// Remove them and add them again.
    public var damaged: [String] = []
}
