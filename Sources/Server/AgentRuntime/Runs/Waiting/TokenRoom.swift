/// Whether a turn that has waited can resume.
enum TokenRoom: Equatable {
    /// It can.
    ///
    /// A refusal for longer than a minute is thrown when its model would be called.
    case free
    /// Not yet: it should try again after this time.
    case after(Duration)
}
