import StreamingJSON

/// The choice among the cases of an enumeration, and the truth value, that words mean.
enum SpokenChoice {
    /// Words that turn something off.
    private static let negatives: Set<String> = [
        "off", "disable", "false", "no", "オフ", "未読", "未完了", "解除", "固定解除", "再表示",
    ]

    /// Returns whether the words for a flag mean that it is not set: "unpin", "not done", 「オフ」.
    static func isNegative(_ words: String) -> Bool {
        let words = words.lowercased()
        return negatives.contains(words) || words.hasPrefix("un") || words.hasPrefix("not ")
            || words.hasPrefix("counter")
            || words.hasPrefix("反") || words.contains("外して") || words.contains("から削除") || words.contains("解除")
    }

    /// Cases of the catalog by other words for them.
    private static let synonyms: [String: [String]] = [
        "audio": ["音声"], "video": ["ビデオ", "動画"], "clockwise": ["right", "右", "時計回り"],
        "counterclockwise": ["left", "左", "反時計回り"], "shuffle": ["シャッフル"], "repeat": ["リピート"],
        "like": ["好き", "いいね"], "dislike": ["嫌い"], "next": ["次"], "previous": ["前"],
        "increase": ["広く", "大きく"], "decrease": ["狭く", "小さく"], "front": ["前面"], "back": ["背面"],
        "selfie": ["自撮り", "セルフィー"], "photo": ["picture", "写真"], "portrait": ["ポートレート"], "panorama": ["パノラマ"],
        "short": ["短い"], "long": ["長い"], "square": ["四角"], "circle": ["円"], "red": ["赤"], "blue": ["青"],
        "today": ["today's", "今日"], "lastFourHours": ["last four hours", "last four hours of", "過去4時間"],
        "todayAndYesterday": ["today and yesterday", "今日と昨日"], "allTime": ["all", "all time", "すべて"],
    ]

    /// Returns the case that words mean: by its value, its name for people, or another word for it; `nil` if none does.
    static func value(_ words: String, of enumeration: String, _ refinements: SchemaRefinements) -> String? {
        let known = SchemaCatalog.current.enumeration(enumeration)
        let cases = refinements.cases[enumeration] ?? known?.cases ?? []
        let titles = refinements.titles[enumeration] ?? [:]
        let words = words.lowercased()
        return cases.first { $0.lowercased() == words } ?? cases.first { titles[$0]?.lowercased() == words }
            ?? cases.first { synonyms[$0]?.contains(words) ?? false }
    }
}

/// A person as people name one: by an address or a name.
struct SpokenPerson {
    private let words: String

    init(_ words: String) { self.words = words }

    /// Returns the persons of a list such as "Anna, Ben and Eva" or 「アンナとベン」.
    static func persons(_ words: String) -> [SpokenPerson] {
        var names = [words[...]]
        for separator in [" and ", "、", ", ", " & ", "さんと"] {
            names = names.flatMap { $0.split(separator: separator) }
        }
        return names.map { SpokenPerson(String($0.drop { $0 == " " })) }
    }

    /// The person on the wire.
    var json: JSONValue {
        if words.contains("@"), !words.contains(" ") {
            return ["handle": ["kind": "email", "value": .string(words)]]
        }
        let digits = words.filter { $0.isASCII && $0.isNumber }
        if digits.count >= 5, words.allSatisfy({ $0.isNumber || "+-() ".contains($0) }) {
            return ["handle": ["kind": "phone", "value": .string(words)]]
        }
        return ["name": .string(words)]
    }
}
