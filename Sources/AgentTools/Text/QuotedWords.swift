package import StreamingJSON

/// Words of others in a question to a person.
///
/// They are on one line between quotation marks, are cut, and have no quotation marks of their own, so they never read as words of the
/// question.
package enum QuotedWords {
    private static let longest = 80
    private static let marks = Set("\"“”„‟«»‹›「」『』〝〞〟＂｢｣″‶ʺ˝".unicodeScalars)

    /// Returns words between quotation marks of the caller's language.
    package static func quoted(_ words: String, for caller: Caller) -> String {
        caller.text("\"\(bare(words))\"", "「\(bare(words))」")
    }

    /// Returns a JSON value on one line, with all its texts cut and without quotation marks in them.
    package static func json(_ value: JSONValue) -> String {
        TextLine(value.mapTexts(bare).serialized(), limit: 500).text
    }

    /// Returns a value whose texts are quoted unless they are single plain words, such as an id.
    static func quotingTexts(of value: JSONValue, for caller: Caller) -> JSONValue {
        value.mapTexts { isPlain($0) ? $0 : quoted($0, for: caller) }
    }

    /// Returns a unit of measurement, quoted unless it is a plain word.
    static func unit(_ unit: String, for caller: Caller) -> String { isPlain(unit) ? unit : quoted(unit, for: caller) }

    private static func bare(_ words: String) -> String {
        let line = TextLine(words, limit: longest).text
        return String(String.UnicodeScalarView(line.unicodeScalars.map { marks.contains($0) ? "'" : $0 }))
    }

    private static func isPlain(_ words: String) -> Bool {
        words.utf8.count <= longest
            && words.unicodeScalars.allSatisfy {
                $0.properties.isAlphabetic && $0.properties.generalCategory != .nonspacingMark
                    || $0.properties.numericType != nil || "-_.:/@+#".unicodeScalars.contains($0)
            }
    }
}

extension JSONValue {
    /// Returns the value with all its texts changed, names of members included.
    fileprivate func mapTexts(_ change: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mapTexts(change) })
        case .object(let members): .object(JSONObject(members.map { ($0.key, $0.value.mapTexts(change)) }))
        default: self
        }
    }
}
