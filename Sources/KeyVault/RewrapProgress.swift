/// The progress of a re-wrap.
public struct RewrapProgress: Sendable, Equatable {
    /// The id of the master key under which all records are sealed at the end.
    public var masterKeyID: String

    /// The number of records sealed again so far.
    public var done = 0

    /// The number of records to seal again, as far as it is known.
    public var total: Int

    /// The ids of the keys that cannot be opened and therefore stay unchanged.
    ///
    /// Remove these keys and add them again.
    public var damaged: [String] = []
}
