/// Reads the messages of a conversation, one after the other, as far as the phrases go.
struct Planner {
    /// Earlier messages that a follow-up may lean on.
    static let memory = 8
    /// Bytes beyond which a message is no request that phrases can express.
    private static let lengthLimit = 4_000

    let phrases: CompiledPhrases
    let today: Day
    /// The language of the caller's locale, for messages that do not show one.
    let language: PhraseLanguage?
    let isEnabled: (ToolPhrases) -> Bool

    /// How far a conversation has come.
    private struct Context {
        /// The last match that led to a call.
        var last: PhraseMatch?
        /// The match whose question is still open.
        var asking: PhraseMatch?
        /// The matches among which the person is asked to choose.
        var offers: [PhraseMatch] = []

        /// Whether the next message may lean on anything.
        var leadsOn: Bool { last != nil || asking != nil || !offers.isEmpty }
    }

    /// What the last of some messages asks for.
    func understanding(of turns: [Turn]) -> Understanding {
        var context = Context()
        guard let last = turns.last else { return Understanding(language: language ?? .english) }
        let earlier = turns.dropLast().suffix(Self.memory)
        var referents = Referents(phrases.tools)
        for turn in earlier { referents.note(turn) }
        // Only what a message does not say itself is looked for in the ones before it, unless one of them may have been answered
        // by a question.
        let reading = reading(of: last.prompt, referents)
        let alone = read(reading, &context)
        guard let previous = earlier.last, !alone.unread.isEmpty || previous.calls.isEmpty else { return alone }
        context = self.context(after: earlier)
        return read(reading, &context)
    }

    /// What some turns leave open or to lean on.
    private func context(after turns: ArraySlice<Turn>) -> Context {
        var referents = Referents(phrases.tools)
        var readings: [MessageReading] = []
        for turn in turns {
            readings.append(reading(of: turn.prompt, referents))
            referents.note(turn)
        }
        // A turn that needs nothing before it makes the ones before it needless, and most do.
        var context = Context()
        var start = turns.startIndex
        for index in turns.indices.reversed() where index > turns.startIndex && !turns[index - 1].calls.isEmpty {
            context = Context()
            let understanding = read(readings[index - turns.startIndex], &context)
            guard understanding.unread.isEmpty, context.leadsOn else { continue }
            start = index
            break
        }
        context = Context()
        for reading in readings[(start - turns.startIndex)...] { _ = read(reading, &context) }
        return context
    }

    /// Prepares to read a message, before which these things were named.
    private func reading(of message: String, _ referents: Referents) -> MessageReading {
        MessageReading(message) { [phrases, today, isEnabled] message in
            PhraseMatcher(message, phrases: phrases, today: today, referents: referents, isEnabled: isEnabled)
        }
    }

    private func read(_ reading: MessageReading, _ context: inout Context) -> Understanding {
        let message = reading.message
        guard message.utf8.count <= Self.lengthLimit else {
            context = Context()
            let start = Utterance(String(message.unicodeScalars.prefix(100)))
            return Understanding(
                language: fallbackLanguage(for: start),
                unread: [start.original(of: start.tokens.indices)]
            )
        }
        let matcher = reading.matcher
        var understanding = Understanding(language: fallbackLanguage(for: matcher.utterance))
        var hasLanguage = false
        for sentence in matcher.utterance.sentences {
            if let chosen = matcher.choice(among: context.offers, in: sentence) {
                understanding.language = chosen.entry.phrase.language
                hasLanguage = true
                context = Context(last: chosen)
                understanding.actions.append(.call(chosen))
                continue
            }
            context.offers = []
            let matches = reading.matches(in: sentence)
            let read = matches.isEmpty ? elliptical(sentence, matcher, context).map { [$0] } ?? [] : matches
            if read.isEmpty {
                guard !matcher.isPoliteness(sentence) else { continue }
                understanding.unread.append(matcher.utterance.original(of: trimmed(sentence, in: matcher.utterance)))
                if matcher.hasNegation(sentence) { understanding.isVetoed = true }
                context.asking = nil
            }
            for match in read {
                if !hasLanguage { understanding.language = match.entry.phrase.language }
                hasLanguage = true
                understanding.actions.append(take(match, isAnswer: matches.isEmpty, &context))
            }
        }
        return understanding
    }

    private func take(_ match: PhraseMatch, isAnswer: Bool, _ context: inout Context) -> Understanding.Action {
        switch match.entry.purpose {
        case .smallTalk(let subject):
            return .smallTalk(subject)
        case .tool:
            if let question = match.entry.phrase.question, !isAnswer {
                context.asking = match
                return .ask(match, question)
            }
            if !match.rivals.isEmpty {
                var match = match
                let rivals = match.rivals
                match.rivals = []
                context = Context(offers: [match] + rivals)
                return .choose(context.offers)
            }
            context = Context(last: match)
            return .call(match)
        }
    }

    /// An answer to the open question, or a follow-up that only names a new value.
    private func elliptical(_ sentence: Range<Int>, _ matcher: PhraseMatcher, _ context: Context) -> PhraseMatch? {
        if let asking = context.asking, let answer = matcher.answer(to: asking, in: sentence) { return answer }
        return context.last.flatMap { matcher.followUp(to: $0, in: sentence) }
    }

    private func fallbackLanguage(for utterance: Utterance) -> PhraseLanguage {
        utterance.hasIdeographs ? .japanese : language ?? .english
    }

    /// The sentence without the mark that ends it.
    private func trimmed(_ sentence: Range<Int>, in utterance: Utterance) -> Range<Int> {
        var end = sentence.upperBound
        while end > sentence.lowerBound + 1, utterance.tokens[end - 1].isSkippable { end -= 1 }
        return sentence.lowerBound..<end
    }
}
