import CalendarDays
import SpokenDecisions
import StreamingJSON

// MARK: - The sentences of a message

extension Planner {
    func read(_ reading: MessageReading, _ context: inout Context) -> Understanding {
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
        // Sentences may depend on each other: "The lamp is broken. Delete it."
        let all = matcher.utterance.tokens.indices
        let sentences = matcher.utterance.sentences
        if sentences.count > 1, !sentences.contains(where: { isImpossible(reading, $0) }),
            let calls = reading.changes(in: all, { changes(in: $0, matcher) })
        {
            context = Context()
            understanding.actions = calls.map { .planned($0) }
            understanding.asked = calls.map { _ in .anything }
            return understanding
        }
        for sentence in matcher.utterance.sentences {
            if let chosen = matcher.choice(among: context.offers, in: sentence) {
                understanding.language = chosen.entry.phrase.language
                hasLanguage = true
                context = Context(last: chosen)
                understanding.actions.append(.call(chosen))
                understanding.asked.append(.anything)
                continue
            }
            context.offers = []
            let gate = ChangeGate(matcher.utterance.tokens[sentence])
            if !isPrepared(reading, sentence), !isImpossible(reading, sentence),
                let calls = reading.changes(in: sentence, { changes(in: $0, matcher) })
            {
                if !hasLanguage { understanding.language = fallbackLanguage(for: matcher.utterance) }
                hasLanguage = true
                context = Context()
                for call in calls {
                    understanding.actions.append(.planned(call))
                    understanding.asked.append(.anything)
                }
                continue
            }
            let asked = RequestedAnswer(matcher.utterance.tokens[sentence])
            let (outward, topics) = reading.evidence(in: sentence) { sentence in
                let outward = OutwardGate(matcher.utterance, sentence, privacy)
                let isAllowed = { [isEnabled] (tool: ToolPhrases) in isEnabled(tool) && outward.allows(tool) }
                let reader = matcher.reader(for: sentence)
                return (outward, TopicReader(reader, phrases: phrases, today: today, isEnabled: isAllowed))
            }
            var matches = chosen(reading.matches(in: sentence).filter { outward.allows($0.entry.tool) }, topics)
            let inquired = inquiry(matcher.reader(for: sentence), topics)
            // A typed inquiry is more specific than a phrase with an open slot.
            if let inquired, inquired.isTyped, matches.count == 1, isOpenLookup(matches[0]) { matches = [] }
            let answer = matches.isEmpty ? answer(sentence, matcher, context, outward) : nil
            let read =
                matches.isEmpty ? (answer ?? followUp(sentence, matcher, context, outward)).map { [$0] } ?? [] : matches
            if read.isEmpty {
                if inquired?.isTyped != true, !matcher.hasNegation(sentence), let topic = topic(topics, context) {
                    if !hasLanguage { understanding.language = topic.language }
                    hasLanguage = true
                    understanding.actions.append(.topic(topic))
                    understanding.asked.append(asked)
                    continue
                }
                if let inquired {
                    if !hasLanguage { understanding.language = fallbackLanguage(for: matcher.utterance) }
                    hasLanguage = true
                    context = Context()
                    understanding.actions.append(.planned(inquired.call))
                    understanding.asked.append(asked)
                    continue
                }
                // "Never mind" leaves no question open.
                if SpokenDecision(matcher.utterance.original(of: sentence)) == .reject { context = Context() }
                guard !matcher.isPoliteness(sentence) else { continue }
                understanding.unread.append(matcher.utterance.original(of: trimmed(sentence, in: matcher.utterance)))
                if let closed = closedTool(for: sentence, of: matcher.utterance) { understanding.closed.append(closed) }
                if matcher.isVeto(sentence) { understanding.isVetoed = true }
                context.asking = nil
            }
            for match in read {
                var match = match
                let verdict =
                    answer == nil
                    ? outward.verdict(on: match.entry.tool) : outward.verdict(onAnswerTo: match.entry.tool)
                match.isProposed = verdict == .propose
                if !hasLanguage { understanding.language = language(of: match, in: matcher.utterance) }
                hasLanguage = true
                if let text = doubt(
                    about: match,
                    gate,
                    matcher.utterance.original(of: trimmed(sentence, in: matcher.utterance))
                ) {
                    understanding.actions.append(.doubt(text))
                    understanding.asked.append(asked)
                    context = Context()
                    continue
                }
                understanding.actions.append(accept(match, isAnswer: matches.isEmpty, &context))
                understanding.asked.append(asked)
            }
        }
        return settled(understanding)
    }

