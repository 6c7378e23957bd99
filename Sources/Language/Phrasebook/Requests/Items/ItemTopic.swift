/// A collection of items with the words for its fields, prepared for lookup.
struct ItemTopic: Sendable {
    /// The collection.
    let collection: ItemCollection
    /// The argument that holds an item's number.
    let argument: String
    private let words: TokenSequences
    private let arguments: [String]
    private let texts: [String]

    init(_ collection: ItemCollection, argument: String) {
        self.collection = collection
        self.argument = argument
        texts = collection.fields.flatMap(\.words)
        arguments = collection.fields.flatMap { field in field.words.map { _ in field.argument } }
        words = TokenSequences(texts)
    }

    /// Returns whether a call changes the collection.
    func changes(_ call: PlannedCall) -> Bool {
        let tools = collection.tools
        return [tools.create, tools.update, tools.delete].contains(call.tool)
    }

    /// Returns the word for a field that starts at a token.
    func field(at index: Int, in tokens: ArraySlice<Token>) -> (argument: String, word: String, count: Int)? {
        guard index < tokens.endIndex, let found = words.longest(at: index, in: tokens) else { return nil }
        let end = index + found.count
        guard end >= tokens.endIndex || !tokens[end].isGlued else { return nil }
        return (arguments[found.index], texts[found.index], found.count)
    }
}
