/// Why a regular expression cannot be used.
struct PatternError: Error {
    /// What is wrong and where, without a full stop.
    let message: String
}