    /// Returns whether phrases of prepared tools explain each word of a sentence: "delete the Winter album" then names an
    /// album, and no item with this name.
    private func isPrepared(_ reading: MessageReading, _ sentence: Range<Int>) -> Bool {
        guard !preparations.isEmpty else { return false }
        let matches = reading.matches(in: sentence)
        return !matches.isEmpty
            && matches.allSatisfy { match in
                match.isComplete && match.rivals.isEmpty
                    && match.entry.tool.map { preparations[$0.tool] != nil } ?? false
            }
    }

    /// Returns whether a phrase for something that cannot be done explains each word of a sentence, so that no word names
    /// an item or its place: "delete the whole inventory", 「元に戻して」.
    private func isImpossible(_ reading: MessageReading, _ sentence: Range<Int>) -> Bool {
        let matches = reading.matches(in: sentence)
        guard matches.count == 1, let match = matches.first, match.isComplete, match.rivals.isEmpty else {
            return false
        }
        if case .refusal = match.entry.phrase.wording { return true }
        if case .smallTalk(.undo) = match.entry.purpose { return true }
        return false
    }

    /// Returns the call for a question about items if each word of a sentence has a role in it and nothing indicates
    /// another tool.
    func inquiry(_ reader: SlotReader, _ topics: TopicReader) -> (call: PlannedCall, isTyped: Bool)? {
        guard !topics.asksForWeb, !topics.mentionsTopic,
            !reader.tokens.contains(where: { $0.quotation?.contains("://") == true })
        else { return nil }
        for topic in phrases.itemTopics {
            guard let inquiry = ItemInquiries.read(reader, topic),
                let call = inquiry.call(topic.collection.tools, argument: topic.argument),
                phrases.tools.contains(where: { $0.tool == call.tool && isEnabled($0) })
            else { continue }
            return (call, inquiry.isTyped)
        }
        return nil
    }

    /// Returns whether a match looks up items by a text that may be anything.
    func isOpenLookup(_ match: PhraseMatch) -> Bool {
        match.entry.tool?.items != nil && match.entry.tool?.effect == .reads && match.hasOpenSlot && !match.hasQuotation
    }

    /// Returns the matches, unless single words and values indicate another tool or are more specific.
    func chosen(_ matches: [PhraseMatch], _ topics: TopicReader) -> [PhraseMatch] {
        guard var match = matches.first, matches.count == 1 else { return matches }
        // A person who asks for the web is not asked where to look.
        if !match.rivals.isEmpty, topics.asksForWeb,
            let picked = ([match] + match.rivals).first(where: { $0.entry.tool?.isPublic == true })
        {
            match = picked
            match.rivals = []
        }
        guard let tool = match.entry.tool else { return matches }
        let matches = [match]
        if tool.isPublic, match.hasOpenSlot, topics.isPersonal { return [] }
        // Requests for changes and for the web have their own words.
        guard tool.effect == .reads, !(tool.isPublic && topics.asksForWeb) else { return matches }
        let isOpen = match.filled.contains { $0.slot.type.acceptsNearlyAnything }
        guard isOpen || !match.isComplete || match.entry.phrase.question != nil || !match.rivals.isEmpty else {
            return matches
        }
        guard let topic = topics.readings().first else { return matches }
        if topic.tool.tool == tool.tool { return topic.isMoreSpecific(than: match) ? [] : matches }
        if match.names(anyOf: topic.words) { return [] }
        return topic.question != nil || match.outweighs(topic) ? matches : []
    }

