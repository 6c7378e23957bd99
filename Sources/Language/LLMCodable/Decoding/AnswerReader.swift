import LanguageModels
import StreamingJSON

/// A reader that emits the parts of an answer as they become complete, and reads each byte once.
struct AnswerReader {
    let valueName: String
    private let eventDepth: Int
    private var parser: JSONStreamParser

    init(valueName: String, eventDepth: Int) {
        self.valueName = valueName
        self.eventDepth = eventDepth
        parser = JSONStreamParser(eventDepth: eventDepth)
    }

    /// Applies an event; returns whether the answer has changed.
    ///
    /// - Throws: ``LLMDecodingError`` if no continuation could make the answer valid JSON.
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

    /// Returns the parts that have become complete since the last call.
    mutating func takeEvents() -> [JSONStreamEvent] { parser.drainEvents() }

    /// Returns the whole answer.
    ///
    /// - Throws: ``LLMDecodingError`` if something is missing.
    mutating func finish() throws(LLMDecodingError) -> JSONValue {
        do throws(JSONParseError) {
            return try parser.finish()
        } catch {
            let text = parser.snapshot?.value.serialized() ?? ""
            throw LLMDecodingError(error, answer: text, valueName: valueName)
        }
    }
}
