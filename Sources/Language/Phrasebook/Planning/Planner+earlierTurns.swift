import CalendarDays
import SpokenDecisions
import StreamingJSON

// MARK: - Messages that depend on an earlier turn

extension Planner {
    /// Returns the answer to a proposal of the previous turn if the last message is a plain yes or no.
    ///
    /// The proposal is found by reading the previous turn again because only the conversation is kept. It counts only
    /// if its question was shown: another model may have answered, or the turn may have ended before its answer.
    func decided(_ turns: [Turn]) -> Understanding? {
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
    static func addresses(in turn: Turn) -> [String] {
        (turn.calls.last?.output ?? "").lines.prefix(400).compactMap { line in
            let space = UInt8(ascii: " ")
            let text = line[(line.utf8.firstIndex { $0 != space } ?? line.endIndex)...]
            guard (text.rest(after: "https://") ?? text.rest(after: "http://")) != nil else { return nil }
            return String(text[..<(text.utf8.firstIndex(of: space) ?? text.endIndex)])
        }
    }

    /// Returns the understanding, or that of the message without repeated particles if nothing was understood.
    func withoutDoubles(
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
    func repeated(_ previous: Turn, _ alone: Understanding, _ reading: MessageReading) -> Understanding? {
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

    /// Returns the reading of a message that lacks only what the previous call had, such as the city of "will it rain this weekend?".
    func completed(_ alone: Understanding, by previous: Turn, _ reading: MessageReading) -> Understanding? {
        guard alone.actions.count == 1, let call = previous.calls.last, let action = alone.actions.first,
            let sentence = reading.matcher.utterance.sentences.first
        else { return nil }
        switch action {
        case .topic(let topic) where topic.question != nil && topic.tool.tool == call.tool: break
        case .ask(let match, _) where match.entry.tool?.effect == .reads && match.entry.tool?.tool == call.tool: break
        default: return nil
        }
        let topics = TopicReader(
            reading.matcher.reader(for: sentence),
            phrases: phrases,
            today: today,
            isEnabled: isEnabled
        )
        guard let topic = topics.reading(completedBy: call) else { return nil }
        return Understanding(
            language: alone.language,
            actions: [.topic(topic)],
            asked: [RequestedAnswer(reading.matcher.utterance.tokens[sentence])]
        )
    }

    /// Returns the call for the rest of the last output if a message asks only for that.
    func continued(_ previous: Turn, _ reading: MessageReading) -> Understanding? {
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
    func answered(
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
        if let (start, reference) = sentence.lazy.compactMap({ start in
            reader.references(for: argument, at: start).max { $0.end < $1.end }.map { (start, $0) }
        }).first, case .number(let number) = reference.content {
            guard isOnlyAnswer(start..<reference.end, in: sentence, reading.matcher) else { return nil }
            call.arguments[argument] = .integer(Int(number))
        } else if numbers.count == 1, let value = reader.tokens[numbers[0]].number, let number = Int(exactly: value),
            sentence.count <= 4, isOnlyAnswer(numbers[0]..<numbers[0] + 1, in: sentence, reading.matcher)
        {
            call.arguments[argument] = .integer(number)
        } else {
            let found = sentence.lazy.compactMap { start in
                reader.items(at: start).max { $0.end < $1.end }.map { (start: start, candidate: $0) }
            }.first
            guard let found, case .span(let range) = found.candidate.content,
                isOnlyAnswer(found.start..<found.candidate.end, in: sentence, reading.matcher)
            else { return nil }
            call.arguments[argument] = .string(utterance.content(of: range))
        }
        return Understanding(language: asked.language, actions: [.planned(call)], asked: asked.asked)
    }

    /// Words around the number or the name of an item that answers which item is meant.
    private static let answerFrames = TokenSequences(words: "Planner.earlierTurns", "answerFrames")

    /// Returns whether the rest of a sentence is only words around an answer, so that it is no request of its own: neither a question nor
    /// something to do.
    private func isOnlyAnswer(_ answer: Range<Int>, in sentence: Range<Int>, _ matcher: PhraseMatcher) -> Bool {
        let tokens = matcher.utterance.tokens[sentence]
        guard RequestedAnswer(tokens) == .anything, !tokens.contains(where: { $0.key == "?" }),
            ItemWords.english.act(at: answer.lowerBound, in: tokens) == nil
        else { return false }
        var index = sentence.lowerBound
        while index < sentence.upperBound {
            if answer.contains(index) {
                index = answer.upperBound
                continue
            }
            let length = [Self.answerFrames, LanguageData.english.fillers, LanguageData.japanese.fillers]
                .compactMap { $0.longest(at: index, in: tokens)?.count }.max()
            guard let length = tokens[index].isSkippable ? 1 : length else { return false }
            index += length
        }
        return true
    }
}
