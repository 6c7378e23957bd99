/// The reason for the end of an answer, read from the words of the servers.
enum OpenAIChatEnding {
    /// The model has said everything.
    case whole
    /// The model wants calls.
    case calls
    /// A token limit cut the answer.
    case cut
    /// A filter stopped the answer.
    case filtered
    /// The server broke the answer off.
    case failed
    /// A word that is not known.
    case unknown

    /// Reads the word.
    init(_ word: String) {
        self =
            switch word {
            case "stop", "eos", "end_turn", "stop_sequence": .whole
            case "tool_calls", "function_call", "tool_use": .calls
            case "length", "max_tokens", "model_length": .cut
            case "content_filter": .filtered
            case "error", "abort", "aborted", "cancelled", "insufficient_system_resource": .failed
            default: .unknown
            }
    }

    /// OpenAI's word for the end of an answer that can be used.
    var word: String {
        switch self {
        case .calls: "tool_calls"
        case .cut: "length"
        case .whole, .filtered, .failed, .unknown: "stop"
        }
    }
}
