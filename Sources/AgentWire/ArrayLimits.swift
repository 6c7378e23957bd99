/// The most elements that the arrays of requests may have; a longer one is refused before its elements are read.
enum ArrayLimits {
    /// Tools that a turn brings along.
    static let clientTools = 64
    /// Outputs, or decisions, that are sent at once; a model's answer has 64 calls at most.
    static let answers = 256
    /// Tools that a request of OpenAI's chat completions brings along, as many as there.
    static let functions = 128
    /// Parts of a message.
    static let parts = 1024
    /// Messages of an extraction, or of a conversation that comes with its request.
    static let messages = 4096
    /// Names in a list, such as tools, models or scopes.
    static let names = 256
}
