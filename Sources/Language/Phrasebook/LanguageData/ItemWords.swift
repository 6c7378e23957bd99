/// The closed classes of words in requests about items, in one language.
struct ItemWords: Sendable {
    /// The words for each act.
    var acts: [(act: ItemFrame.Act, words: TokenSequences)]
    /// The words for the collection itself: "stock".
    var stock: TokenSequences
    /// The words for any item: "item", "product".
    var things: TokenSequences
    /// The units of quantities.
    var units: TokenSequences
    /// Conditions that are named without the word for a condition.
    var states: TokenSequences
    /// Words that reverse the meaning of a sentence.
    var negations: TokenSequences
    /// Words before a reason.
    var reasons: TokenSequences

    /// Returns the act whose word starts at a token, the longest word first.
    func act(at index: Int, in tokens: ArraySlice<Token>) -> (act: ItemFrame.Act, count: Int)? {
        var best: (act: ItemFrame.Act, count: Int)?
        for entry in acts {
            guard let count = entry.words.longest(at: index, in: tokens)?.count, count > best?.count ?? 0 else {
                continue
            }
            best = (entry.act, count)
        }
        return best
    }
}

extension ItemWords {
    static let english = ItemWords(
        acts: [
            (.create, TokenSequences(words: "ItemWords.english", "create")),
            (.delete, TokenSequences(words: "ItemWords.english", "delete")),
            (.set, TokenSequences(words: "ItemWords.english", "set")),
            (.increase, TokenSequences(words: "ItemWords.english", "increase")),
            (.decrease, TokenSequences(words: "ItemWords.english", "decrease")),
            (.move, TokenSequences(["move", "relocate", "transfer", "shift", "bring", "carry"])),
            (.rename, TokenSequences(["rename", "retitle", "call"])),
            (.mark, TokenSequences(["mark", "flag", "label", "tag"])),
            (.clear, TokenSequences(["clear", "empty", "blank", "unset", "reset", "clear out", "blank out"])),
            (.multiply, TokenSequences(["halve", "double", "triple"])),
        ],
        stock: TokenSequences(words: "ItemWords.english", "stock"),
        things: TokenSequences(words: "ItemWords.english", "things"),
        units: TokenSequences(words: "ItemWords.english", "units"),
        states: TokenSequences(words: "ItemWords.english", "states"),
        negations: TokenSequences(words: "ItemWords.english", "negations"),
        reasons: TokenSequences(words: "ItemWords.english", "reasons")
    )
}
