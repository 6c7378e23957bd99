/// The language of the texts of `torii chat`.
package enum ChatLanguage: String, Sendable, CaseIterable {
    /// English.
    case english = "en"
    /// Japanese.
    case japanese = "ja"

    /// Returns the one of two texts that is in this language.
    package func words(_ english: String, _ japanese: String) -> String {
        self == .english ? english : japanese
    }
}

/// The locale of the person at the terminal, from the environment.
package struct ChatLocale: Sendable, Hashable {
    /// The BCP 47 tag for requests; `nil` if no locale is set, so that answers follow the message's language.
    package var tag: String?
    /// The language of the texts.
    package var language: ChatLanguage

    /// Reads the environment, in the order of POSIX: `LC_ALL`, `LC_MESSAGES`, `LANG`.
    package init(environment: [String: String]) {
        let name = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
        let parts = name.prefix { $0 != "." && $0 != "@" }.split(separator: "_")
        let isTag =
            !parts.isEmpty && parts.count <= 2
            && parts.allSatisfy {
                (2...3).contains($0.count) && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
            }
        tag = isTag ? parts.joined(separator: "-") : nil
        language = tag?.prefix(2) == "ja" ? .japanese : .english
    }
}
