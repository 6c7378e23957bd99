/// Reads Japanese questions about the world: a name, the requested property, and the form of a question.
struct JapaneseWorldReader {
    private let tokens: ArraySlice<Token>

    init(_ tokens: ArraySlice<Token>) { self.tokens = tokens }

    /// The question without the words that only ask for an answer; `nil` if a word has no role in it.
    var range: Range<Int>? {
        var start = tokens.startIndex
        while start < tokens.endIndex {
            if tokens[start].isSkippable {
                start += 1
            } else if let opening = Self.openings.longest(at: start, in: tokens) {
                start += opening.count
            } else {
                break
            }
        }
        guard start < tokens.endIndex else { return nil }
        return (relation(start) ?? superlative(start) ?? event(start) ?? deed(start)).map { start..<$0 }
    }

    // MARK: Forms

    /// Returns the end of a relation of a name: 「フランスの首都は？」, 「富士山の標高って何メートル？」.
    private func relation(_ start: Int) -> Int? {
        nameEnds(start, before: "の").reversed().lazy.compactMap { asked($0, start) }.first
    }

    /// Returns the end of a relation after a name's particle if a question's ending follows.
    private func asked(_ particle: Int, _ start: Int) -> Int? {
        let next = particle + 1
        // 「絵本の著者は」 is about a stored thing.
        let found =
            Self.placeRelations.longest(at: next, in: tokens)
            ?? (isHeightened(particle) ? Self.heights.longest(at: next, in: tokens) : nil)
            ?? (isForeign(start..<particle) ? Self.workRelations.longest(at: next, in: tokens) : nil)
        guard let found, isQuestion(next + found.count) else { return nil }
        return next + found.count
    }

    /// Returns the end of a superlative: 「世界一高い建物は何ですか」.
    private func superlative(_ start: Int) -> Int? {
        var index = start
        for part in [Self.regions, Self.superlatives, Self.qualities, Self.kinds] {
            guard let found = part.longest(at: index, in: tokens) else { return nil }
            index += found.count
        }
        return isQuestion(index) ? index : nil
    }

    /// Returns the end of a question for the time of an event: 「オリンピックが日本で開かれたのはいつ？」.
    private func event(_ start: Int) -> Int? {
        for particle in nameEnds(start, before: "が") + nameEnds(start, before: "は") {
            var index = particle + 1
            if let place = nameEnds(index, before: "で").first { index = place + 1 }
            guard let found = Self.events.longest(at: index, in: tokens),
                let asked = Self.eventQuestions.longest(at: index + found.count, in: tokens)
            else { continue }
            let end = index + found.count + asked.count
            if isEnd(end) { return end }
        }
        return nil
    }

    /// Returns the end of a question for the person who did something: 「電話を発明したのは誰ですか」, 「電話は誰が発明したの」.
    private func deed(_ start: Int) -> Int? {
        func end(_ particle: Int, _ parts: [TokenSequences]) -> Int? {
            var index = particle + 1
            for part in parts {
                guard let found = part.longest(at: index, in: tokens) else { return nil }
                index += found.count
            }
            return isEnd(index) ? index : nil
        }
        return nameEnds(start, before: "を").lazy.compactMap { end($0, [Self.deeds, Self.eventQuestions]) }.first
            ?? nameEnds(start, before: "は").lazy.compactMap { end($0, [Self.personQuestions, Self.deeds]) }.first
    }

    /// Returns whether the name before a particle is that of a mountain, a river or a tower.
    private func isHeightened(_ particle: Int) -> Bool {
        (max(tokens.startIndex, particle - 3)..<particle).contains { start in
            Self.landmarkEndings.lengths(at: start, in: tokens).contains { start + $0 == particle }
        }
    }

    // MARK: Parts

