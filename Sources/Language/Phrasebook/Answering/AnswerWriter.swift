import CalendarDays

/// Writes the answer to a message.
struct AnswerWriter {
    /// The maximum number of calls for one message.
    static let callLimit = 10

    let phrases: CompiledPhrases
    let isEnabled: (ToolPhrases) -> Bool
    /// The time and the time zone of the turn, as in the request.
    var time: (now: String?, zone: String?) = (nil, nil)

    /// Returns the answer once the calls have been made; `outputs` are in the order of the calls, `nil` for a missing
    /// output.
    func answer(to understanding: Understanding, outputs: [String?]) -> String {
        let made = zip(understanding.calls, outputs).map { planned, output in
            Turn.Call(tool: planned.call.tool, arguments: planned.call.arguments, output: output)
        }
        let listed = phrases.listed
        let execution = Execution(
            understanding.calls,
            made: made,
            .init(
                collections: [],
                listed: listed,
                language: understanding.language,
                asked: [],
                isEnabled: { _ in true },
                isReading: { _ in true }
            )
        )
        return answer(to: understanding, execution, today: nil)
    }

    /// Returns the answer once all calls have been made.
    func answer(to understanding: Understanding, _ execution: Execution, today: CalendarDay?) -> String {
        let replies = LanguageData.of(understanding.language, \.replies)
        var lines: [String] = []
        for (number, action) in understanding.actions.enumerated() {
            let tracks = execution.tracks.filter { $0.action == number }
            let asked = understanding.asked.indices.contains(number) ? understanding.asked[number] : .anything
            switch action {
            case .call(let match):
                lines += self.lines(for: match, tracks, asked, replies)
            case .planned:
                lines += tracks.flatMap {
                    ItemAnswer($0, nil, asked, understanding.language).lines ?? [clean($0.output ?? "")]
                }
            case .topic(let reading):
                lines += TopicAnswer(reading, asked, today: today).lines(
                    tracks.map { ($0.planned, $0.output.map(clean)) },
                    replies
                )
            case .ask(_, let question): lines.append(question.text)
            case .choose(let offers): lines += self.offers(offers, in: understanding.language)
            case .doubt(let text): lines.append(text)
            case .smallTalk(let subject) where [.undo, .time, .day].contains(subject):
                lines += remark(subject, in: understanding.language)
            case .smallTalk, .refrain: continue
            }
        }
        if let proposal = execution.proposal {
            lines.append(phrases.question(of: proposal, in: understanding.language))
        }
        // Two calls that failed for the same reason report it once.
        lines = lines.indices.filter { number in
            !lines[..<number].contains { $0.utf8.count == lines[number].utf8.count && $0 == lines[number] }
        }.map { lines[$0] }
        return (lines + understanding.unread.map(replies.notUnderstood)).joined(separator: "\n")
    }

    /// Returns an output as a person should see it: without quotation fences and version numbers.
    private func clean(_ output: String) -> String {
        output.removingLines { line in
            QuotationFence.isFence(line) || phrases.versionLabels.contains { line.begins(with: $0) }
        }
    }

    /// Returns the answer to a message that leads to no call.
    func answerWithoutCalls(to understanding: Understanding) -> String {
        let replies = LanguageData.of(understanding.language, \.replies)
        if understanding.isVetoed, !understanding.actions.isEmpty {
            return understanding.unread.map(replies.nothingDone).joined(separator: "\n")
        }
        var lines: [String] = []
        for action in understanding.actions {
            switch action {
            case .call, .planned: continue
            case .refrain: lines.append(replies.refrained)
            case .doubt(let text): lines.append(text)
            case .topic(let reading):
                if let limit = reading.limit {
                    lines += [limit] + suggestions(in: understanding.language, for: [reading.tool.tool])
                }
                if let question = reading.question { lines.append(question) }
            case .ask(_, let question): lines.append(question.text)
            case .choose(let offers): lines += self.offers(offers, in: understanding.language)
            case .smallTalk(let subject): lines += remark(subject, in: understanding.language)
            }
        }
        guard lines.isEmpty else {
            return (lines + understanding.unread.map(replies.notUnderstood)).joined(separator: "\n")
        }
        let related = related(to: understanding)
        // A "not" in a remark that concerns no tool forbids nothing.
        if understanding.isVetoed, !related.isEmpty { return replies.refrained }
        let examples = suggestions(in: understanding.language, for: related)
        guard !examples.isEmpty else { return replies.noTools }
        let closed = understanding.closed
        return ([closed.isEmpty ? replies.cannot : replies.closed(closed)] + examples).joined(separator: "\n")
    }

