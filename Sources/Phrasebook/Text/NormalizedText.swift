import Foundation
import StreamSafeText

/// A message with full-width, half-width and other compatibility forms resolved, character by character.
struct NormalizedText: Sendable {
    /// The characters after normalisation; their case is kept.
    private(set) var characters: [Character] = []
    /// For each of ``characters``, which character of the message it comes from.
    private var origins: [Int] = []
    private let source: [Character]

    init(_ text: String) {
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

    /// The normalised text of a range.
    func text(_ range: Range<Int>) -> String { String(characters[range]) }

    /// The text of a range as it was written.
    func original(_ range: Range<Int>) -> String {
        guard let first = range.first, let last = range.last else { return "" }
        return String(source[origins[first]...origins[last]])
    }

    /// False for the characters that make up nearly every message, which saves asking Foundation about each.
    private static func mayHaveCompatibilityForm(_ character: Character) -> Bool {
        guard let scalar = character.unicodeScalars.first else { return false }
        switch scalar.value {
        case 0x00...0x7F, 0x3001...0x30FF, 0x4E00...0x9FFF: return character.unicodeScalars.count > 1
        default: return true
        }
    }
}
