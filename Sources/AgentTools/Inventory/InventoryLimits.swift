/// How long the texts of an item may be; ZAICO takes no longer titles either.
struct InventoryLimits {
    static let title = InventoryLimits(characters: 200)
    static let field = InventoryLimits(characters: 250)
    static let note = InventoryLimits(characters: 10_000)

    let characters: Int

    /// The most bytes in UTF-8, because a letter with a million marks is one character; conjuncts of Devanagari and families of emoji
    /// have up to 25.
    var bytes: Int { characters * 25 }

    /// Whether a text is no longer than this.
    func allows(_ text: String) -> Bool { text.utf8.count <= bytes && text.count <= characters }
}
