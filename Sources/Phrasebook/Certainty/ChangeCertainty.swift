/// Whether the changes that a message was read as are made at once.
enum ChangeCertainty: Equatable, Sendable {
    /// Each word of the message has its part in the changes, and no other reading is possible.
    case certain
    /// The changes are likely, and are shown to the person first.
    case plausible
}
