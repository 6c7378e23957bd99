import StreamingJSON

/// A dialect-neutral item of a turn's input.
public enum InputItem: Sendable, Equatable {
    /// A message.
    case message(Role, [InputPart])
    /// A call that the model requested in an earlier round; the arguments are the model's text, which is normally JSON.
    case toolCall(id: String, name: String, arguments: String)
    /// The output of a call.
    case toolOutput(call: String, [InputPart])
    /// The model's reasoning in an earlier round.
    case reasoning(InputReasoning)

    /// The author of a message.
    public enum Role: String, Sendable, CaseIterable {
        /// The app, with instructions that the user does not see.
        case developer
        case user
        case assistant
    }

    /// Returns a message of one text.
    public static func text(_ text: String, from role: Role = .user) -> InputItem { .message(role, [.text(text)]) }

    /// Returns the arguments of a call whose tool accepts free text, which no other model calls: an object with the text.
    static func arguments(ofInput text: String) -> String { JSONValue.object(["input": .string(text)]).serialized() }
}

extension [InputItem] {
    /// The bytes of the images' URLs.
    public var imageBytes: Int {
        reduce(0) { sum, item in
            switch item {
            case .message(_, let parts), .toolOutput(_, let parts):
                parts.reduce(sum) { sum, part in if case .image(let url, _) = part { sum + url.utf8.count } else { sum }
                }
            case .toolCall, .reasoning: sum
            }
        }
    }
}

/// The model's reasoning in an earlier round, which a provider may require back unchanged.
public struct InputReasoning: Sendable, Equatable {
    /// The text; empty if the provider keeps it secret.
    public var text: String
    /// The provider's seal, with which it verifies the reasoning; `nil` if it gave none.
    public var seal: String?
    /// Whether the provider keeps the text secret; the seal then contains it in encrypted form.
    public var isRedacted: Bool

    /// Makes reasoning.
    public init(text: String, seal: String?, isRedacted: Bool = false) {
        (self.text, self.seal, self.isRedacted) = (text, seal, isRedacted)
    }
}

/// A part of a message.
public enum InputPart: Sendable, Equatable {
    case text(String)
    /// An image, as an `https` URL or a `data:` URL with base64; the detail is the provider's word for the resolution.
    case image(url: String, detail: String?)

    /// The text; `nil` for an image.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// The choice of the next token, and the texts that stop the model; `nil` lets the model choose.
public struct Sampling: Sendable, Equatable {
    /// The temperature, from 0 (most likely token) to 2.
    public var temperature: Double?
    /// The sum of probabilities of the tokens to choose from, from 0 to 1.
    public var topP: Double?
    /// The number of tokens to choose from.
    public var topK: Int?
    /// The maximum number of output tokens, including reasoning.
    public var maximumOutputTokens: Int?
    /// The texts before which the model stops.
    public var stop: [String] = []
    /// The seed, with which equal requests may have equal answers.
    public var seed: Int?
    /// The reduction of the probability of tokens that already occurred, from -2 to 2.
    public var presencePenalty: Double?
    /// The reduction of a token's probability for each earlier occurrence, from -2 to 2.
    public var frequencyPenalty: Double?

    /// Makes a value that lets the model choose everything.
    public init() {}
}

/// The choice of the tools that a model calls.
public enum ToolChoice: Sendable, Equatable {
    /// The model may call tools.
    case auto
    /// The model calls no tools.
    case none
    /// The model must call at least one tool.
    case required
    /// The model must call this tool.
    case named(String)
    /// The model may call only these tools, or must call one of them.
    case allowed([String], isRequired: Bool)

    /// The words for the choice of tools in OpenAI's interfaces.
    private enum Word: String, CaseIterable { case none, auto, required }
    /// The words for whether one of the allowed tools must be called.
    enum Mode: String, CaseIterable { case auto, required }

    /// Reads the field `tool_choice` of OpenAI's interfaces: a word, or an object.
    static func read(_ fields: inout RequestFields, _ named: (inout RequestFields) -> ToolChoice) -> ToolChoice {
        switch fields.value("tool_choice") {
        case nil: return .auto
        case .string:
            let word: Word? = fields.choice("tool_choice")
            return word == Word.none ? .none : word == .required ? .required : .auto
        case .object: return fields.nested("tool_choice", named) ?? .auto
        case let value?:
            fields.reject("tool_choice", "must be a string or an object, not \(value.typeName)", .wrongType)
            return .auto
        }
    }

    /// Returns the choice among tools of which some may have been left out, because no model here can call them.
    static func among(_ names: [String], isRequired: Bool) -> ToolChoice {
        names.isEmpty && !isRequired ? .none : .allowed(names, isRequired: isRequired)
    }
}

/// The conversation of a turn.
public enum ConversationChoice: Sendable, Equatable {
    /// A new, stored conversation.
    case new
    /// The stored conversation with this id.
    case existing(String)
    /// The first entries of a stored conversation, which the turn reads and does not continue.
    case snapshot(String, entryCount: Int)
    /// No conversation: the request contains all messages, and only the run of the turn is stored.
    case none

    /// The id of the stored conversation that the turn continues.
    public var id: String? { if case .existing(let id) = self { id } else { nil } }

    /// The id of the stored conversation that the turn reads, whether it continues it or not.
    public var readID: String? { if case .snapshot(let id, _) = self { id } else { id } }
}
