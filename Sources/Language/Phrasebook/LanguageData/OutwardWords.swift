/// The closed lists of words that distinguish a request for the web from a question about things of the person.
enum OutwardWords {
    /// Words that mention the web, even if they do not ask for it: a net, a site and news may also be the topic.
    static let web = TokenSequences(words: "OutwardWords", "web")

    /// Words for persons, and words that refer to earlier or present things.
    static let persons = TokenSequences(words: "OutwardWords", "persons")

    /// Containers, places of a house, fields of an item, words for amounts and for changes of things.
    static let stock = TokenSequences(words: "OutwardWords", "stock")

    /// Words in place of the search topic that do not describe it.
    static let hollow = Set<Word>(words: "OutwardWords", "hollow")
}
