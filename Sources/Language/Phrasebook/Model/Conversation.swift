import LanguageModels
import StreamingJSON

/// The relevant parts of a transcript: the person's messages, and the calls for them.
struct Conversation {
    /// The person's messages with the calls made for them, oldest first.
    private(set) var turns: [Turn] = []

    init(_ transcript: Transcript) {
        var positions: [String: Int] = [:]
        for entry in transcript {
            switch entry {
            case .prompt(let prompt):
                turns.append(Turn(prompt: prompt.segments.withoutNotes.text))
                positions = [:]
            case .toolCalls(let calls):
                guard let turn = turns.indices.last else { continue }
                for call in calls {
                    positions[call.id] = turns[turn].calls.count
                    let arguments = call.arguments.jsonValue.objectValue ?? [:]
                    turns[turn].calls.append(Turn.Call(tool: call.toolName, arguments: arguments))
                }
            case .toolOutput(let output):
                guard let turn = turns.indices.last, let position = positions[output.id] else { continue }
                turns[turn].calls[position].output = output.segments.text
            case .response(let response):
                guard let turn = turns.indices.last else { continue }
                turns[turn].answer = response.segments.text
            case .instructions, .reasoning:
                continue
            }
        }
    }

    /// The calls for the last message, in order.
    var calls: [Turn.Call] { turns.last?.calls ?? [] }
}

/// A message of the person, and the calls made for it.
struct Turn: Equatable, Sendable {
    /// A call and its output.
    struct Call: Equatable, Sendable {
        var tool: String
        var arguments: JSONObject
        /// `nil` until it is available.
        var output: String?
    }

    var prompt: String
    var calls: [Call] = []
    /// The answer that the person saw; empty until there is one.
    var answer = ""
}
