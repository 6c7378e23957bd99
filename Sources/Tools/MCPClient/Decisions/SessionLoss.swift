import ModelContextProtocol
import StreamingJSON

/// The ways in which servers say that they do not know a session, besides the status 404 of the specification.
///
/// | answer | the session is lost if |
/// |---|---|
/// | an error of JSON-RPC with a code of the envelope (-32600, -32000 to -32099) | its words speak of a session, and of its loss |
/// | another error of JSON-RPC; the statuses 401, 403 and from 500 on | all of its words do, so that it says nothing else |
/// | another status from 400 to 499 | its words speak of a session, and of its loss |
/// | the status 400 without a body | always |
enum SessionLoss {
    /// The words for the loss of a session.
    private static let signs = [
        "not found", "notfound", "invalid", "unknown", "expired", "no valid", "missing", "required", "terminated",
        "exist", "no such", "closed", "not initialized", "ended", "timed out", "gone", "not active", "no active",
        "lost",
    ]
    /// The sentences about a session without its name.
    private static let sentences = ["not initialized", "before initialization"]
    /// The words that an answer about nothing but a session has.
    private static let vocabulary: Set<String> = Set(
        """
        session sessions sessionid id ids mcp header server client connection protocol bad request error internal found notfound not no \
        valid invalid unknown expired missing required terminated exist exists does doesn t such closed initialized uninitialized \
        initialization initialize reinitialize re ended timed out gone active lost provided received before was is has been are be must \
        complete completed a an the or and of for with in this your please new start begin again it to already yet
        """.split { $0 == " " || $0 == "\n" }.map(String.init)
    )
    /// The most bytes of an answer that are read.
    private static let longestText = 1 << 10

    /// Whether an error of JSON-RPC says that the session is unknown.
    static func isMeant(by error: RPCError) -> Bool {
        let isOfEnvelope = error.code == .invalidRequest || (-32099 ... -32000).contains(error.code.rawValue)
        return isOfEnvelope ? isLikely(error.message) : isCertain(error.message)
    }

    /// Whether an answer with a status of failure says that.
    static func isMeant(byStatus status: Int, _ body: String) -> Bool {
        guard status >= 400 else { return false }
        let value = try? JSONValue(parsing: body, options: JSONParseOptions(maximumDepth: 16))
        if let error = value?["error"].flatMap({ RPCError($0) }) { return isMeant(by: error) }
        let texts = value.map { Self.texts(in: $0) } ?? [body]
        switch status {
        case 400: return body.allSatisfy(\.isWhitespace) || texts.contains(where: isLikely)
        case 401, 403, 500...: return texts.contains(where: isCertain)
        default: return texts.contains(where: isLikely)
        }
    }

    private static func isLikely(_ text: String) -> Bool {
        let text = words(of: text).joined(separator: " ")
        return sentences.contains(where: text.contains)
            || text.contains("session") && signs.contains(where: text.contains)
    }

    private static func isCertain(_ text: String) -> Bool {
        isLikely(text) && words(of: text).allSatisfy(vocabulary.contains)
    }

    /// Returns the words in small letters, also those of `sessionNotFound` and `SESSION_EXPIRED`; numbers and ids with digits are no words.
    private static func words(of text: String) -> [String] {
        var spaced = ""
        var wasSmall = false
        for character in text.prefix(longestText) {
            if wasSmall, character.isUppercase { spaced.append(" ") }
            wasSmall = character.isLowercase
            spaced.append(character)
        }
        return spaced.lowercased().split { !$0.isLetter && !$0.isNumber }
            .filter { !$0.contains(where: \.isNumber) }.map(String.init)
    }

    /// Returns the texts in a value, without the names of members.
    private static func texts(in value: JSONValue) -> [String] {
        var texts: [String] = []
        var rest = [value]
        while let next = rest.popLast(), texts.count < 32 {
            switch next {
            case .string(let text): texts.append(text)
            case .array(let elements): rest += elements.prefix(32)
            case .object(let members): rest += members.prefix(32).map(\.value)
            default: break
            }
        }
        return texts
    }
}