    /// Returns the reading of single words and values, considering the earlier calls.
    func topic(_ topics: TopicReader, _ context: Context) -> TopicReading? {
        if !context.isAlone, let again = topics.continuation(of: context.previous) { return again }
        let readings = topics.readings()
        return readings.count == 1 ? readings[0] : readings.first { $0.question == nil }
    }

    /// Returns the tool that a sentence asks for and that may not be called.
    func closedTool(for sentence: Range<Int>, of utterance: Utterance) -> String? {
        guard phrases.tools.contains(where: { !isEnabled($0) }) else { return nil }
        let reading = MessageReading(utterance.original(of: sentence)) { [phrases, today] message in
            PhraseMatcher(message, phrases: phrases, today: today, referents: phrases.referents) { _ in true }
        }
        let whole = reading.matcher.utterance.sentences.first.flatMap { reading.matches(in: $0).first?.entry.tool }
        guard let tool = whole, !isEnabled(tool), !tool.isPublic else { return nil }
        return tool.tool
    }

    /// Returns the answer to the open question.
    func answer(
        _ sentence: Range<Int>,
        _ matcher: PhraseMatcher,
        _ context: Context,
        _ outward: OutwardGate
    ) -> PhraseMatch? {
        guard let asking = context.asking, outward.verdict(onAnswerTo: asking.entry.tool) != .refuse else { return nil }
        // "Never mind" is no name of a thing in an app.
        guard SpokenDecision(matcher.utterance.original(of: sentence)) != .reject else { return nil }
        let isPrepared = asking.entry.tool.map { preparations[$0.tool] != nil } ?? false
        guard !isPrepared || !declines(sentence, matcher) else { return nil }
        return matcher.answer(to: asking, in: sentence)
    }

    /// Returns the follow-up that only names a new value, unless it would send private data to an external
    /// service.
    func followUp(
        _ sentence: Range<Int>,
        _ matcher: PhraseMatcher,
        _ context: Context,
        _ outward: OutwardGate
    ) -> PhraseMatch? {
        context.last.flatMap { matcher.followUp(to: $0, in: sentence) }.flatMap {
            outward.allows($0.entry.tool) ? $0 : nil
        }
    }

    func fallbackLanguage(for utterance: Utterance) -> PhraseLanguage {
        if utterance.hasIdeographs { return .japanese }
        return (Self.isNeutral(utterance) ? chatLanguage : nil) ?? language ?? .english
    }

    /// Returns the language of the answer to a match: that of its phrase, unless the message itself shows none.
    ///
    /// A Japanese phrase may also match a text without a Japanese character, such as "OK" or the name of an item.
    func language(of match: PhraseMatch, in utterance: Utterance) -> PhraseLanguage {
        let spoken = match.entry.phrase.language
        guard !utterance.hasIdeographs, spoken == .japanese || Self.isNeutral(utterance) else { return spoken }
        return chatLanguage ?? language ?? .english
    }

    /// Returns whether a message shows no language: it has no words, or is a yes or no such as "OK", which a person writes in any chat.
    static func isNeutral(_ utterance: Utterance) -> Bool {
        !utterance.hasIdeographs
            && (!utterance.tokens.contains { $0.isWord || $0.quotation != nil }
                || SpokenDecision(utterance.original(of: utterance.tokens.indices)) != nil)
    }

    /// The language of the latest earlier message that shows one; `nil` if there is none.
    private var chatLanguage: PhraseLanguage? {
        for turn in chat.reversed() {
            let utterance = Utterance(String(turn.prompt.unicodeScalars.prefix(200)))
            if utterance.hasIdeographs { return .japanese }
            if !Self.isNeutral(utterance) { return .english }
        }
        return nil
    }

    /// Returns the sentence without its end mark.
    func trimmed(_ sentence: Range<Int>, in utterance: Utterance) -> Range<Int> {
        var end = sentence.upperBound
        while end > sentence.lowerBound + 1, utterance.tokens[end - 1].isSkippable { end -= 1 }
        return sentence.lowerBound..<end
    }
}
