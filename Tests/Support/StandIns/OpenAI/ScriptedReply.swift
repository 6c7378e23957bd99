/// A scripted reply of the model to one request.
public struct ScriptedReply: Sendable {
    /// One step of the reply.
    public enum Step: Sendable {
        /// A piece of text.
        case token(String)
        /// A complete thought before the answer, with the seal that later requests must return with it.
        case thought(String, seal: String)
        /// A piece of a refusal.
        case refusal(String)
        /// Tool calls, streamed as argument fragments.
        case toolCalls([ScriptedToolCall], interleaved: Bool)
        /// A wait before the next step.
        case wait(StandInReply.Piece.Cue)
    }

    /// The steps, in order.
    public var steps: [Step]
    /// The reason for the end; by default `tool_calls` after calls, else `stop`.
    public var finishReason: String?
    /// The pause before each token and fragment; `nil` for the stand-in's default.
    public var pace: Duration?
    /// The usage to report: prompt and completion tokens.
    public var usage: (prompt: Int, completion: Int)
    /// If set, the stream is cut off by an error event with this text.
    public var streamError: String?
    /// If set, the answer instead of a completion.
    public var failure: StandInReply?
    /// A misbehavior of the connection.
    public var misbehavior: Misbehavior?
    /// The gate at which chat completions wait before the last fragment of calls.
    public var lastFragment: StandInGate?

    /// Makes a reply from steps.
    public init(_ steps: [Step], finishReason: String? = nil, pace: Duration? = nil, usage: (Int, Int) = (53, 9)) {
        self.steps = steps
        self.finishReason = finishReason
        self.pace = pace
        self.usage = usage
    }

    /// Makes a text from tokens.
    public static func tokens(_ tokens: [String], pace: Duration? = nil) -> Self {
        Self(tokens.map { .token($0) }, pace: pace, usage: (53, tokens.count))
    }

    /// Makes a text, split into tokens before each space, or into pairs of characters in scripts without spaces.
    public static func text(_ text: String, pace: Duration? = nil) -> Self { .tokens(Self.cut(text), pace: pace) }

    /// Makes tool calls, one after the other, or with interleaved fragments.
    public static func toolCalls(_ calls: [ScriptedToolCall], interleaved: Bool = false) -> Self {
        Self([.toolCalls(calls, interleaved: interleaved)], usage: (120, 41))
    }

    /// Makes a failure instead of a completion, such as `OpenAIStandIn.failure(429)`.
    public static func failure(_ reply: StandInReply) -> Self {
        var scripted = Self([])
        scripted.failure = reply
        return scripted
    }

    /// Makes a text that is cut off by an error event.
    public static func text(
        _ text: String,
        thenError message: String
    ) -> Self {
        var scripted = Self.text(text)
        scripted.streamError = message
        return scripted
    }

    static func cut(_ text: String) -> [String] {
        var tokens: [String] = []
        for character in text {
            let isWide = character.unicodeScalars.first.map { $0.value >= 0x3000 } ?? false
            if let last = tokens.last, character != " ", isWide ? last.count < 2 : true {
                tokens[tokens.count - 1].append(character)
            } else {
                tokens.append(String(character))
            }
        }
        return tokens
    }
}

/// A tool call of the model stand-in.
public struct ScriptedToolCall: Sendable {
    /// The tool's name.
    public var name: String
    /// The arguments, as JSON text.
    public var arguments: String
    /// The call's id; `nil` for one that the stand-in makes.
    public var id: String?
    /// The number of fragments of the arguments.
    public var fragments: Int

    /// Makes a call.
    public init(_ name: String, arguments: String, id: String? = nil, fragments: Int = 3) {
        self.name = name
        self.arguments = arguments
        self.id = id
        self.fragments = fragments
    }

    /// The arguments in `fragments` parts of about equal length, split between characters.
    var argumentFragments: [String] {
        let characters = Array(arguments)
        let size = max((characters.count + max(fragments, 1) - 1) / max(fragments, 1), 1)
        return stride(from: 0, to: characters.count, by: size).map {
            String(characters[$0..<min($0 + size, characters.count)])
        }
    }
}
