/// Recognizes names of the world by their spelling, because the model has no list of names.
enum WorldNames {
    /// Lower-case words inside a name: "the University of Oxford".
    private static let joints = Set<Word>(words: "WorldNames", "joints")

    /// Returns whether a token is written like a name: with a capital letter, in quotation marks, or as a number.
    static func isName(_ index: Int, _ tokens: ArraySlice<Token>, in utterance: Utterance) -> Bool {
        let token = tokens[index]
        if token.quotation != nil { return true }
        guard token.isWord, OutwardWords.stock.longest(at: index, in: tokens) == nil else { return false }
        return utterance.text.characters[token.range.lowerBound].isUppercase
    }

    /// Returns whether a text contains a name.
    static func hasName(_ tokens: ArraySlice<Token>, in utterance: Utterance) -> Bool {
        tokens.indices.contains { isName($0, tokens, in: utterance) }
    }

    /// Returns the end of the name that starts at a token, with its article; `nil` if there is none.
    static func end(ofNameAt start: Int, _ tokens: ArraySlice<Token>, in utterance: Utterance) -> Int? {
        var index = start
        if index < tokens.endIndex, tokens[index].key == "the" { index += 1 }
        var end: Int?
        while index < tokens.endIndex, index < start + 10 {
            if isName(index, tokens, in: utterance) || end != nil && tokens[index].isNumber {
                index += 1
                end = index
            } else if end != nil, joints.contains(tokens[index].key) || tokens[index].kind == .joint {
                index += 1
            } else {
                break
            }
        }
        return end
    }

    /// Returns the end of up to three plain words, as in a hastily typed name: "capital of peru".
    static func end(ofWordsAt start: Int, _ tokens: ArraySlice<Token>) -> Int? {
        var index = start
        while index < tokens.endIndex, index < start + 3, tokens[index].isWord, tokens[index].key != "'s",
            !PlainWords.english.contains(tokens[index].key), !isStock(index, tokens)
        {
            index += 1
        }
        return index == start ? nil : index
    }

    private static func isStock(_ index: Int, _ tokens: ArraySlice<Token>) -> Bool {
        OutwardWords.stock.longest(at: index, in: tokens) != nil
            || OutwardWords.persons.longest(at: index, in: tokens) != nil
    }
}
