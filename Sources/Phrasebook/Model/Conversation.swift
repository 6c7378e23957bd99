import LanguageModels

/// What matters of a transcript: what the person said, and what came of the last message.
struct Conversation {
    /// The person's messages, oldest first.
    private(set) var prompts: [String] = []
    /// Whether tools were called for the last message.
    private(set) var hasCalls = false
    /// What the calls for the last message gave back, in the order of the calls.
    private(set) var outputs: [String?] = []

    init(_ transcript: Transcript) {
        var positions: [String: Int] = [:]
        for entry in transcript {
            switch entry {
            case .prompt(let prompt):
                prompts.append(prompt.segments.text)
                (hasCalls, outputs, positions) = (false, [], [:])
            case .toolCalls(let calls):
                hasCalls = true
                for call in calls {
                    positions[call.id] = outputs.count
                    outputs.append(nil)
                }
            case .toolOutput(let output):
                if let position = positions[output.id] { outputs[position] = output.segments.text }
            case .instructions, .response, .reasoning:
                continue
            }
        }
    }
}
