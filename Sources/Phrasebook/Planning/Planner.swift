import CalendarDays
import StreamingJSON

/// Reads the messages of a conversation in order, and plans the calls for the last one.
struct Planner {
    /// The number of earlier messages on which a follow-up may depend.
    static let memory = 8
    /// The maximum size of a message in bytes; phrases cannot express longer requests.
    private static let lengthLimit = 4_000

    let phrases: CompiledPhrases
    let today: CalendarDay
    /// The language of the caller's locale, for messages whose own language is unclear.
    let language: PhraseLanguage?
    let isEnabled: (ToolPhrases) -> Bool
    /// Returns the number of the item mentioned last, by argument.
    private var mentioned: (String) -> Int? = { _ in nil }
    /// Returns the addresses in the last output, in order; called only if a message refers to one.
    private var addresses: () -> [String] = { [] }
    /// The private data that the previous turns have shown.
    private var privacy = PrivateMatter.none

    init(
        phrases: CompiledPhrases,
        today: CalendarDay,
        language: PhraseLanguage?,
        isEnabled: @escaping (ToolPhrases) -> Bool
    ) {
        self.phrases = phrases
        self.today = today
        self.language = language
        self.isEnabled = isEnabled
    }

    /// The state of a conversation between two messages.
    private struct Context {
        /// The last match that led to a call.
        var last: PhraseMatch?
        /// The match whose question is not answered yet.
        var asking: PhraseMatch?
        /// The matches among which the person should choose.
        var offers: [PhraseMatch] = []
        /// The calls of the previous turn.
        var previous: [Turn.Call] = []
        /// Whether only the message itself is considered.
        var isAlone = true

        /// Whether the next message may depend on an earlier one.
        var leadsOn: Bool { last != nil || asking != nil || !offers.isEmpty }
    }

    /// Returns the understanding of the last of some messages.
    func understanding(of turns: [Turn]) -> Understanding {
        var referents = phrases.referents
        for turn in turns.dropLast().suffix(Self.memory) { referents.record(turn) }
        var planner = self
        planner.addresses = { turns.dropLast().last.map { Self.addresses(in: $0) } ?? [] }
        planner.mentioned = { [referents] argument in referents.number(.mentioned, for: argument) }
        if let decided = decided(turns) { return decided }
        planner.privacy = PrivateMatter(
            turns.dropLast().suffix(Self.memory),
            isOutward: phrases.outwardTools.contains,
            listed: phrases.listed
        )
        return planner.understanding(of: turns, referents)
    }

    /// Returns the answer to a proposal of the previous turn if the last message is a plain yes or no.
    ///
    /// The proposal is found by reading the previous turn again because only the conversation is kept. It counts only
    /// if its question was shown: another model may have answered, or the turn may have ended before its answer.
    private func decided(_ turns: [Turn]) -> Understanding? {
        guard let last = turns.last, let asked = turns.dropLast().last, let decision = SpokenDecision(last.prompt),
            SpokenDecision(asked.prompt) == nil
        else { return nil }
        let before = understanding(of: Array(turns.dropLast()))
        guard let proposal = execution(of: before, made: asked.calls).proposal,
            asked.answer.utf8.reversed().starts(
                with: phrases.question(of: proposal, in: before.language).utf8.reversed()
            )
        else { return nil }
        var understanding = Understanding(language: before.language)
        switch decision {
        case .approve:
            understanding.actions = proposal.calls.map { .planned($0) }
            understanding.asked = proposal.calls.map { _ in .anything }
        case .reject:
            understanding.actions = [.doubt(ItemReplies(before.language).nothingChanged)]
            understanding.asked = [.anything]
        }
        return understanding
    }

    /// Returns the addresses at the start of lines in a turn's last output.
    private static func addresses(in turn: Turn) -> [String] {
        (turn.calls.last?.output ?? "").lines.prefix(400).compactMap { line in
            let space = UInt8(ascii: " ")
            let text = line[(line.utf8.firstIndex { $0 != space } ?? line.endIndex)...]
            guard (text.rest(after: "https://") ?? text.rest(after: "http://")) != nil else { return nil }
            return String(text[..<(text.utf8.firstIndex(of: space) ?? text.endIndex)])
        }
    }

