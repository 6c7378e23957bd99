import LanguageModels
import StreamingJSON

/// The parts of an answer as they become complete: each byte is read once.
struct AnswerReader {
    let valueName: String
    private let eventDepth: Int
    private var parser: JSONStreamParser

    init(valueName: String, eventDepth: Int) {
        self.valueName = valueName
        self.eventDepth = eventDepth
        parser = JSONStreamParser(eventDepth: eventDepth)
    }

    /// Takes in a step; tells whether the answer has changed.
    ///
    /// - Throws: ``LLMDecodingError`` when no continuation could make the answer JSON.
    mutating func apply(_ event: SessionEvent) throws(LLMDecodingError) -> Bool {
        switch event {
        case .textDelta(let delta):
            try feed(delta)
        case .textReplaced(let replacement):
            parser = JSONStreamParser(eventDepth: eventDepth)
            try feed(replacement)
        default:
            return false
        }
        return true
    }

    private mutating func feed(_ piece: String) throws(LLMDecodingError) {
        do throws(JSONParseError) {
            try parser.feed(piece)
        } catch {
            throw LLMDecodingError(error, answer: piece, valueName: valueName)
        }
    }

    /// The parts that have become complete since the last time.
    mutating func takeEvents() -> [JSONStreamEvent] { parser.takeEvents() }

    /// The whole answer.
    ///
    /// - Throws: ``LLMDecodingError`` when something is missing.
    mutating func finish() throws(LLMDecodingError) -> JSONValue {
        do throws(JSONParseError) {
            return try parser.finish()
        } catch {
            let text = parser.snapshot?.value.serialized() ?? ""
            throw LLMDecodingError(error, answer: text, valueName: valueName)
        }
    }
}
