/// The kind of a normalized character for the tokenizer.
enum CharacterKind {
    case space, newline, digit, letter, ideographic, mark, joint, symbol

    init(_ character: Character) {
        guard let scalar = character.unicodeScalars.first else {
            self = .mark
            return
        }
        switch scalar.value {
        case 0x0A, 0x0D, 0x2028, 0x2029: self = .newline
        case 0x20: self = .space
        case 0x30...0x39: self = .digit
        case 0x41...0x5A, 0x61...0x7A: self = .letter
        case 0x2D, 0x2F: self = .joint
        case 0x3005...0x3007, 0x3041...0x309F, 0x30A1...0x30FA, 0x30FC...0x30FF, 0x31F0...0x31FF,
            0x3400...0x4DBF, 0x4E00...0x9FFF, 0xF900...0xFAFF, 0x20000...0x3FFFF:
            self = .ideographic
        case 0x23...0x26, 0x2A, 0x2B, 0x3C...0x3E, 0x40, 0x5E, 0x60, 0x7C: self = .symbol
        // Other marks of ASCII and of Japanese; the remaining characters are looked up.
        case 0x21...0x7F, 0x3001...0x3003, 0x3008...0x3011, 0x30FB: self = .mark
        default:
            if scalar.properties.isWhitespace {
                self = .space
            } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
                self = .letter
            } else {
                self = .mark
            }
        }
    }
}

extension Unicode.Scalar {
    /// Whether it is hiragana, the script of Japanese particles and endings.
    var isHiragana: Bool { (0x3041...0x309F).contains(value) }

    /// Whether it is katakana, the script of foreign words and names, or the mark that lengthens its vowels.
    var isKatakana: Bool { (0x30A1...0x30FA).contains(value) || value == 0x30FC }
}

extension Character {
    /// Whether it is hiragana, the script of Japanese particles and endings.
    var isHiragana: Bool { unicodeScalars.first?.isHiragana ?? false }

    /// Whether it is a letter or digit of a script that is written with spaces.
    var isAlphanumeric: Bool {
        switch CharacterKind(self) {
        case .letter, .digit: true
        default: false
        }
    }
}
