import StreamingJSON

/// Reads requests in the plainest forms, as a second opinion on the other readers' result.
///
/// The forms are few and strict: a verb from a closed list, an item, fields by their names, plain values, and nothing
/// else. A change that this reader also finds, with exactly the same arguments, is certain. A message that it cannot
/// read is not wrong; it only needs a confirmation.
struct PlainRequests {
    private let topic: ItemTopic
    /// The things that the previous turn named, without earlier turns.
    private let recent: Referents
    private let hasQuestion: Bool

    init(_ topic: ItemTopic, recent: Referents, previous: Turn?) {
        self.topic = topic
        self.recent = recent
        hasQuestion = previous != nil
    }

    /// Returns whether the sentences of a message, read by their plainest forms, ask for exactly these changes.
    func agree(with changes: [PlannedCall], in sentences: [SlotReader]) -> Bool {
        isSame(calls(in: sentences), changes) || isAnswer(sentences, changes)
    }

    /// Returns the calls that the sentences ask for; `nil` if one of them is not plain.
    private func calls(in sentences: [SlotReader]) -> [PlannedCall]? {
        var frames: [ItemFrame] = []
        for sentence in sentences {
            guard let read = self.frames(in: sentence) else { return nil }
            frames += read
        }
        let calls = frames.map { $0.calls(topic.collection.tools, argument: topic.argument) }
        return calls.contains { $0 == nil } ? nil : calls.flatMap { $0 ?? [] }
    }

    private func frames(in sentence: SlotReader) -> [ItemFrame]? {
        if sentence.tokens.contains(where: { $0.kind == .character }) {
            var reader = JapanesePlainReader(sentence, topic, recent)
            return reader.read()
        }
        var reader = EnglishPlainReader(sentence, topic, recent)
        return reader.read()
    }

    private func isSame(_ calls: [PlannedCall]?, _ changes: [PlannedCall]) -> Bool {
        guard let calls, calls.count == changes.count else { return false }
        return zip(calls, changes).allSatisfy { $0.tool == $1.tool && named($0.arguments) == named($1.arguments) }
    }

    /// Returns the arguments with the item's name in the form that is compared with titles.
    private func named(_ arguments: JSONObject) -> JSONObject {
        guard case .string(let name)? = arguments[topic.argument] else { return arguments }
        var arguments = arguments
        arguments[topic.argument] = .string(ItemName(name).text)
        return arguments
    }

    /// Returns whether a message only names the one item that the question of the previous turn asked for.
    private func isAnswer(_ sentences: [SlotReader], _ changes: [PlannedCall]) -> Bool {
        guard hasQuestion, let sentence = sentences.first, sentences.count == 1, let change = changes.first,
            changes.count == 1, change.arguments.count == 1
        else { return false }
        let item: ItemFrame.Item?
        if sentence.tokens.contains(where: { $0.kind == .character }) {
            var reader = JapanesePlainReader(sentence, topic, recent)
            item = reader.readItem()
        } else {
            var reader = EnglishPlainReader(sentence, topic, recent)
            item = reader.readItem()
        }
        switch item {
        case .number(let number): return change.arguments == [topic.argument: .integer(number)]
        case .name(let name):
            return [[topic.argument: .string(name)], ["title": .string(name)]].contains(change.arguments)
        case .mentioned, nil: return false
        }
    }
}
