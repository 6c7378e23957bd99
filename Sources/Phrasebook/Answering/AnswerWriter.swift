/// Words the answer to a message.
struct AnswerWriter {
    /// The most calls that one message may lead to.
    static let callLimit = 10

    let phrases: CompiledPhrases
    let isEnabled: (ToolPhrases) -> Bool

    /// The answer once the calls have been made; `outputs` are in the order of the calls, `nil` where there is none.
    func answer(to understanding: Understanding, outputs: [String?]) -> String {
        let replies = LanguageData.of(understanding.language).replies
        let calls = understanding.calls
        var lines: [String] = []
        for (number, action) in understanding.actions.enumerated() {
            switch action {
            case .call(let match):
                let made = calls.indices.filter { calls[$0].action == number }.map { index in
                    (calls[index].call, index < outputs.count ? outputs[index] : nil)
                }
                lines += self.lines(for: match, made, replies)
            case .ask(_, let question): lines.append(question.text)
            case .choose(let offers): lines += self.offers(offers, in: understanding.language)
            case .smallTalk: continue
            }
        }
        // Two calls that failed for one reason say so once.
        var said: Set<String> = []
        lines.removeAll { !said.insert($0).inserted }
        return (lines + understanding.unread.map(replies.notUnderstood)).joined(separator: "\n")
    }

    /// The answer to a message that leads to no call.
    func answerWithoutCalls(to understanding: Understanding) -> String {
        let replies = LanguageData.of(understanding.language).replies
        if understanding.isVetoed, !understanding.actions.isEmpty {
            return understanding.unread.map(replies.nothingDone).joined(separator: "\n")
        }
        var lines: [String] = []
        for action in understanding.actions {
            switch action {
            case .call: continue
            case .ask(_, let question): lines.append(question.text)
            case .choose(let offers): lines += self.offers(offers, in: understanding.language)
            case .smallTalk(.greeting): lines += [replies.greeting] + abilities(in: understanding.language)
            case .smallTalk(.thanks): lines.append(replies.thanks)
            case .smallTalk(.help): lines += abilities(in: understanding.language)
            }
        }
        guard lines.isEmpty else {
            return (lines + understanding.unread.map(replies.notUnderstood)).joined(separator: "\n")
        }
        let examples = examples(in: understanding.language)
        return examples.isEmpty ? replies.noTools : ([replies.cannot] + examples).joined(separator: "\n")
    }

    /// The answer to a message that would lead to more calls than one message may.
    func refusalOfManyCalls(in language: PhraseLanguage) -> String {
        LanguageData.of(language).replies.tooManyCalls(Self.callLimit)
    }

    /// The question which of several tools is meant.
    private func offers(_ offers: [PhraseMatch], in language: PhraseLanguage) -> [String] {
        let replies = LanguageData.of(language).replies
        let labels = offers.compactMap(\.entry.tool).map { $0.choice[language]?.label ?? $0.tool }
        return [replies.choose] + labels.enumerated().map { replies.offer($0 + 1, $1) }
    }

    private func abilities(in language: PhraseLanguage) -> [String] {
        let replies = LanguageData.of(language).replies
        let examples = examples(in: language)
        return examples.isEmpty ? [replies.noTools] : [replies.abilities] + examples
    }

    private func examples(in language: PhraseLanguage) -> [String] {
        let replies = LanguageData.of(language).replies
        return phrases.tools.filter(isEnabled).compactMap { $0.examples[language].map(replies.example) }
    }

    private func lines(
        for match: PhraseMatch,
        _ made: [(call: PlannedCall, output: String?)],
        _ replies: Replies
    ) -> [String] {
        let language = match.entry.phrase.language
        let outputs = made.map { call, output in
            guard let output = output.map(QuotationFence.removed) else {
                return replies.missingOutput(call.subject.isEmpty ? call.tool : call.subject)
            }
            let heading = match.entry.tool?.items?.heading(for: output, arguments: call.arguments, in: language)
            return heading.map { $0 + "\n" + output } ?? output
        }
        guard case .comparison(var comparison) = match.entry.phrase.wording, made.count > 1 else { return outputs }
        let units = [comparison.unit] + comparison.otherUnits
        comparison.unit = units.first { unit in outputs.contains { Quantity(first: unit, in: $0) != nil } } ?? units[0]
        let entries = made.compactMap { call, output in
            output.flatMap { [comparison] in Quantity(first: comparison.unit, in: $0) }.map {
                (name: call.subject, quantity: $0)
            }
        }
        let phrasing = LanguageData.of(match.entry.phrase.language).replies.comparison
        let sentence = phrasing.sentence(for: Ranking(entries, pick: comparison.pick), comparison)
        return (sentence.map { [$0] } ?? []) + outputs
    }
}
