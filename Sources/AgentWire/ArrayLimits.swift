/// The maximum lengths of arrays in requests; a longer array is refused before its elements are read.
enum ArrayLimits {
    /// The client's tools in a turn.
    static let clientTools = 64
    /// The outputs or decisions in one request; a model's answer has at most 64 calls.
    static let answers = 256
    /// The tools in a request of OpenAI's chat completions, with the same limit as OpenAI.
    static let functions = 128
    /// The parts of a message.
    static let parts = 1024
    /// The messages of an extraction, or of a conversation in a request.
    static let messages = 4096
    /// The names in a list, such as tools, models or scopes.
    static let names = 256
}
