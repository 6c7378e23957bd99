import Foundation
import StreamSafeText

extension String {
    /// The form in which titles are compared: compatibility forms unified (`Ａ４` and `A4`, `ﾎﾞﾙﾄ` and `ボルト`), then in lower case, without
    /// regard to a language.
    ///
    /// Databases fold ASCII letters only, or by a locale, so the folded title is stored beside the title.
    package var foldedForSearch: String {
        storable.precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCompatibilityMapping
    }

    /// The text without U+0000, which databases do not store or where they end a text, and in the Stream-Safe Text Format, without which
    /// the time for folding is quadratic.
    package var storable: String {
        guard utf8.contains(0) else { return streamSafe }
        return String(String.UnicodeScalarView(unicodeScalars.filter { $0.value != 0 })).streamSafe
    }
}