    private func understanding(of turns: [Turn], _ referents: Referents) -> Understanding {
        guard let last = turns.last else { return Understanding(language: language ?? .english) }
        let earlier = turns.dropLast().suffix(Self.memory)
        // Earlier messages are considered only for the parts that a message leaves open, unless the answer to one of
        // them may have been a question.
        let isKnown = { (word: Word) in
            phrases.vocabulary.number(of: word) >= 0 || phrases.evidenceWords.contains(word)
        }
        let corrected = Spelling.corrected(last.prompt, isKnown)
        let reading = reading(of: corrected ?? last.prompt, referents)
        var understanding = understanding(of: last, earlier, reading, referents)
        // A correction may turn one request into another.
        let plain = corrected == nil ? reading : self.reading(of: last.prompt, referents)
        understanding.certainty = certainty(of: understanding, plain, earlier.last)
        return understanding
    }

    /// Returns whether the changes are certain in the message as written.
    private func certainty(
        of understanding: Understanding,
        _ reading: MessageReading,
        _ previous: Turn?
    ) -> ChangeCertainty {
        for topic in phrases.itemTopics {
            let changes = understanding.calls.map(\.call).filter { topic.changes($0) }
            guard !changes.isEmpty else { continue }
            var recent = phrases.referents
            if let previous { recent.record(previous) }
            let readers = reading.matcher.utterance.sentences.map(reading.matcher.reader)
            let plain = PlainRequests(topic, recent: recent, previous: previous)
            if !plain.agree(with: changes, in: readers) { return .plausible }
        }
        return .certain
    }

    /// Returns the understanding of a message after some turns.
    private func understanding(
        of last: Turn,
        _ earlier: ArraySlice<Turn>,
        _ reading: MessageReading,
        _ referents: Referents
    ) -> Understanding {
        var context = Context()
        if let previous = earlier.last, let next = continued(previous, reading) { return next }
        let alone = read(reading, &context)
        if let previous = earlier.last, let again = repeated(previous, alone, reading) { return again }
        guard let previous = earlier.last, !alone.unread.isEmpty || previous.calls.isEmpty else {
            return withoutDoubles(alone, last.prompt, referents)
        }
        let readings = self.readings(of: earlier)
        context = self.context(after: earlier, readings)
        context.previous = previous.calls
        context.isAlone = false
        let inContext = read(reading, &context)
        guard !inContext.unread.isEmpty else { return inContext }
        return answered(earlier, readings.last, reading) ?? withoutDoubles(inContext, last.prompt, referents)
    }

    /// Returns the understanding, or that of the message without repeated particles if nothing was understood.
    private func withoutDoubles(
        _ understanding: Understanding,
        _ message: String,
        _ referents: Referents
    ) -> Understanding {
        guard !understanding.unread.isEmpty, understanding.actions.isEmpty, !understanding.isVetoed,
            let text = Spelling.withoutDoubles(message)
        else { return understanding }
        var context = Context()
        let other = read(reading(of: text, referents), &context)
        return other.unread.isEmpty && !other.actions.isEmpty ? other : understanding
    }

    /// Returns the last call with the new value that a message names, if the message may otherwise only be the name of
    /// an item.
    private func repeated(_ previous: Turn, _ alone: Understanding, _ reading: MessageReading) -> Understanding? {
        guard alone.actions.count == 1, case .call(let match)? = alone.actions.first, match.entry.tool?.items != nil,
            match.entry.tool?.effect == .reads, match.hasOpenSlot,
            let sentence = reading.matcher.utterance.sentences.first
        else { return nil }
        let topics = TopicReader(
            reading.matcher.reader(for: sentence),
            phrases: phrases,
            today: today,
            isEnabled: isEnabled
        )
        guard let topic = topics.continuation(of: previous.calls), topic.limit == nil else { return nil }
        return Understanding(
            language: topic.language,
            actions: [.topic(topic)],
            asked: [RequestedAnswer(reading.matcher.utterance.tokens[sentence])]
        )
    }

    /// Returns the call for the rest of the last output if a message asks only for that.
    private func continued(_ previous: Turn, _ reading: MessageReading) -> Understanding? {
        guard let call = previous.calls.last, reading.message.utf8.count <= 200 else { return nil }
        let matcher = reading.matcher
        guard matcher.utterance.sentences.count == 1, ContinuationWords.cover(matcher.utterance.tokens[...]) else {
            return nil
        }
        let isOther = { (tool: ToolPhrases) in
            if case .tool? = tool.continuation?.source { true } else { tool.tool == call.tool }
        }
        // The rest of a cut output has priority over the next page of a list.
        let tools = phrases.tools.filter { isOther($0) && $0.continuation != nil }.sorted {
            ($0.tool == call.tool ? 1 : 0) < ($1.tool == call.tool ? 1 : 0)
        }
        for tool in tools {
            guard let next = tool.continuation?.next(after: call, items: phrases.listed[call.tool]) else { continue }
            guard phrases.tools.contains(where: { $0.tool == next.tool && isEnabled($0) }) else { continue }
            return Understanding(
                language: fallbackLanguage(for: matcher.utterance),
                actions: [.planned(next)],
                asked: [.anything]
            )
        }
        return nil
    }

