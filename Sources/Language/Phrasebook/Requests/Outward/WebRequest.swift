/// Whether a sentence asks for a search of the web by naming it: "search the web for …", "google …", 「ネットで…を調べて」.
///
/// A mention of the web is not enough: "the lamps that were bought online", "how many web cameras", 「ネットで買ったもの」. A word
/// for searching is not enough either because it may mean the inventory: "search for tape".
struct WebRequest {
    let isPlain: Bool

    /// Classifies a sentence.
    init(_ tokens: ArraySlice<Token>, in utterance: Utterance) {
        isPlain =
            tokens.contains { $0.isCharacter }
            ? JapaneseWebReader(tokens).isPlain : EnglishWebReader(tokens, in: utterance).isPlain
    }
}
