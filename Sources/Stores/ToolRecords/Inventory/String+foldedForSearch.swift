import Foundation
import StreamSafeText

extension String {
    /// The form in which titles are compared: compatibility forms unified (`Ａ４` and `A4`, `ﾎﾞﾙﾄ` and `ボルト`), then in lower case, without
    /// regard to a language.
    ///
    /// Databases fold ASCII letters only, or by a locale, so the folded title is stored beside the title.
    ///
    /// Long pieces of ASCII are only put in lower case, because Foundation needs about a hundred times as long for the same result.
    package var foldedForSearch: String {
        var text = self
        return text.withUTF8(Self.folded) ?? withoutNull.foldedForSearch
    }

    /// The text without U+0000, which databases do not store or where they end a text, and in the Stream-Safe Text Format, without which
    /// the time for folding is quadratic.
    package var storable: String { withoutNull.streamSafe }

    private var withoutNull: String {
        utf8.contains(0) ? String(String.UnicodeScalarView(unicodeScalars.filter { $0.value != 0 })) : self
    }

    /// The folded form of any text without U+0000, by Foundation.
    var foldedByFoundation: String {
        streamSafe.precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCompatibilityMapping
    }

    /// The length from which a piece of ASCII between other characters is not given to Foundation with them.
    private static let longPiece = 48

    /// Returns the folded form of a text in UTF-8; `nil` if it contains U+0000.
    ///
    /// An ASCII character combines with no character before it, so the text can be cut before each one. It may combine with the next
    /// character (`e` and U+0301), so the last one before other characters is folded with them.
    private static func folded(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        // Without an early exit, so that the compiler compares many bytes at once.
        var (bits, hasNull) = (UInt8(0), false)
        for byte in text {
            bits |= byte
            hasNull = hasNull || byte == 0
        }
        if hasNull { return nil }
        if bits < 0x80 { return lowered(text) }
        var result = ""
        // The start of the piece for Foundation that is not folded yet.
        var open: Int?
        var place = 0
        func close(at end: Int) {
            guard let start = open else { return }
            result += String(decoding: text[start..<end], as: UTF8.self).foldedByFoundation
            open = nil
        }
        while place < text.count {
            let start = place
            while place < text.count, text[place] < 0x80 { place += 1 }
            if place == text.count {
                close(at: start)
                result += lowered(.init(rebasing: text[start...]))
            } else if open == nil || place - start >= longPiece {
                close(at: start)
                let last = Swift.max(start, place - 1)
                result += lowered(.init(rebasing: text[start..<last]))
                open = last
            }
            while place < text.count, text[place] >= 0x80 { place += 1 }
        }
        close(at: text.count)
        return result
    }

    /// Returns ASCII in lower case.
    private static func lowered(_ text: UnsafeBufferPointer<UInt8>) -> String {
        String(unsafeUninitializedCapacity: text.count) { bytes in
            for index in text.indices {
                let byte = text[index]
                bytes[index] = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
            }
            return text.count
        }
    }
}