    /// Returns the call of the previous turn with an item that the message names, if that turn asked which item is
    /// meant.
    private func answered(
        _ earlier: ArraySlice<Turn>,
        _ question: MessageReading?,
        _ reading: MessageReading
    ) -> Understanding? {
        guard let previous = earlier.last, let question, reading.message.utf8.count <= 200 else { return nil }
        var context = Context()
        let asked = read(question, &context)
        let execution = execution(of: asked, made: previous.calls)
        guard execution.tracks.count == 1, let track = execution.tracks.first, case .ask = track.step,
            let collection = phrases.collections.first(where: { ItemSteps.applies(to: track.planned, of: $0) }),
            let argument = phrases.listed[collection.tools.list]?.argument
        else { return nil }
        let utterance = reading.matcher.utterance
        guard let sentence = utterance.sentences.first, utterance.sentences.count == 1, sentence.count <= 16 else {
            return nil
        }
        var call = track.planned
        let reader = reading.matcher.reader(for: sentence)
        let numbers = sentence.filter { reader.tokens[$0].isNumber && !reader.tokens[$0].isGlued }
        if let reference = sentence.lazy.flatMap({ reader.references(for: argument, at: $0) }).first,
            case .number(let number) = reference.content
        {
            call.arguments[argument] = .integer(Int(number))
        } else if numbers.count == 1, let value = reader.tokens[numbers[0]].number, let number = Int(exactly: value),
            sentence.count <= 4
        {
            call.arguments[argument] = .integer(number)
        } else {
            let found = sentence.lazy.compactMap { reader.items(at: $0).max { $0.end < $1.end } }.first
            guard let found, case .span(let range) = found.content else { return nil }
            call.arguments[argument] = .string(utterance.content(of: range))
        }
        return Understanding(language: asked.language, actions: [.planned(call)], asked: asked.asked)
    }

    /// Returns the progress of the calls for a message.
    ///
    /// - Parameter planned: The calls of the understanding, if they are known.
    func execution(
        of understanding: Understanding,
        _ planned: [(action: Int, call: PlannedCall)]? = nil,
        made: [Turn.Call]
    ) -> Execution {
        var enabled: Set<String> = []
        for index in phrases.tools.indices where isEnabled(phrases.tools[index]) {
            enabled.insert(phrases.tools[index].tool)
        }
        let reading = phrases.readingTools
        return Execution(
            planned ?? understanding.calls,
            made: made,
            .init(
                collections: phrases.collections,
                listed: phrases.listed,
                language: understanding.language,
                asked: understanding.asked,
                isEnabled: { [enabled] in enabled.contains($0) },
                isReading: { reading.contains($0) },
                certainty: understanding.certainty
            )
        )
    }

    /// Returns the messages of some turns, each prepared for reading after the earlier ones.
    private func readings(of turns: ArraySlice<Turn>) -> [MessageReading] {
        var referents = phrases.referents
        var readings: [MessageReading] = []
        for turn in turns {
            readings.append(reading(of: turn.prompt, referents))
            referents.record(turn)
        }
        return readings
    }

