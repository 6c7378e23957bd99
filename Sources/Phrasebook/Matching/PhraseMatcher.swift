/// Finds phrases in one message.
struct PhraseMatcher {
    /// Longer sentences are not requests that phrases can express.
    static let tokenLimit = 300

    let phrases: CompiledPhrases
    let utterance: Utterance
    private let referents: Referents
    private let today: Day
    private let words: [Int32]
    private let aliases: [Int32]
    /// The phrases for which the message has the words: no part of it can be any other, and a sentence has many parts.
    private let entries: [CompiledPhrases.Entry]
    /// The languages of those.
    private let languages: Set<PhraseLanguage>

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
        words = utterance.tokens.map { phrases.vocabulary.number(of: $0.key) }
        aliases = phrases.vocabulary.aliases(of: utterance.tokens)
        let present = WordPresence(words + aliases, count: phrases.vocabulary.count)
        entries = phrases.entries(for: words + aliases, present: present).filter { $0.tool.map(isEnabled) ?? true }
        languages = Set(entries.map(\.phrase.language))
    }

    /// The phrase that explains a part of the message best.
    func bestMatch(in range: Range<Int>) -> PhraseMatch? {
        guard !range.isEmpty, range.count <= Self.tokenLimit else { return nil }
        let reader = reader(for: range)
        let leftovers = leftovers(in: range, languages)
        var ranking = MatchRanking()
        for entry in entries where reader.present.hasOne(ofEach: entry.program.required) {
            guard let leftovers = leftovers[entry.phrase.language],
                let match = match(entry, program: entry.program, reader: reader, leftovers: leftovers)
            else { continue }
            ranking.add(match)
        }
        return ranking.best
    }

    /// Which of the offered matches an answer picks, by its number or by the name of its tool.
    func choice(among offers: [PhraseMatch], in range: Range<Int>) -> PhraseMatch? {
        guard !offers.isEmpty, !range.isEmpty, range.count <= Self.tokenLimit else { return nil }
        let reader = reader(for: range)
        let leftovers = leftovers(in: range)
        func found(_ language: PhraseLanguage, _ program: PatternProgram) -> PatternRun.Match? {
            guard let leftovers = leftovers[language], let found = run(program, reader: reader, leftovers: leftovers),
                found.leftover == 0
            else { return nil }
            return found.match
        }
        for pick in phrases.picks {
            guard case .number(let number)? = found(pick.language, pick.program)?.captures.first?.content else {
                continue
            }
            return Int(exactly: number).flatMap { offers.indices.contains($0 - 1) ? offers[$0 - 1] : nil }
        }
        return offers.first { offer in
            (phrases.choices[offer.entry.tool?.tool ?? ""] ?? []).contains { found($0.language, $0.program) != nil }
        }
    }

    /// The answer to the question that `asking` led to.
    func answer(to asking: PhraseMatch, in range: Range<Int>) -> PhraseMatch? {
        guard let program = asking.entry.answer, !range.isEmpty, range.count <= Self.tokenLimit,
            let leftovers = leftovers(in: range)[asking.entry.phrase.language],
            var match = match(asking.entry, program: program, reader: reader(for: range), leftovers: leftovers),
            match.isComplete
        else { return nil }
        match.filled = asking.filled + match.filled
        return match
    }

    /// The last match again, with a new value in one of its slots, as "and in Oslo?" asks for.
    func followUp(to last: PhraseMatch, in range: Range<Int>) -> PhraseMatch? {
        guard last.entry.tool?.effect == .reads, range.count <= Self.tokenLimit else { return nil }
        let reader = reader(for: range)
        let leftovers = leftovers(in: range)
        for followUp in phrases.followUps {
            guard let leftovers = leftovers[followUp.language],
                let found = run(followUp.program, reader: reader, leftovers: leftovers), found.leftover == 0,
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
        PhraseLanguage.allCases.contains {
            Leftovers(utterance.tokens[range], in: .of($0), keepsFrame: false).before(range.upperBound) == nil
        }
    }

    /// Whether a part of the message is nothing but polite words.
    func isPoliteness(_ range: Range<Int>) -> Bool {
        leftovers(in: range).values.contains { $0.before(range.upperBound)?.weight == 0 }
    }

    private func reader(for range: Range<Int>) -> SlotReader {
        SlotReader(
            utterance,
            range: range,
            words: words,
            aliases: aliases,
            phrases: phrases,
            referents: referents,
            today: today
        )
    }

    private func leftovers(
        in range: Range<Int>,
        _ languages: some Sequence<PhraseLanguage> = PhraseLanguage.allCases
    ) -> [PhraseLanguage: Leftovers] {
        var leftovers: [PhraseLanguage: Leftovers] = [:]
        for language in languages {
            leftovers[language] = Leftovers(utterance.tokens[range], in: .of(language))
        }
        return leftovers
    }

    private func match(
        _ entry: CompiledPhrases.Entry,
        program: PatternProgram,
        reader: SlotReader,
        leftovers: Leftovers
    ) -> PhraseMatch? {
        let endsWithVerb = LanguageData.of(entry.phrase.language).endsWithVerb
        guard let found = run(program, reader: reader, leftovers: leftovers, endsWithVerb: endsWithVerb) else {
            return nil
        }
        // What only reads may be asked for in passing; what changes something must be nearly all that was said.
        let isReading = entry.tool?.effect == .reads
        guard found.leftover * (isReading ? 2 : 10) <= found.match.weight else { return nil }
        return PhraseMatch(
            entry: entry,
            filled: found.match.captures.map {
                .init(slot: program.slots[$0.slot], values: values(of: $0.content))
            },
            score: found.match.score,
            isComplete: found.leftover == 0,
            evidence: found.match.weight
        )
    }

    private func run(
        _ program: PatternProgram,
        reader: SlotReader,
        leftovers: Leftovers,
        endsWithVerb: Bool = false
    ) -> (match: PatternRun.Match, leftover: Int32)? {
        var run = PatternRun(program, reader: reader)
        for start in reader.tokens.indices where reader.isBoundary(start) {
            guard let loss = leftovers.before(start) else { continue }
            let isClean = loss.weight == 0 || isMark(start - 1)
            run.begin(at: start, score: Score.leftover * loss.weight, allowsOpenSlot: isClean)
        }
        run.advance()
        var best: (match: PatternRun.Match, leftover: Int32)?
        for end in reader.tokens.startIndex + 1...reader.tokens.endIndex where reader.isBoundary(end) {
            guard let after = leftovers.after(end), var match = run.match(endingAt: end),
                let before = leftovers.before(match.start)
            else { continue }
            match.score += Score.leftover * after.weight + Score.closing * after.closing
            if let best, best.match.score >= match.score { continue }
            // A slot that takes nearly anything must not stop short of words that nothing explains.
            if after.weight > 0, match.endsWithOpenSlot || endsWithVerb, !isMark(end) { continue }
            best = (match, before.weight + after.weight)
        }
        return best
    }

    private func isMark(_ index: Int) -> Bool { utterance.tokens[index].isSkippable }

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
