/// The value of each unit of matched or lost weight.
enum Score {
    static let literal: Int32 = 10
    /// A slot whose type is unlikely to match by chance: a number, a day, a quotation, a declared text.
    static let specific: Int32 = 8
    static let place: Int32 = 4
    static let capitalizedPlace: Int32 = 5
    static let name: Int32 = 2
    static let text: Int32 = 1
    /// An article that the phrase does not have.
    static let article: Int32 = -1
    static let leftover: Int32 = -8
    /// Words that close a request; more than their value at the end of a text.
    static let closing: Int32 = 3
}
