/// Finds phrases in one message.
final class PhraseMatcher {
    /// Longer sentences are not requests that phrases can express.
    static let tokenLimit = 300
    /// The least weight of literal text and typed values that a phrase with slots needs.
    private static let leastEvidence: Int32 = 2

    let phrases: CompiledPhrases
    let utterance: Utterance
    private let referents: Referents
    private let today: Day
    private let words: MessageWords
    /// The phrases for which the message has the words: no part of it can be any other, and a sentence has many parts.
    private let entries: [CompiledPhrases.Entry]
    /// What stands around requests, by language.
    private let frames: [FrameWords]
    /// The reader of the sentence that was looked at last.
    private var latest: SlotReader?

    init(
        _ message: String,
        phrases: CompiledPhrases,
        today: Day,
        referents: Referents,
        isEnabled: (ToolPhrases) -> Bool
    ) {
        self.phrases = phrases
        self.today = today
        self.referents = referents
        utterance = Utterance(message)
        words = MessageWords(utterance.tokens, phrases.vocabulary)
        frames = PhraseLanguage.allCases.map { [utterance] in FrameWords(utterance.tokens, in: $0) }
        let present = WordPresence(words, in: utterance.tokens.indices, count: phrases.vocabulary.count)
        entries = phrases.entries(for: words, present: present, isEnabled: phrases.tools.map(isEnabled))
    }

    /// The phrase that explains a part of the message best.
    func bestMatch(in range: Range<Int>) -> PhraseMatch? {
        guard !range.isEmpty, range.count <= Self.tokenLimit else { return nil }
        let reader = partReader(for: range)
        var searches = [PatternSearch?](repeating: nil, count: frames.count)
        var ranking = MatchRanking(toolCount: phrases.tools.count)
        for entry in entries where reader.present.hasOne(ofEach: entry.program.required) {
            let language = entry.phrase.language
            if searches[language.index] == nil { searches[language.index] = search(reader, language) }
            let threshold = ranking.threshold(for: entry)
            guard let match = match(entry, entry.program, &searches[language.index], above: threshold) else { continue }
            ranking.add(match)
        }
        return ranking.best
    }

    /// Which of the offered matches an answer picks, by its number or by the name of its tool.
    func choice(among offers: [PhraseMatch], in range: Range<Int>) -> PhraseMatch? {
        guard !offers.isEmpty, !range.isEmpty, range.count <= Self.tokenLimit else { return nil }
        var searches = searches(reader(for: range))
        func found(_ language: PhraseLanguage, _ program: PatternProgram) -> PatternRun.Match? {
            guard let found = searches[language.index].best(of: program), found.leftover == 0 else { return nil }
            return found.match
        }
        for pick in phrases.picks {
            guard case .number(let number)? = found(pick.language, pick.program)?.captures.first?.content else {
                continue
            }
            // Compared before it is counted down: a person may write the smallest integer there is.
            return Int(exactly: number).flatMap { (1...offers.count).contains($0) ? offers[$0 - 1] : nil }
        }
        return offers.first { offer in
            (phrases.choices[offer.entry.tool?.tool ?? ""] ?? []).contains { found($0.language, $0.program) != nil }
        }
    }

    /// The answer to the question that `asking` led to.
    func answer(to asking: PhraseMatch, in range: Range<Int>) -> PhraseMatch? {
        guard let program = asking.entry.answer, !range.isEmpty, range.count <= Self.tokenLimit else { return nil }
        var search: PatternSearch? = search(reader(for: range), asking.entry.phrase.language)
        guard var match = match(asking.entry, program, &search, isAsked: true), match.isComplete else { return nil }
        match.filled = asking.filled + match.filled
        return match
    }

