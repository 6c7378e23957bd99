import LanguageModels

/// The type of the answers, without a property for their last member.
@Generable struct Stock: Equatable {
    var title: String
    var items: [StockItem]
    var complete: Bool
}

/// An item in stock.
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

/// The place of an item.
@Generable struct StockPlace: Equatable {
    var latitude: Double
    var longitude: Double
}
