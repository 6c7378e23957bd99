import StreamingJSON

// MARK: - Messages that give a value for which the previous turn asked

extension Planner {
    /// Returns the call of the previous turn with the value that the last message gives, if that turn asked for one.
    ///
    /// The question is found by reading the previous turn again, as in ``decided(_:)``.
    func supplied(_ turns: [Turn], _ referents: Referents) -> Understanding? {
        guard !preparations.isEmpty, let last = turns.last, let asked = turns.dropLast().last,
            SpokenDecision(last.prompt) == nil, let value = GivenValue(last.prompt),
            !isRequest(reading(of: last.prompt, referents))
        else { return nil }
        // A value may follow another one, but not without end.
        let before = understanding(of: Array(turns.dropLast().suffix(Self.memory)))
        guard let track = singleTrack(of: before, made: asked.calls),
            case .request(let question, let argument) = track.step,
            asked.answer.utf8.reversed().starts(with: question.utf8.reversed())
        else { return nil }
        let request = before.completed ?? asked.prompt
        var understanding = Understanding(language: before.language, asked: before.asked)
        understanding.completed = request
        if let argument {
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
            for (name, value) in track.planned.arguments { call.arguments[name] = value }
            understanding.actions = [.planned(call)]
            // A text in which the value was not found leads to the same question.
            if case .request(question, _)? = singleTrack(of: understanding, made: [])?.step { continue }
            return understanding
        }
        return nil
    }

    private func singleTrack(of understanding: Understanding, made: [Turn.Call]) -> Execution.Track? {
        let tracks = execution(of: understanding, made: made).tracks
        return tracks.count == 1 ? tracks.first : nil
    }

    /// Returns whether a message is a request without any other, and not only a name or a value.
    private func isRequest(_ reading: MessageReading) -> Bool {
        var context = Context()
        let alone = read(reading, &context)
        guard !alone.isVetoed else { return true }
        return alone.actions.contains { action in
            switch action {
            case .call(let match): match.entry.tool?.effect != .reads || !match.hasOpenSlot
            case .ask, .choose, .smallTalk, .planned, .refrain: true
            case .topic, .doubt: false
            }
        }
    }
}
