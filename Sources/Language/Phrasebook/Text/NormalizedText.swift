import Foundation
import StreamSafeText

/// A message with full-width, half-width and other compatibility forms resolved, character by character.
struct NormalizedText: Sendable {
    /// The characters after normalization; their case is kept.
    private(set) var characters: [Character] = []
    /// For each of ``characters``, the index of its original character in the message.
    private var origins: [Int] = []
    private let source: [Character]

    init(_ text: String) {
        if let simple = Self.simple(text) {
            (source, characters) = simple
            origins = Array(source.indices)
            return
        }
        source = Array(text.streamSafe)
        characters.reserveCapacity(source.count)
        origins.reserveCapacity(source.count)
        for (index, character) in source.enumerated() {
            guard Self.mayHaveCompatibilityForm(character) else {
                characters.append(character)
                origins.append(index)
                continue
            }
            for normalized in String(character).precomposedStringWithCompatibilityMapping {
                characters.append(normalized)
                origins.append(index)
            }
        }
    }

    /// Returns the written and the normalized characters of a text in which each scalar is one character and is plain
    /// or a full-width form of ASCII; `nil` for other texts.
    private static func simple(_ text: String) -> (source: [Character], normalized: [Character])? {
        var source: [Character] = []
        var normalized: [Character] = []
        source.reserveCapacity(text.utf8.count)
        var isSame = true
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x09, 0x0A, 0x20...0x7E, 0x3001...0x3029, 0x3041...0x3096, 0x309D...0x30FE, 0x4E00...0x9FFF,
                0x2018, 0x2019, 0x201C, 0x201D:
                if !isSame { normalized.append(Character(scalar)) }
            case 0x3000, 0xFF01...0xFF5E:
                if isSame { normalized = source }
                isSame = false
                let value = scalar.value == 0x3000 ? 0x20 : UInt8(scalar.value - 0xFEE0)
                normalized.append(Character(Unicode.Scalar(value)))
            default: return nil
            }
            source.append(Character(scalar))
        }
        return (source, isSame ? source : normalized)
    }

    /// Returns the normalized text of a range.
    func text(_ range: Range<Int>) -> String { Self.text(characters[range]) }

    private static func text(_ characters: ArraySlice<Character>) -> String {
        var text = ""
        for character in characters { text.append(character) }
        return text
    }

    /// Returns the text of a range as it was written.
    func original(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return Self.text(source[origins[first]...origins[last]])
    }

    /// Returns false for the characters of nearly every message, which avoids calling Foundation for each.
    private static func mayHaveCompatibilityForm(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x00...0x7F, 0x3001...0x30FF, 0x4E00...0x9FFF: return character.unicodeScalars.count > 1
        default: return true
        }
    }
}
