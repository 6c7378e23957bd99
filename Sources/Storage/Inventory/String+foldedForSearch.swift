import Foundation
import StreamSafeText

extension String {
    /// The text in the form in which titles are compared: compatibility forms unified (`Ａ４` and `A4`, `ﾎﾞﾙﾄ` and `ボルト`), then
    /// lower case, in no particular language.
    ///
    /// SQLite's own `LIKE` and `lower()` know ASCII letters only, so the folded title is stored beside the title.
    package var foldedForSearch: String {
        storable.precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCompatibilityMapping
    }

    /// The text without U+0000, at which SQLite's functions and readers take a text to end, and in the Stream-Safe Text Format,
    /// without which folding takes quadratic time.
    package var storable: String {
        guard utf8.contains(0) else { return streamSafe }
        return String(String.UnicodeScalarView(unicodeScalars.filter { $0.value != 0 })).streamSafe
    }
}
