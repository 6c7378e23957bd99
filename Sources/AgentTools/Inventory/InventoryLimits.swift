/// How long the texts of an item may be, in characters; ZAICO takes no longer titles either.
enum InventoryLimits {
    static let title = 200
    static let field = 250
    static let note = 10_000
}
