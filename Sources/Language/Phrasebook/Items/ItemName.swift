import Foundation

/// The name of an item as a person says it, for comparison with titles.
struct ItemName: Sendable {
    /// The number of scalars of a name that are compared.
    private static let lengthLimit = 200

    /// The name as the person said it.
    let text: String
    private let folded: [UInt32]

    init(_ text: String) {
        // "the stapler" means the stapler.
        let article = ["the ", "our ", "my "].first { text.utf8.count > 4 && Self.begins(text, with: $0) }
        self.text = article.map { String(text.dropFirst($0.count)) } ?? text
        folded = Self.folded(self.text)
    }

    /// Returns whether a text starts with some lower-case ASCII letters, in any case.
    private static func begins(_ text: String, with prefix: String) -> Bool {
        let length = prefix.utf8.count
        // A mark after the space would be one character with it.
        guard let next = text.utf8.dropFirst(length).first, next < 0x80 else {
            return text.lowercased().hasPrefix(prefix)
        }
        return zip(text.utf8, prefix.utf8).allSatisfy { $0 | 0x20 == $1 }
    }

    /// The name for the first search in titles: an English plural without its last letter.
    var singular: String {
        guard text.utf8.count > 3, text.hasSuffix("s"), text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        let isPart = ["ss", "us", "is", "ies", "oes", "ches", "shes", "xes", "ses", "ous"].contains {
            text.hasSuffix($0)
        }
        return isPart ? text : String(text.dropLast())
    }

    /// Returns whether a title is the name, apart from case, width, kana script and grammatical number.
    func isTitle(_ title: String) -> Bool { !folded.isEmpty && Self.folded(title) == folded }

    /// Returns whether a title may be meant: one contains the other, or they differ by one letter.
    func resembles(_ title: String) -> Bool {
        let other = Self.folded(title)
        guard folded.count > 1, other.count > 1 else { return other == folded }
        if folded.count >= 4, Self.isNear(folded, other) { return true }
        let (short, long) = folded.count <= other.count ? (folded, other) : (other, folded)
        return Self.contains(long, short)
    }

    private static func contains(_ long: [UInt32], _ short: [UInt32]) -> Bool {
        guard short.count <= long.count else { return false }
        return (0...long.count - short.count).contains { long[$0...].starts(with: short) }
    }

    /// Returns the scalars that distinguish names: compatibility forms, width and case unified, katakana as hiragana,
    /// without marks, spaces and plural endings.
    private static func folded(_ text: String) -> [UInt32] {
        if let folded = folded(simple: text) { return folded }
        let unified = String(text.unicodeScalars.prefix(lengthLimit)).precomposedStringWithCompatibilityMapping
            .lowercased()
        return unified.split { !$0.isLetter && !$0.isNumber && $0 != "ー" }.flatMap { word -> [UInt32] in
            let isPlural = word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
            return (isPlural ? word.dropLast() : word).unicodeScalars.map { scalar in
                if let digit = digit(scalar) { return digit }
                return (0x30A1...0x30F6).contains(scalar.value) ? scalar.value - 0x60 : scalar.value
            }
        }
    }

    /// Returns the same for texts whose scalars are single characters without compatibility forms; `nil` for others.
    private static func folded(simple text: String) -> [UInt32]? {
        guard text.utf8.count <= lengthLimit else { return nil }
        var folded: [UInt32] = []
        folded.reserveCapacity(text.utf8.count)
        var wordStart = 0
        func endWord() {
            // A plural ending is no part of a name.
            let count = folded.count - wordStart
            if count > 3, folded[folded.count - 1] == 0x73, folded[folded.count - 2] != 0x73 { folded.removeLast() }
            wordStart = folded.count
        }
        for scalar in text.unicodeScalars {
            switch scalar.value {
            case 0x41...0x5A: folded.append(scalar.value | 0x20)
            case 0x61...0x7A, 0x30...0x39, 0x3041...0x3096, 0x30F7...0x30FA, 0x30FC: folded.append(scalar.value)
            case 0x30A1...0x30F6: folded.append(scalar.value - 0x60)
            case 0x4E00...0x9FFF: folded.append(digit(scalar) ?? scalar.value)
            case 0x00...0x7F, 0x3001...0x3003, 0x3008...0x3011, 0x30FB: endWord()
            default: return nil
            }
        }
        endWord()
        return folded
    }

    /// Returns the digit that a numeral means.
    private static func digit(_ scalar: Unicode.Scalar) -> UInt32? {
        switch scalar {
        case "一": 49
        case "二": 50
        case "三": 51
        case "四": 52
        case "五": 53
        case "六": 54
        case "七": 55
        case "八": 56
        case "九": 57
        default: nil
        }
    }

    /// Returns whether two texts differ by one added, missing or different scalar, or by two swapped neighbors.
    private static func isNear(_ left: [UInt32], _ right: [UInt32]) -> Bool { Spelling.isNear(left, right) }
}
