/// Reads the messages of a conversation, one after the other, as far as the phrases go.
struct Planner {
    /// Earlier messages that a follow-up may lean on.
    private static let memory = 8
    /// Bytes beyond which a message is no request that phrases can express.
    private static let lengthLimit = 4_000

    let phrases: CompiledPhrases
    let today: Day
    /// The language of the caller's locale, for messages that do not show one.
    let language: PhraseLanguage?
    let isEnabled: (ToolPhrases) -> Bool

    private struct Context {
        /// The last match that led to a call.
        var last: PhraseMatch?
        /// The match whose question is still open.
        var asking: PhraseMatch?
    }

    /// What the last of some messages asks for.
    func understanding(of messages: [String]) -> Understanding {
        var context = Context()
        guard let last = messages.last else { return Understanding(language: language ?? .english) }
        // Only what a message does not say itself is looked for in the ones before it.
        let alone = read(last, &context)
        guard !alone.unread.isEmpty, messages.count > 1 else { return alone }
        context = Context()
        for message in messages.dropLast().suffix(Self.memory) { _ = read(message, &context) }
        return read(last, &context)
    }

    private func read(_ message: String, _ context: inout Context) -> Understanding {
        guard message.utf8.count <= Self.lengthLimit else {
            context = Context()
            let start = Utterance(String(message.prefix(100)))
            return Understanding(
                language: fallbackLanguage(for: start),
                unread: [start.original(of: start.tokens.indices)]
            )
        }
        let matcher = PhraseMatcher(message, phrases: phrases, today: today, isEnabled: isEnabled)
        var understanding = Understanding(language: fallbackLanguage(for: matcher.utterance))
        var hasLanguage = false
        for sentence in matcher.utterance.sentences {
            let matches = Segmentation(sentence, matcher: matcher).matches
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