    /// Returns the state after some turns, with the readings of their messages.
    private func context(after turns: ArraySlice<Turn>, _ readings: [MessageReading]) -> Context {
        // A turn that depends on no earlier turn makes those irrelevant, and most turns are such.
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

    /// Prepares the reading of a message after a turn that named these things.
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
        // Sentences may depend on each other: "The lamp is broken. Delete it."
        let all = matcher.utterance.tokens.indices
        if matcher.utterance.sentences.count > 1, let calls = reading.changes(in: all, { changes(in: $0, matcher) }) {
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
            if let calls = reading.changes(in: sentence, { changes(in: $0, matcher) }) {
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
                guard !matcher.isPoliteness(sentence) else { continue }
                understanding.unread.append(matcher.utterance.original(of: trimmed(sentence, in: matcher.utterance)))
                if let closed = closedTool(for: sentence, of: matcher.utterance) { understanding.closed.append(closed) }
                if matcher.hasNegation(sentence) { understanding.isVetoed = true }
                context.asking = nil
            }
            for match in read {
                var match = match
                let verdict =
                    answer == nil
                    ? outward.verdict(on: match.entry.tool) : outward.verdict(onAnswerTo: match.entry.tool)
                match.isProposed = verdict == .propose
                if !hasLanguage { understanding.language = match.entry.phrase.language }
                hasLanguage = true
                if let text = doubt(about: match, gate) {
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

    /// Returns the call for a question about items if each word of a sentence has a role in it and nothing indicates
    /// another tool.
    private func inquiry(_ reader: SlotReader, _ topics: TopicReader) -> (call: PlannedCall, isTyped: Bool)? {
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
    private func isOpenLookup(_ match: PhraseMatch) -> Bool {
        match.entry.tool?.items != nil && match.entry.tool?.effect == .reads && match.hasOpenSlot && !match.hasQuotation
    }

    /// Returns the understanding, without its changes if a part of the message was not understood.
    private func settled(_ understanding: Understanding) -> Understanding {
        let isChange = { [phrases] (action: Understanding.Action) in
            switch action {
            case .call(let match): match.entry.tool?.effect == .changes
            case .planned(let call): !phrases.readingTools.contains(call.tool)
            default: false
            }
        }
        let isDoubt = { (action: Understanding.Action) in
            if case .doubt = action { true } else { false }
        }
        let hasDoubt = understanding.actions.contains(where: isDoubt)
        guard !understanding.isVetoed, hasDoubt || !understanding.unread.isEmpty,
            understanding.actions.contains(where: isChange)
        else { return understanding }
        var settled = understanding
        let kept = zip(understanding.actions, understanding.asked).filter { !isChange($0.0) }
        settled.actions = kept.map(\.0)
        settled.asked = kept.map(\.1)
        if !hasDoubt {
            settled.actions.append(
                .doubt(ItemReplies(understanding.language).inPart(understanding.unread.joined(separator: " ")))
            )
            settled.asked.append(.anything)
            settled.unread = []
        }
        return settled
    }

    /// Returns the question that replaces a change if the change was not read completely or not requested; `nil` if it
    /// may be made.
    private func doubt(about match: PhraseMatch, _ gate: ChangeGate) -> String? {
        guard let tool = match.entry.tool, tool.effect == .changes, match.entry.phrase.question == nil,
            let doubt = gate.doubt(about: PlannedCall.calls(for: match), isComplete: match.isComplete)
        else { return nil }
        let replies = ItemReplies(match.entry.phrase.language)
        switch doubt {
        case .notAsked: return LanguageData.of(match.entry.phrase.language, \.replies).refrained
        case .value(argument: "title") where tool.tool == phrases.collections.first?.tools.create:
            return replies.whatName
        case .value, .leftover:
            return tool.tool == phrases.collections.first?.tools.delete ? replies.whichItem : replies.whichField
        }
    }

    /// Returns the changes of items that a part of a message asks for and that may be made.
    private func changes(in range: Range<Int>, _ matcher: PhraseMatcher) -> [PlannedCall]? {
        guard range.count <= PhraseMatcher.tokenLimit, let calls = itemRequests(matcher.reader(for: range)),
            ChangeGate(matcher.utterance.tokens[range]).doubt(about: calls, isComplete: true) == nil
        else { return nil }
        return calls
    }

    /// Returns the changes of items that a sentence asks for if each of its words has a role in one of them.
    private func itemRequests(_ reader: SlotReader) -> [PlannedCall]? {
        for topic in phrases.itemTopics {
            let frames = ItemRequests.read(reader, topic)
            guard !frames.isEmpty, frames.count <= AnswerWriter.callLimit else { continue }
            let planned = frames.compactMap { $0.calls(topic.collection.tools, argument: topic.argument) }
            guard planned.count == frames.count else { continue }
            let calls = planned.flatMap(\.self)
            let enabled = phrases.tools.filter(isEnabled).map(\.tool)
            guard calls.allSatisfy({ enabled.contains($0.tool) }) else { continue }
            return calls.map { call in
                var call = call
                if call.arguments[topic.argument] == nil, call.tool != topic.collection.tools.create,
                    let number = mentioned(topic.argument)
                {
                    call.arguments[topic.argument] = .integer(number)
                }
                return call
            }
        }
        return nil
    }

    /// Returns the matches, unless single words and values indicate another tool or are more specific.
    private func chosen(_ matches: [PhraseMatch], _ topics: TopicReader) -> [PhraseMatch] {
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
    private func topic(_ topics: TopicReader, _ context: Context) -> TopicReading? {
        if !context.isAlone, let again = topics.continuation(of: context.previous) { return again }
        let readings = topics.readings()
        return readings.count == 1 ? readings[0] : readings.first { $0.question == nil }
    }

    /// Returns the tool that a sentence asks for and that may not be called.
    private func closedTool(for sentence: Range<Int>, of utterance: Utterance) -> String? {
        guard phrases.tools.contains(where: { !isEnabled($0) }) else { return nil }
        let reading = MessageReading(utterance.original(of: sentence)) { [phrases, today] message in
            PhraseMatcher(message, phrases: phrases, today: today, referents: phrases.referents) { _ in true }
        }
        let whole = reading.matcher.utterance.sentences.first.flatMap { reading.matches(in: $0).first?.entry.tool }
        guard let tool = whole, !isEnabled(tool), !tool.isPublic else { return nil }
        return tool.tool
    }

    private func accept(_ match: PhraseMatch, isAnswer: Bool, _ context: inout Context) -> Understanding.Action {
        let match = listedAddress(pointed(match))
        switch match.entry.purpose {
        case .smallTalk(let subject):
            return .smallTalk(subject)
        case .tool:
            if match.filled.contains(where: { $0.slot.arguments == ["?result"] }) {
                let text = LanguageData.of(match.entry.phrase.language, \.replies).whichPage
                return .ask(match, Phrase.Question(text, answer: "{url:address}"))
            }
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
            // The person has not agreed to a proposal yet, so nothing may depend on it.
            context = match.isProposed ? Context() : Context(last: match)
            return .call(match)
        }
    }

    /// Returns the match with the address of the result to which it refers: "open the second result".
    private func listedAddress(_ match: PhraseMatch) -> PhraseMatch {
        guard let pointer = match.filled.first(where: { $0.slot.arguments == ["?result"] }),
            case .number(let number)? = pointer.values.first, let place = Int(exactly: number), (1...50).contains(place)
        else { return match }
        let lines = addresses()
        guard place <= lines.count else { return match }
        var match = match
        let slot = PatternSlot(arguments: ["url"], type: .address, repeats: false, needsGap: false)
        match.filled = match.filled.filter { $0.slot.arguments != ["?result"] }
        match.filled.append(.init(slot: slot, values: [.text(lines[place - 1])]))
        return match
    }

    /// Returns the match with the item mentioned last if it changes or shows an item and names none.
    private func pointed(_ match: PhraseMatch) -> PhraseMatch {
        guard let tool = match.entry.tool, match.entry.phrase.question == nil,
            let collection = phrases.collections.first(where: {
                [$0.tools.update, $0.tools.delete, $0.tools.show].contains(tool.tool)
            }), let argument = phrases.listed[collection.tools.list]?.argument,
            !match.filled.contains(where: { $0.slot.arguments.contains(argument) }),
            let number = mentioned(argument)
        else { return match }
        var match = match
        let slot = PatternSlot(arguments: [argument], type: .integer, repeats: false, needsGap: false)
        match.filled.append(.init(slot: slot, values: [.number(Double(number))]))
        return match
    }

    /// Returns the answer to the open question.
    private func answer(
        _ sentence: Range<Int>,
        _ matcher: PhraseMatcher,
        _ context: Context,
        _ outward: OutwardGate
    ) -> PhraseMatch? {
        guard let asking = context.asking, outward.verdict(onAnswerTo: asking.entry.tool) != .refuse else { return nil }
        return matcher.answer(to: asking, in: sentence)
    }

    /// Returns the follow-up that only names a new value, unless it would send private data to an external
    /// service.
    private func followUp(
        _ sentence: Range<Int>,
        _ matcher: PhraseMatcher,
        _ context: Context,
        _ outward: OutwardGate
    ) -> PhraseMatch? {
        context.last.flatMap { matcher.followUp(to: $0, in: sentence) }.flatMap {
            outward.allows($0.entry.tool) ? $0 : nil
        }
    }

    private func fallbackLanguage(for utterance: Utterance) -> PhraseLanguage {
        utterance.hasIdeographs ? .japanese : language ?? .english
    }

    /// Returns the sentence without its end mark.
    private func trimmed(_ sentence: Range<Int>, in utterance: Utterance) -> Range<Int> {
        var end = sentence.upperBound
        while end > sentence.lowerBound + 1, utterance.tokens[end - 1].isSkippable { end -= 1 }
        return sentence.lowerBound..<end
    }
}
