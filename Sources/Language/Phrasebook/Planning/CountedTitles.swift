import StreamingJSON

/// Splits a title that names several things with a number each: "3 pens and 2 erasers".
enum CountedTitles {
    /// Returns the calls for the single things, or the call itself if it is for one thing.
    static func split(_ call: PlannedCall) -> [PlannedCall] {
        guard call.isPlain, let title = call.arguments["title"]?.stringValue, title.utf8.count <= 400,
            let quantity = call.arguments["quantity"]
        else { return [call] }
        let parts = pieces(of: title)
        guard parts.count > 1 else { return [call] }
        let utterances = parts.map { Utterance($0) }
        let isJapanese = utterances.contains(where: \.hasIdeographs)
        var calls: [PlannedCall] = []
        for (index, part) in utterances.enumerated() {
            // The number that the phrase has read is before the first name, or in Japanese after the last one.
            let isOwn = isJapanese ? index == utterances.count - 1 : index == 0
            guard
                let (name, amount, unit) = isOwn
                    ? (parts[index], quantity, call.arguments["unit"]) : read(part, isJapanese)
            else { return [call] }
            var single = call
            single.arguments["title"] = .string(name)
            single.arguments["quantity"] = amount
            single.arguments["unit"] = unit
            calls.append(single)
        }
        return calls
    }

    private static func pieces(of title: String) -> [String] {
        let commas = title.replacing(", and ", with: ",").replacing(" and ", with: ",").replacing("、", with: ",")
        return commas.split(separator: ",").map { piece in
            String(piece.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        }
    }

    private static func read(_ part: Utterance, _ isJapanese: Bool) -> (String, JSONValue, JSONValue?)? {
        let tokens = part.tokens
        guard tokens.count > 1 else { return nil }
        if isJapanese {
            guard let index = tokens.lastIndex(where: { $0.isNumber && !$0.isGlued }), index > 0,
                let value = tokens[index].number,
                tokens.count - index <= 5
            else { return nil }
            let unit = index + 1 < tokens.count ? JSONValue.string(part.content(of: index + 1..<tokens.count)) : nil
            return (part.content(of: 0..<index), json(value), unit)
        }
        let value =
            tokens[0].number ?? LanguageData.english.numberWords[tokens[0].key].map(Double.init)
            ?? (["a", "an"].contains(tokens[0].key) ? 1 : nil)
        guard let value else { return nil }
        if tokens.count > 3, tokens[2].key == "of" {
            return (part.content(of: 3..<tokens.count), json(value), .string(part.content(of: 1..<2)))
        }
        return (part.content(of: 1..<tokens.count), json(value), nil)
    }

    private static func json(_ value: Double) -> JSONValue {
        Int(exactly: value).map(JSONValue.integer) ?? .number(value)
    }
}