    /// The last match again, with a new value in one of its slots, as "and in Oslo?" asks for.
    func followUp(to last: PhraseMatch, in range: Range<Int>) -> PhraseMatch? {
        guard last.entry.tool?.effect == .reads, range.count <= Self.tokenLimit else { return nil }
        let reader = reader(for: range)
        var searches = searches(reader)
        for followUp in phrases.followUps {
            guard let found = searches[followUp.language.index].best(of: followUp.program), found.leftover == 0,
                case .span(let span)? = found.match.captures.first?.content
            else { continue }
            // Slots that say something are tried first: "and last week?" is a range of days rather than a title.
            for filled in last.filled.sorted(by: { !$0.slot.type.isOpen && $1.slot.type.isOpen }) {
                let candidates = reader.candidates(for: filled.slot, at: span.lowerBound)
                guard let candidate = candidates.first(where: { $0.end == span.upperBound }) else { continue }
                var match = last
                match.filled.removeAll { $0.slot.arguments == filled.slot.arguments }
                match.filled.append(.init(slot: filled.slot, values: values(of: candidate.content)))
                return match
            }
        }
        return nil
    }

    /// Whether a part of the message turns something round: "don't".
    func hasNegation(_ range: Range<Int>) -> Bool {
        frames.contains { Leftovers.loss(of: utterance.tokens[range], $0, keepsFrame: false) == nil }
    }

    /// Whether a part of the message is nothing but polite words.
    func isPoliteness(_ range: Range<Int>) -> Bool {
        frames.contains { Leftovers.loss(of: utterance.tokens[range], $0)?.weight == 0 }
    }

    /// Reads slots in a sentence; as long as no other sentence is asked for, the reader is the same and knows what it has read.
    func reader(for sentence: Range<Int>) -> SlotReader {
        if let known = latest, known.tokens.indices == sentence { return known }
        let reader = makeReader(for: sentence)
        latest = reader
        return reader
    }

    /// The reader of a part of the message, which is not kept when it is made for this.
    private func partReader(for range: Range<Int>) -> SlotReader {
        if let known = latest, known.tokens.indices == range { return known }
        return makeReader(for: range)
    }

    private func makeReader(for range: Range<Int>) -> SlotReader {
        SlotReader(
            utterance,
            range: range,
            words: words,
            phrases: phrases,
            referents: referents,
            today: today
        )
    }

    /// The searches through a reader's part of the message, by language.
    private func searches(_ reader: SlotReader) -> [PatternSearch] {
        PhraseLanguage.allCases.map { search(reader, $0) }
    }

    private func search(_ reader: SlotReader, _ language: PhraseLanguage) -> PatternSearch {
        PatternSearch(reader, leftovers: Leftovers(reader.tokens, frames[language.index]))
    }

    private func match(
        _ entry: CompiledPhrases.Entry,
        _ program: PatternProgram,
        _ search: inout PatternSearch?,
        above threshold: Int32 = .min,
        isAsked: Bool = false
    ) -> PhraseMatch? {
        guard let found = search?.best(of: program, endsWithVerb: entry.endsWithVerb, above: threshold) else {
            return nil
        }
        // What only reads may be asked for in passing; what changes something must be nearly all that was said.
        guard found.leftover * (entry.isReading ? 2 : 10) <= found.match.weight else { return nil }
        // A name alone says nothing for a phrase, unless it was asked for, and a particle beside it hardly more.
        let isQuestion = program.slots.contains { $0.type == .question }
        guard found.match.weight >= Self.leastEvidence || found.match.captures.isEmpty || isQuestion || isAsked
        else { return nil }
        return PhraseMatch(
            entry: entry,
            filled: found.match.captures.map {
                .init(slot: program.slots[$0.slot], values: values(of: $0.content))
            },
            score: found.match.score,
            isComplete: found.leftover == 0,
            evidence: found.match.weight,
            hasQuotation: found.match.captures.contains { capture in
                guard case .span(let range) = capture.content else { return false }
                return range.count == 1 && utterance.tokens[range.lowerBound].quotation != nil
            }
        )
    }

    private func values(of content: SlotCandidate.Content) -> [SlotValue] {
        switch content {
        case .span(let range): [.text(utterance.content(of: range))]
        case .text(let text): [.text(text)]
        case .number(let number): [.number(number)]
        case .days(let range): [.days(range)]
        case .list(let contents): contents.flatMap(values)
        }
    }
}
