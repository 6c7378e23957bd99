/// The reason why a regular expression cannot be used.
struct PatternError: Error {
    /// The fault and its place, without a full stop.
    let message: String
}
