/// An upstream's verdict on a key.
///
/// A reason is a clause without a full stop, to be used inside a longer sentence.
public enum KeyCheck: Sendable, Equatable {
    /// It accepts the key.
    case verified

    /// It refuses the key: a confirmed 401 or 403, nothing else.
    case invalid(reason: String)

    /// It could not be reached, or its answer does not decide the question.
    case unknown(reason: String)
}
