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
}
