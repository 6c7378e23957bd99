public import StreamingJSON

/// The steps around the call of a tool whose arguments a person names by words: look-ups before it, and the answer after it.
///
/// It keeps no state: each step is derived from the calls made so far, so a turn continues in any process.
public struct CallPreparation: Sendable {
    /// A call that was made for the message.
    public struct Call: Sendable {
        /// The tool.
        public var tool: String
        /// The arguments.
        public var arguments: JSONObject
        /// The output; `nil` until it is available.
        public var output: String?

        /// Makes a call.
        public init(tool: String, arguments: JSONObject, output: String? = nil) {
            (self.tool, self.arguments, self.output) = (tool, arguments, output)
        }
    }

    /// The circumstances of the message.
    public struct Situation: Sendable {
        /// The language of the answer.
        public var language: PhraseLanguage
        /// The time of the turn (ISO 8601); `nil` if the request has none.
        public var now: String?
        /// The name of the person's time zone; `nil` if the request has none.
        public var timeZone: String?

        /// Makes circumstances.
        public init(language: PhraseLanguage, now: String? = nil, timeZone: String? = nil) {
            (self.language, self.now, self.timeZone) = (language, now, timeZone)
        }
    }

    /// The next step.
    public enum Step: Sendable {
        /// These calls.
        case calls([Call])
        /// This question for the value of an argument. If the next message has the value, the call is made with it.
        ///
        /// The words of the message are the value if `takesWords`; otherwise phrases read the request together with the message.
        case ask(String, argument: String, takesWords: Bool)
        /// This answer; nothing is left to do.
        case answer(String)
    }

    /// Returns the next step for a call with the arguments that were read from the message.
    public var next: @Sendable (_ arguments: JSONObject, _ made: [Call], _ situation: Situation) -> Step

    /// Makes a preparation.
    public init(next: @escaping @Sendable (JSONObject, [Call], Situation) -> Step) { self.next = next }
}
