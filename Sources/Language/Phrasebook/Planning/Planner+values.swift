import SpokenDecisions
import StreamingJSON

// MARK: - Messages with a value for which the previous turn asked

extension Planner {
    /// Returns the call of the previous turn with the value in the last message, if that turn asked for one.
    ///
    /// The question is found by reading the previous turn again, as in ``decided(_:)``. A message that can mean anything else is no
    /// value, unless it is quoted: the call may change something.
    func supplied(_ turns: [Turn], _ referents: Referents) -> Understanding? {
        guard !preparations.isEmpty, let last = turns.last, let asked = turns.dropLast().last,
            let value = GivenValue(last.prompt), value.isQuoted || mayBeValue(last.prompt, referents)
        else { return nil }
        // A value may follow another one, but not without end.
        let before = understanding(of: Array(turns.dropLast().suffix(Self.memory)))
        guard let track = singleTrack(of: before, made: asked.calls),
            case .request(let question, let argument, let takesWords) = track.step,
            asked.answer.utf8.reversed().starts(with: question.utf8.reversed())
        else { return nil }
        let request = before.completed ?? asked.prompt
        var understanding = Understanding(language: before.language, asked: before.asked)
        understanding.completed = request
        if takesWords {
            var call = track.planned
            call.arguments[argument] = .string(value.text)
            understanding.actions = [.planned(call)]
            return understanding
        }
        for text in value.continuations(of: request, in: before.language) {
            var context = Context()
            let whole = read(reading(of: text, referents), &context)
            guard whole.unread.isEmpty, whole.calls.count == 1, var call = whole.calls.first?.call,
                call.tool == track.planned.tool
            else { continue }
            // The earlier arguments stay, except for the parts of the value that is asked for.
            for (name, value) in track.planned.arguments
            where name != argument && !name.hasPrefix(argument + ".") {
                call.arguments[name] = value
            }
            understanding.actions = [.planned(call)]
            // A text in which the value was not found leads to the same question.
            if case .request(question, _, _)? = singleTrack(of: understanding, made: [])?.step { continue }
            return understanding
        }
        return nil
    }

    private func singleTrack(of understanding: Understanding, made: [Turn.Call]) -> Execution.Track? {
        let tracks = execution(of: understanding, made: made).tracks
        return tracks.count == 1 ? tracks.first : nil
    }

    /// Returns whether a message can be a name or a value: it is one sentence that requests nothing else, and neither declines nor asks.
    private func mayBeValue(_ message: String, _ referents: Referents) -> Bool {
        guard SpokenDecision(message) == nil else { return false }
        return [message, corrected(message)].compactMap(\.self).allSatisfy { text in
            let reading = reading(of: text, referents)
            let sentences = reading.matcher.utterance.sentences
            guard sentences.count == 1, !declines(sentences[0], reading.matcher) else { return false }
            var context = Context()
            let alone = read(reading, &context)
            return !alone.isVetoed
                && alone.actions.allSatisfy { action in
                    // A bare name may be that of an item.
                    if case .call(let match) = action { isOpenLookup(match) } else { false }
                }
        }
    }

    /// Returns whether a sentence declines, asks or only postpones instead of naming a value: "never mind", "why?", "not now".
    func declines(_ sentence: Range<Int>, _ matcher: PhraseMatcher) -> Bool {
        let tokens = matcher.utterance.tokens[sentence]
        guard !tokens.contains(where: { $0.quotation != nil }) else { return false }
        if SpokenDecision(matcher.utterance.original(of: sentence)) == .reject || matcher.isVeto(sentence) {
            return true
        }
        if tokens.contains(where: { $0.key == "?" }) { return true }
        switch SpeechAct(tokens) {
        case .request: return false
        case .negated, .question: return true
        // Names and days may have such words: "Call Tom later", "tomorrow at 7".
        case .hypothetical, .reported, .later:
            return GivenValue(matcher.utterance.original(of: sentence))?.isPostponement != false
        }
    }
}
