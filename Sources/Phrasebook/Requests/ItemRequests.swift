/// Reads the requests about items that a sentence holds, in either language.
enum ItemRequests {
    /// The requests; empty when a word of the sentence has no part in any.
    static func read(_ reader: SlotReader, _ topic: ItemTopic) -> [ItemFrame] {
        if reader.tokens.contains(where: { $0.isCharacter }) {
            var japanese = JapaneseItemReader(reader, topic)
            return japanese.read()
        }
        var english = EnglishItemReader(reader, topic)
        return english.read()
    }
}
