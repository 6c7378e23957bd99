import LanguageModels

/// The type of the answers that are read here; it has no use for their last property.
@Generable struct Stock: Equatable {
    var title: String
    var items: [StockItem]
    var complete: Bool
}

/// A thing in stock.
@Generable struct StockItem: Equatable {
    var id: Int
    var name: String
    var quantity: Int
    var price: Double
    var available: Bool
    var tags: [String]
    var place: StockPlace
    var note: String
}

/// Where a thing is.
@Generable struct StockPlace: Equatable {
    var latitude: Double
    var longitude: Double
}
