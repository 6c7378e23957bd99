import StreamingJSON

/// Decides whether a change that was read from a sentence may be made, or needs a question first.
///
/// Every planned change passes this gate, whatever reader found it. A change is made if the sentence asks for it, no
/// part of the sentence is left over, and each value is exactly one value; a quoted value may contain anything.
struct ChangeGate {
    /// The reason not to make a change.
    enum Doubt: Equatable, Sendable {
        /// The sentence mentions the change but does not ask for it.
        case notAsked(SpeechAct)
        /// Some words have no role in it.
        case leftover
        /// A value may contain more than one value.
        case value(argument: String)
    }

    /// Arguments of free text, which may contain anything.
    private static let free: Set<String> = ["note", "version"]

    private let tokens: ArraySlice<Token>

    init(_ tokens: ArraySlice<Token>) { self.tokens = tokens }

    /// Returns the reason not to make a change; `nil` if there is none.
    ///
    /// - Parameter phrase: The words of the phrase that leads to the change.
    func doubt(about calls: [PlannedCall], isComplete: Bool, phrase: PhraseWords? = nil) -> Doubt? {
        guard isComplete else { return .leftover }
        let quotations = Set(tokens.compactMap(\.quotation))
        for call in calls {
            let act = SpeechAct(tokens, except: freeText(in: call, phrase), phrase: phrase)
            if act != .request { return .notAsked(act) }
            for (argument, value) in call.arguments {
                guard !argument.hasPrefix("?"), !Self.free.contains(argument),
                    phrase?.freeArguments.contains(argument) != true,
                    phrase?.specificArguments.contains(argument) != true, let text = value.stringValue,
                    !quotations.contains(text),
                    !Self.isWhole(text)
                        || argument == "title" && Self.isHappening(text)
                else { continue }
                return .value(argument: argument)
            }
        }
        return nil
    }

    /// Returns the range of the call's free text in the sentence.
    private func freeText(in call: PlannedCall, _ phrase: PhraseWords?) -> Range<Int>? {
        let argument = phrase?.freeArguments.sorted().first ?? "note"
        guard let text = call.arguments[argument]?.stringValue else { return nil }
        let keys = Utterance(text).tokens.map(\.key)
        guard let first = keys.first, keys.count <= tokens.count else { return nil }
        for start in tokens.indices where tokens[start].key == first && start + keys.count <= tokens.endIndex {
            if keys.indices.allSatisfy({ tokens[start + $0].key == keys[$0] }) { return start..<start + keys.count }
        }
        return nil
    }

    // MARK: Values

    /// Returns whether a name is that of an event, such as a meeting, and so of no thing.
    private static func isHappening(_ text: String) -> Bool {
        let tokens = Utterance(text).tokens[...]
        return [LanguageData.english.happenings, LanguageData.japanese.happenings].contains { words in
            guard let found = words.longest(at: tokens.startIndex, in: tokens) else { return false }
            let next = tokens.startIndex + found.count
            return next == tokens.endIndex || ["with", "for", "about", "from"].contains(tokens[next].key)
        }
    }

    private static let englishClauses = WordSet(words: "ChangeGate", "englishClauses")
    /// Words that are no value by themselves.
    private static let hollow = WordSet(words: "ChangeGate", "hollow")
    private static let japaneseHollow = TokenSequences(words: "ChangeGate", "japaneseHollow")
    private static let japaneseClauses = TokenSequences(words: "ChangeGate", "japaneseClauses")

    /// Returns whether an unquoted text can be one value: no clause, no list and no number of something.
    static func isWhole(_ text: String) -> Bool {
        let tokens = Utterance(text).tokens[...]
        guard !tokens.isEmpty, tokens.count <= 40, !tokens.allSatisfy({ hollow.contains($0.key) || $0.isSkippable }),
            japaneseHollow.longest(at: tokens.startIndex, in: tokens)?.count != tokens.count
        else { return false }
        if tokens.contains(where: { [",", "、", ":", ";", "?", "。"].contains($0.key) && $0.kind == .punctuation }) {
            return false
        }
        guard tokens.contains(where: { $0.isCharacter }) else {
            return !tokens.contains { englishClauses.contains($0.key) }
        }
        if tokens.contains(where: { $0.key == "を" }) { return false }
        if tokens.indices.contains(where: { japaneseClauses.longest(at: $0, in: tokens) != nil }) { return false }
        // 「3本壊れた」: a number of something is no start of a name.
        if let first = tokens.first, first.isNumber, tokens.count > 2,
            let unit = ItemWords.japanese.units.longest(at: tokens.startIndex + 1, in: tokens),
            tokens.startIndex + 1 + unit.count < tokens.endIndex,
            ["を", "が", "は", "壊", "減", "使", "足", "増"].contains(tokens[tokens.startIndex + 1 + unit.count].key)
        {
            return false
        }
        return true
    }
}
