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

    /// Returns a JSON value on one line, with all its texts and names cut and without quotation marks in them.
    package static func json(_ value: JSONValue) -> String {
        TextLine(value.mapTexts(names: bare, bare).serialized(), limit: 500).text
    }

    /// Returns a value whose texts are quoted, for a template.
    ///
    /// Even a single word can read as one of the question: "all", "free".
    package static func quotingTexts(of value: JSONValue, for caller: Caller) -> JSONValue {
        value.mapTexts(names: bare) { quoted($0, for: caller) }
    }

    private static func bare(_ words: String) -> String {
        let line = TextLine(words, limit: longest).text
        return String(String.UnicodeScalarView(line.unicodeScalars.map { marks.contains($0) ? "'" : $0 }))
    }
}

extension JSONValue {
    /// Returns the value with all its texts and the names of all members changed.
    fileprivate func mapTexts(names: (String) -> String, _ change: (String) -> String) -> JSONValue {
        switch self {
        case .string(let text): .string(change(text))
        case .array(let elements): .array(elements.map { $0.mapTexts(names: names, change) })
        case .object(let members):
            .object(
                JSONObject(
                    zip(Self.distinct(members.map { names($0.key) }), members).map {
                        ($0, $1.value.mapTexts(names: names, change))
                    }
                )
            )
        default: self
        }
    }

    /// Returns names of which none is repeated: a member whose name was cut must not hide another one.
    private static func distinct(_ names: [String]) -> [String] {
        var used: Set<String> = []
        var counts: [String: Int] = [:]
        return names.map { name in
            var own = name
            while !used.insert(own).inserted {
                counts[name, default: 1] += 1
                own = "\(name) #\(counts[name] ?? 1)"
            }
            return own
        }
    }
}
