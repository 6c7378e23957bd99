import CalendarDays

/// Finds phrases in one message.
final class PhraseMatcher {
    /// Longer sentences are not requests that phrases can express.
    static let tokenLimit = 300
    /// The minimum weight of literal text and typed values for a phrase with slots.
    private static let leastEvidence: Int32 = 2

    let phrases: CompiledPhrases
    let utterance: Utterance
    private let referents: Referents
    private let today: CalendarDay
    private let words: MessageWords
    /// The phrases whose required words are in the message: no other phrase can match a part of it, and a sentence has
    /// many parts.
    private let entries: [CompiledPhrases.Entry]
    /// The words around requests, by language.
    private let frames: [FrameWords]
    /// The reader of the last sentence.
    private var latest: SlotReader?

    init(
        _ message: String,
        phrases: CompiledPhrases,
        today: CalendarDay,
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

    /// Returns the phrase that best explains a part of the message.
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

    /// Returns the offered match that an answer selects, by its number or by the name of its tool.
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
            // Compared before it is decremented because a person may write the smallest integer.
            return Int(exactly: number).flatMap { (1...offers.count).contains($0) ? offers[$0 - 1] : nil }
        }
        return offers.first { offer in
            (phrases.choices[offer.entry.tool?.tool ?? ""] ?? []).contains { found($0.language, $0.program) != nil }
        }
    }

    /// Returns the match of the answer to the question of `asking`.
    func answer(to asking: PhraseMatch, in range: Range<Int>) -> PhraseMatch? {
        guard let program = asking.entry.answer, !range.isEmpty, range.count <= Self.tokenLimit else { return nil }
        var search: PatternSearch? = search(reader(for: range), asking.entry.phrase.language)
        guard var match = match(asking.entry, program, &search, isAsked: true), match.isComplete else { return nil }
        match.filled = asking.filled + match.filled
        return match
    }

    /// Returns the last match with a new value in one of its slots, as in "and in Oslo?".
    func followUp(to last: PhraseMatch, in range: Range<Int>) -> PhraseMatch? {
        guard last.entry.tool?.effect == .reads, range.count <= Self.tokenLimit else { return nil }
        let reader = reader(for: range)
        var searches = searches(reader)
        for followUp in phrases.followUps {
            guard let found = searches[followUp.language.index].best(of: followUp.program), found.leftover == 0,
                case .span(let span)? = found.match.captures.first?.content
            else { continue }
            // Specific slots are tried first: "and last week?" is a range of days rather than a title.
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

    /// Returns whether a part of the message has a negation: "don't".
    func hasNegation(_ range: Range<Int>) -> Bool {
        frames.contains { Leftovers.loss(of: utterance.tokens[range], $0, keepsFrame: false) == nil }
    }

    /// Returns whether a part of the message forbids something; "cancel the appointment" requests something instead.
    func isVeto(_ range: Range<Int>) -> Bool {
        guard hasNegation(range) else { return false }
        let parts = CalledOffThing.parts(around: utterance.tokens[range])
        return frames.contains { frame in
            parts.contains { Leftovers.loss(of: utterance.tokens[$0], frame, keepsFrame: false) == nil }
        }
    }

    /// Returns whether a part of the message consists only of polite words.
    func isPoliteness(_ range: Range<Int>) -> Bool {
        frames.contains { Leftovers.loss(of: utterance.tokens[range], $0)?.weight == 0 }
    }

    /// Returns the reader of slots for a sentence; consecutive calls for the same sentence share one reader with its
    /// results.
    func reader(for sentence: Range<Int>) -> SlotReader {
        if let known = latest, known.tokens.indices == sentence { return known }
        let reader = makeReader(for: sentence)
        latest = reader
        return reader
    }

    /// Returns the reader of a part of the message, without keeping a new one.
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

    /// Returns the searches through a reader's part of the message, by language.
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
        // A phrase that only reads may be one part of a message; a phrase that changes something must be nearly all of
        // it.
        guard found.leftover * (entry.isReading ? 2 : 10) <= found.match.weight else { return nil }
        // A name alone is no evidence for a phrase, unless it answers a question, and a particle beside it hardly any.
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
