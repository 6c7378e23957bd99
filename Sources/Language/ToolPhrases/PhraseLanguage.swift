/// A language of phrases and answers.
public enum PhraseLanguage: String, Sendable, Hashable, CaseIterable {
    /// English, `en`.
    case english = "en"
    /// Japanese, `ja`.
    case japanese = "ja"

    /// The language of a locale identifier such as `ja`, `ja-JP` or `en_US`; `nil` for any other language.
    public init?(localeIdentifier: String) {
        let code = localeIdentifier.prefix { $0 != "-" && $0 != "_" }.lowercased()
        self.init(rawValue: code)
    }

    /// Its position among all languages.
    package var index: Int {
        switch self {
        case .english: 0
        case .japanese: 1
        }
    }
}