    /// Returns the indices of a particle after a name that starts at a token: kanji, katakana, letters, and 「の」 between
    /// them.
    private func nameEnds(_ start: Int, before particle: Word) -> [Int] {
        var ends: [Int] = []
        var index = start
        while index < tokens.endIndex, index < start + 24 {
            let token = tokens[index]
            if index > start, token.key == particle, !isBarrier(tokens[index - 1]) {
                // One kanji is no name.
                if index > start + 1 || tokens[start].quotation != nil || tokens[start].isWord { ends.append(index) }
            }
            guard !isBarrier(token) || token.key == "の" && index > start && !isBarrier(tokens[index - 1]) else { break }
            if OutwardWords.stock.longest(at: index, in: tokens) != nil
                || OutwardWords.persons.longest(at: index, in: tokens) != nil
            {
                break
            }
            index += 1
        }
        return ends
    }

    /// Returns whether a token ends a name.
    private func isBarrier(_ token: Token) -> Bool {
        token.isHiragana || token.isSkippable
            || !(token.isCharacter || token.isWord || token.quotation != nil || token.isNumber)
    }

    /// Returns whether a name is in katakana, in letters or in quotation marks.
    private func isForeign(_ range: Range<Int>) -> Bool {
        range.contains {
            tokens[$0].quotation != nil || tokens[$0].isWord || tokens[$0].key.firstScalar?.isKatakana == true
        }
    }

    /// Returns whether the rest asks for the named thing: 「は何ですか」, 「を教えて」, or nothing.
    private func isQuestion(_ start: Int) -> Bool {
        var index = start
        if let particle = Self.topics.longest(at: index, in: tokens) { index += particle.count }
        if let asked = Self.questionWords.longest(at: index, in: tokens) { index += asked.count }
        return isEnd(index)
    }

    /// Returns whether only endings of a question or a request follow.
    private func isEnd(_ start: Int) -> Bool {
        var index = start
        while index < tokens.endIndex {
            if tokens[index].isSkippable {
                index += 1
            } else if let ending = Self.endings.longest(at: index, in: tokens) {
                index += ending.count
            } else {
                return false
            }
        }
        return true
    }

    // MARK: Words

    private static let openings = TokenSequences(["すみません", "ねえ", "ところで", "ちなみに", "では", "じゃあ", "それでは", "あの"])
    private static let topics = TokenSequences(["は", "って", "とは", "を", "が"])
    private static let questionWords = TokenSequences(words: "JapaneseWorldReader", "questionWords")
    private static let eventQuestions = TokenSequences(["のはいつ", "のは誰", "のはだれ", "のはどこ", "のは何年", "のは西暦何年"])
    private static let personQuestions = TokenSequences(["誰が", "だれが"])
    private static let endings = TokenSequences(words: "JapaneseWorldReader", "endings")
    /// Properties of countries and towns that no stored thing has.
    private static let placeRelations = TokenSequences(words: "JapaneseWorldReader", "placeRelations")
    /// Properties of works and companies.
    private static let workRelations = TokenSequences(["作者", "著者", "作曲者", "作曲家", "作詞者", "創業者", "創設者", "発明者", "原作者"])
    private static let heights = TokenSequences(["高さ", "長さ", "深さ", "広さ"])
    /// Last characters of names of mountains, rivers and towers.
    private static let landmarkEndings = TokenSequences(["山", "塔", "タワー", "川", "湖", "海", "島", "岳", "峰", "滝", "ツリー"])
    private static let regions = TokenSequences(["世界", "世界で", "日本", "日本で", "ヨーロッパで", "アジアで", "アフリカで", "地球上で"])
    private static let superlatives = TokenSequences(["一", "一番", "いちばん", "最も", "もっとも"])
    private static let qualities = TokenSequences(words: "JapaneseWorldReader", "qualities")
    private static let kinds = TokenSequences(words: "JapaneseWorldReader", "kinds")
    private static let events = TokenSequences(words: "JapaneseWorldReader", "events")
    private static let deeds = TokenSequences(["発明した", "作曲した", "創業した", "建国した", "創設した"])
}
