/// Whether the changes read from a message are made at once or proposed first.
enum ChangeCertainty: Equatable, Sendable {
    /// Each word of the message has a role in the changes, and no other reading is possible.
    case certain
    /// The changes are likely, and are shown to the person first.
    case plausible
}
