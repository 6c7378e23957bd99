/// What an upstream says about a key.
///
/// A reason is a clause, without a full stop, that may stand in a longer sentence.
public enum KeyCheck: Sendable, Equatable {
    /// It accepts the key.
    case verified

    /// It refuses the key: a confirmed 401 or 403, nothing else.
    case invalid(reason: String)

    /// It could not be asked, or its answer leaves the matter open.
    case unknown(reason: String)
}
