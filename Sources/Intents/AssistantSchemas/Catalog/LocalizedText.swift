/// A text in the languages of the catalog.
public struct LocalizedText: Sendable, Hashable {
    /// The English text.
    public let english: String
    /// The Japanese text.
    public let japanese: String

    /// Makes a text.
    public init(_ english: String, _ japanese: String) {
        self.english = english
        self.japanese = japanese
    }

    /// Returns the text for a locale identifier such as `ja_JP`: Japanese if its language is, otherwise English.
    public func text(locale: String?) -> String {
        locale?.prefix { $0 != "-" && $0 != "_" }.lowercased() == "ja" ? japanese : english
    }
}
