/// The length limit of an item's text; ZAICO has the same limit on titles.
struct InventoryLimits {
    static let title = InventoryLimits(characters: 200)
    static let field = InventoryLimits(characters: 250)
    static let note = InventoryLimits(characters: 10_000)

    let characters: Int

    /// The limit in bytes of UTF-8.
    ///
    /// One character may have a million combining marks. The longest real ones, conjuncts of Devanagari and families of emoji, have up to
    /// 25 bytes.
    var bytes: Int { characters * 25 }

    /// Whether a text is within both limits.
    func allows(_ text: String) -> Bool { text.utf8.count <= bytes && text.count <= characters }
}
