/// The most elements that the arrays of requests may have; a longer one is refused before its elements are read.
enum ArrayLimits {
    /// Tools that a turn brings along.
    static let clientTools = 64
    /// Outputs, or decisions, that are sent at once; a model's answer has 64 calls at most.
    static let answers = 256
    /// Messages of an extraction.
    static let messages = 4096
    /// Names in a list, such as tools, models or scopes.
    static let names = 256
}
