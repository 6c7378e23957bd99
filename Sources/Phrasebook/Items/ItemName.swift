import Foundation

/// The name of an item as a person says it, compared with titles.
struct ItemName: Sendable {
    /// Longer names are compared by their beginning.
    private static let lengthLimit = 200

    /// The name as it was said.
    let text: String
    private let folded: [UInt32]

    init(_ text: String) {
        // "the stapler" is the stapler.
        let article = ["the ", "our ", "my "].first { text.utf8.count > 4 && text.lowercased().hasPrefix($0) }
        self.text = article.map { String(text.dropFirst($0.count)) } ?? text
        folded = Self.folded(self.text)
    }

    /// The name as titles are searched for it first: an English plural without its last letter.
    var singular: String {
        guard text.utf8.count > 3, text.hasSuffix("s"), text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        let isPart = ["ss", "us", "is", "ies", "oes", "ches", "shes", "xes", "ses", "ous"].contains {
            text.hasSuffix($0)
        }
        return isPart ? text : String(text.dropLast())
    }

    /// Whether a title is the name, whatever its case, width, script of kana and number.
    func isTitle(_ title: String) -> Bool { !folded.isEmpty && Self.folded(title) == folded }

    /// Whether a title may be meant: one holds the other, or they differ by one letter.
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

    /// The scalars that tell names apart: in one form, width and case, katakana as hiragana, without marks, spaces and plural endings.
    private static func folded(_ text: String) -> [UInt32] {
        if text.utf8.count <= lengthLimit, text.utf8.allSatisfy({ $0 < 0x80 }) { return folded(ascii: text.utf8) }
        let unified = String(text.unicodeScalars.prefix(lengthLimit)).precomposedStringWithCompatibilityMapping
            .lowercased()
        return unified.split { !$0.isLetter && !$0.isNumber && $0 != "ー" }.flatMap { word -> [UInt32] in
            let isPlural = word.count > 3 && word.hasSuffix("s") && !word.hasSuffix("ss")
            return (isPlural ? word.dropLast() : word).unicodeScalars.map { scalar in
                if let digit = digits[scalar] { return digit }
                return (0x30A1...0x30F6).contains(scalar.value) ? scalar.value - 0x60 : scalar.value
            }
        }
    }

    /// The same for the texts that need no forms resolved.
    private static func folded(ascii text: String.UTF8View) -> [UInt32] {
        var folded: [UInt32] = []
        folded.reserveCapacity(text.count)
        for word in text.split(whereSeparator: { !$0.isASCIILetter && !$0.isASCIIDigit }) {
            let isPlural =
                word.count > 3 && word.last.map { $0 | 0x20 } == UInt8(ascii: "s")
                && word.dropLast().last.map { $0 | 0x20 } != UInt8(ascii: "s")
            for byte in isPlural ? word.dropLast() : word {
                folded.append(UInt32(byte.isASCIILetter ? byte | 0x20 : byte))
            }
        }
        return folded
    }

    private static let digits: [Unicode.Scalar: UInt32] = [
        "一": 49, "二": 50, "三": 51, "四": 52, "五": 53, "六": 54, "七": 55, "八": 56, "九": 57,
    ]

    /// Whether two texts differ by one scalar more, less or other, or by two neighbors in the wrong order.
    private static func isNear(_ left: [UInt32], _ right: [UInt32]) -> Bool { Spelling.isNear(left, right) }
}

extension UInt8 {
    fileprivate var isASCIILetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
    fileprivate var isASCIIDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
}
