import StreamingJSON

// MARK: - The actions of matches

extension Planner {
    func accept(_ match: PhraseMatch, isAnswer: Bool, _ context: inout Context) -> Understanding.Action {
        let match = listedAddress(pointed(match))
        switch match.entry.purpose {
        case .smallTalk(let subject):
            return .smallTalk(subject)
        case .tool:
            if case .refusal(let text) = match.entry.phrase.wording {
                context = Context()
                return .doubt(text)
            }
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
    func listedAddress(_ match: PhraseMatch) -> PhraseMatch {
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
    func pointed(_ match: PhraseMatch) -> PhraseMatch {
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
}
