extension LanguageData {
    /// The words for positions in a list; a pattern reads positions in digits.
    static let ordinals: WordValues = [
        "first": 1, "second": 2, "third": 3, "fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
        "tenth": 10,
    ]

    static let englishReferences: [ReferenceExpression] = [
        ReferenceExpression(
            "{n:ordinal} [\(englishThings)] [on (list|that list|this list)|in (list|that list)|of those|of them|of these]"
        ) {
            .position($0)
        },
        ReferenceExpression("{n:digits}(st|nd|rd|th) [\(englishThings)] [on list|in list]") { .position($0) },
        ReferenceExpression("(last|bottom) (\(englishThings)) [on (list|that list|this list)|in (list|that list)]") {
            _ in .last
        },
        ReferenceExpression("top (\(englishThings)) [on list|in list]") { _ in .position(1) },
        ReferenceExpression("(it|that|this) [\(englishThings)]") { _ in .mentioned },
        ReferenceExpression("same (\(englishThings))") { _ in .mentioned },
    ]

    static let japaneseReferences: [ReferenceExpression] = [
        ReferenceExpression("{n:integer}(番目|番め|つ目|つめ|件目|個目|個め)\(japaneseThings)") { .position($0) },
        ReferenceExpression("(ひとつ|1こ)(目|め)\(japaneseThings)") { _ in .position(1) },
        ReferenceExpression("ふたつ(目|め)\(japaneseThings)") { _ in .position(2) },
        ReferenceExpression("みっつ(目|め)\(japaneseThings)") { _ in .position(3) },
        ReferenceExpression("(最初|一番上|いちばん上)\(japaneseThings)") { _ in .position(1) },
        ReferenceExpression("(最後|一番下|いちばん下)\(japaneseThings)") { _ in .last },
        ReferenceExpression("(それ|これ|あれ|そいつ|(その|この)(在庫|商品|アイテム|品目|品物|品|もの))") { _ in .mentioned },
    ]

    private static let englishThings = "one|item|result|entry|record|product|thing"
    private static let japaneseThings = "[の[もの|物|やつ|在庫|商品|アイテム|品目|品物|品|項目]]"
}
