/// An item of a turn's input, in the words of no dialect.
public enum InputItem: Sendable, Equatable {
    /// A message.
    case message(Role, [InputPart])
    /// A call that the model wanted made in an earlier round; the arguments are JSON text, unless the model wrote something else.
    case toolCall(id: String, name: String, arguments: String)
    /// The output of such a call.
    case toolOutput(call: String, [InputPart])

    /// The speaker of a message.
    public enum Role: String, Sendable, CaseIterable {
        /// The app, with instructions that the person does not see.
        case developer
        case user
        case assistant
    }

    /// A message of one text.
    public static func text(_ text: String, from role: Role = .user) -> InputItem { .message(role, [.text(text)]) }
}

/// A part of a message.
public enum InputPart: Sendable, Equatable {
    case text(String)
    /// An image, by an `https` URL or a `data:` URL with its bytes in base64; the detail is the provider's word for how closely to look.
    case image(url: String, detail: String?)

    /// The text; `nil` for an image.
    public var text: String? { if case .text(let text) = self { text } else { nil } }
}

/// How the next token is chosen, and where a model stops; `nil` leaves it to the model.
public struct Sampling: Sendable, Equatable {
    /// From 0 (most likely) to 2.
    public var temperature: Double?
    /// The tokens among which one is chosen, by the sum of their probabilities, from 0 to 1.
    public var topP: Double?
    /// The number of tokens among which one is chosen.
    public var topK: Int?
    /// The most tokens of the answer, with those of thoughts.
    public var maximumOutputTokens: Int?
    /// The texts before which the model stops.
    public var stop: [String] = []
    /// The seed, by which the same request may give the same answer.
    public var seed: Int?
    /// From -2 to 2: how much less likely a token is that was written before.
    public var presencePenalty: Double?
    /// From -2 to 2: how much less likely a token is for each time that it was written before.
    public var frequencyPenalty: Double?

    /// Leaves everything to the model.
    public init() {}
}

/// Whether and which tools a model calls.
public enum ToolChoice: Sendable, Equatable {
    /// The model decides.
    case auto
    /// None.
    case none
    /// At least one.
    case required
    /// This one.
    case named(String)
    /// The model decides among these, or must call one of them.
    case allowed([String], isRequired: Bool)
}

/// How long a model thinks before it answers.
public enum ReasoningEffort: String, Sendable, CaseIterable {
    case none, minimal, low, medium, high, xhigh
}

/// The conversation that a turn belongs to.
public enum ConversationChoice: Sendable, Equatable {
    /// A new one, which is stored.
    case new
    /// The stored one with this id.
    case existing(String)
    /// None: the request has everything that was said, and nothing is left of the turn but its run.
    case none

    /// The id of a stored one.
    public var id: String? { if case .existing(let id) = self { id } else { nil } }
}
