/// Reads the requests about items in a sentence, in either language.
enum ItemRequests {
    /// Returns the requests; empty if a word of the sentence has no role in any of them.
    static func read(_ reader: SlotReader, _ topic: ItemTopic) -> [ItemFrame] {
        if reader.tokens.contains(where: { $0.isCharacter }) {
            var japanese = JapaneseItemReader(reader, topic)
            return japanese.read()
        }
        var english = EnglishItemReader(reader, topic)
        return english.read()
    }
}
