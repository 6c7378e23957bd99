import Foundation

extension String {
    /// The text in the form in which titles are compared: compatibility forms unified (`Ａ４` and `A4`, `ﾎﾞﾙﾄ` and `ボルト`), then
    /// lower case, in no particular language.
    ///
    /// SQLite's own `LIKE` and `lower()` know ASCII letters only, so the folded title is stored beside the title.
    var foldedForSearch: String {
        precomposedStringWithCompatibilityMapping.lowercased().precomposedStringWithCompatibilityMapping
    }
}