    /// Returns the answer to a remark that is about no tool.
    private func remark(_ subject: SmallTalk.Subject, in language: PhraseLanguage) -> [String] {
        let replies = LanguageData.of(language, \.replies)
        switch subject {
        case .greeting: return [replies.greeting] + abilities(in: language)
        case .thanks: return [replies.thanks]
        case .farewell: return [replies.farewell]
        case .praise: return [replies.praise]
        case .help: return abilities(in: language)
        case .undo: return [replies.undo]
        case .time: return [replies.time(PersonalTime(now: time.now, timeZone: time.zone))]
        case .day: return [replies.day(PersonalTime(now: time.now, timeZone: time.zone))]
        }
    }

    /// Returns the answer to a message that would lead to more calls than the limit.
    func refusalOfManyCalls(in language: PhraseLanguage) -> String {
        LanguageData.of(language, \.replies).tooManyCalls(Self.callLimit)
    }

    /// Returns the question which of several tools is meant.
    private func offers(_ offers: [PhraseMatch], in language: PhraseLanguage) -> [String] {
        let replies = LanguageData.of(language, \.replies)
        let labels = offers.compactMap(\.entry.tool).map { $0.choice[language]?.label ?? $0.tool }
        return [replies.choose] + labels.enumerated().map { replies.offer($0 + 1, $1) }
    }

    /// Returns the tools whose words occur in a message, those with the most words first.
    private func related(to understanding: Understanding) -> [String] {
        let tokens = understanding.unread.flatMap { Utterance($0).tokens }
        let words = Set(tokens.filter { $0.weight > 2 || ($0.isCharacter && $0.weight > 1) }.map(\.key))
        let counted = phrases.exampleWords.indices.map { number -> (tool: String, count: Int) in
            let name = phrases.tools[number].tool
            let example = phrases.exampleWords[number][understanding.language] ?? []
            var count = words.count { example.contains($0) }
            if let topic = phrases.topics.first(where: { $0.tool.tool == name }) {
                count += tokens.indices.count { topic.longest(at: $0, in: tokens[...]) != nil }
            }
            return (name, count)
        }
        return counted.filter { $0.count > 0 }.sorted { $0.count > $1.count }.map(\.tool)
    }

    /// The maximum number of examples after a miss.
    private static let suggestionLimit = 3

    /// Returns examples of possible requests, the examples of these tools first.
    private func suggestions(in language: PhraseLanguage, for tools: [String]) -> [String] {
        let replies = LanguageData.of(language, \.replies)
        let enabled = phrases.tools.filter { isEnabled($0) && $0.examples[language] != nil }
        let related = tools.compactMap { name in enabled.first { $0.tool == name } }
        let sorted = related + enabled.filter { !tools.contains($0.tool) }
        return sorted.prefix(Self.suggestionLimit).compactMap { $0.examples[language].map(replies.example) }
    }

    private func abilities(in language: PhraseLanguage) -> [String] {
        let replies = LanguageData.of(language, \.replies)
        let examples = examples(in: language)
        return examples.isEmpty ? [replies.noTools] : [replies.abilities] + examples
    }

    private func examples(in language: PhraseLanguage) -> [String] {
        let replies = LanguageData.of(language, \.replies)
        return phrases.tools.filter(isEnabled).compactMap { $0.examples[language].map(replies.example) }
    }

    private func lines(
        for match: PhraseMatch,
        _ tracks: [Execution.Track],
        _ asked: RequestedAnswer,
        _ replies: Replies
    ) -> [String] {
        let language = match.entry.phrase.language
        var relayed: [Execution.Track] = []
        var lines: [String] = []
        let items = tracks.flatMap { $0.steps?.items ?? [] }
        if asked == .comparison, tracks.count > 1, tracks.allSatisfy({ $0.steps?.items.count == 1 }),
            let compared = ItemAnswer.compared(items, language)
        {
            return compared + tracks.compactMap { $0.output.map(clean) }
        }
        for track in tracks {
            if let answer = ItemAnswer(track, match, asked, language).lines {
                lines += answer
            } else {
                relayed.append(track)
            }
        }
        if let topic = phrases.topics.first(where: { $0.tool.tool == match.entry.tool?.tool }),
            match.entry.phrase.wording == .relay, asked != .anything
        {
            let reading = TopicReading(tool: topic.tool, language: language, score: 0)
            return TopicAnswer(reading, asked, today: nil).lines(
                relayed.map { ($0.planned, $0.output.map(clean)) },
                replies
            )
        }
        let made = relayed.map { ($0.planned, $0.output, $0.made.last?.arguments) }
        let outputs = made.map { call, output, arguments in
            guard let output = output.map(clean) else {
                return replies.missingOutput(call.subject.isEmpty ? call.tool : call.subject)
            }
            let heading = match.entry.tool?.items?.heading(
                for: output,
                arguments: arguments ?? call.arguments,
                in: language
            )
            return heading.map { $0 + "\n" + output } ?? output
        }
        guard case .comparison(let comparison) = match.entry.phrase.wording, made.count > 1 else {
            return lines + outputs
        }
        let sentence = ComparisonSentence(comparison, language).text(made.map { ($0.0.subject, $0.1) })
        return lines + (sentence.map { [$0] } ?? []) + outputs
    }
}
