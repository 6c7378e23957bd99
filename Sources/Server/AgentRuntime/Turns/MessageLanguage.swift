import LanguageModels
import SpokenDecisions

/// Guesses the language of a message from its script, for requests that name no locale.
enum MessageLanguage {
    /// Returns `ja` when the text has kana, or has Chinese characters and no Latin letters; `nil` when it could be any other language.
    static func locale(of text: String) -> String? {
        var hasIdeographs = false
        var hasLatin = false
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x3041...0x30FF, 0x31F0...0x31FF, 0xFF66...0xFF9D: return "ja"
            case 0x4E00...0x9FFF, 0x3400...0x4DBF: hasIdeographs = true
            case 0x41...0x5A, 0x61...0x7A: hasLatin = true
            default: continue
            }
        }
        return hasIdeographs && !hasLatin ? "ja" : nil
    }

    /// Returns whether a message shows no language: it has no letters, or is a yes or no such as "OK", which a person writes in any chat.
    static func isNeutral(_ text: String) -> Bool {
        let hasLetters = text.unicodeScalars.contains(where: \.properties.isAlphabetic)
        return locale(of: text) == nil && (!hasLetters || SpokenDecision(text) != nil)
    }

    /// Returns the locale of the latest message that shows a language; `nil` when it could be any other language, or there is none.
    static func locale(ofConversation entries: [Transcript.Entry]) -> String? {
        for case .prompt(let prompt) in entries.reversed() {
            let text = prompt.segments.withoutNotes.text
            if !isNeutral(text) { return locale(of: text) }
        }
        return nil
    }
}
