import StreamingJSON

// MARK: - Changes of items

extension Planner {
    /// Returns the understanding, without its changes if a part of the message was not understood.
    func settled(_ understanding: Understanding) -> Understanding {
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
    ///
    /// - Parameter sentence: The words of the person, which the answer repeats if the tool changes no items.
    func doubt(about match: PhraseMatch, _ gate: ChangeGate, _ sentence: @autoclosure () -> String) -> String? {
        guard let tool = match.entry.tool, tool.effect == .changes, match.entry.phrase.question == nil,
            let doubt = gate.doubt(
                about: PlannedCall.calls(for: match),
                isComplete: match.isComplete,
                phrase: PhraseWords(match)
            )
        else { return nil }
        let replies = ItemReplies(match.entry.phrase.language)
        switch doubt {
        // The words for another day may belong to the thing: "tomorrow's meeting".
        case .notAsked(.later) where !isItemTool(tool.tool):
            return LanguageData.of(match.entry.phrase.language, \.replies).nothingDone(sentence())
        case .notAsked: return LanguageData.of(match.entry.phrase.language, \.replies).refrained
        case .value(argument: "title") where tool.tool == phrases.collections.first?.tools.create:
            return replies.whatName
        case .value where !isItemTool(tool.tool), .leftover where !isItemTool(tool.tool):
            return LanguageData.of(match.entry.phrase.language, \.replies).nothingDone(sentence())
        case .value, .leftover:
            return tool.tool == phrases.collections.first?.tools.delete ? replies.whichItem : replies.whichField
        }
    }

    /// Returns the changes of items that a part of a message asks for and that may be made.
    func changes(in range: Range<Int>, _ matcher: PhraseMatcher) -> [PlannedCall]? {
        guard range.count <= PhraseMatcher.tokenLimit, let calls = itemRequests(matcher.reader(for: range)),
            ChangeGate(matcher.utterance.tokens[range]).doubt(about: calls, isComplete: true) == nil
        else { return nil }
        return calls
    }

    /// Returns the changes of items that a sentence asks for if each of its words has a role in one of them.
    func itemRequests(_ reader: SlotReader) -> [PlannedCall]? {
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
}
