import StreamingJSON

/// Items of the inventory as a table.
enum InventoryDrawing {
    /// Returns the lines of an artifact `inventory.items`.
    static func lines(_ data: JSONValue, _ drawing: Drawing) -> [StyledText] {
        guard let items = data.arrayValue, !items.isEmpty, items.allSatisfy({ $0["title"]?.text != nil }) else {
            return []
        }
        var table = BoxTable([
            .init(StyledText("ID"), isTrailing: true),
            .init(StyledText(drawing.words("Title", "品名"))),
            .init(StyledText(drawing.words("Quantity", "数量")), isTrailing: true),
            .init(StyledText(drawing.words("Category", "カテゴリ")), isOptional: true),
            .init(StyledText(drawing.words("Place", "場所")), isOptional: true),
            .init(StyledText(drawing.words("State", "状態")), isOptional: true),
            .init(StyledText(drawing.words("Code", "コード")), isOptional: true),
            .init(StyledText(drawing.words("Note", "メモ")), isOptional: true),
        ])
        for item in items.prefix(ArtifactDrawing.mostRows) {
            func cell(_ name: String) -> StyledText { StyledText(item[name]?.text ?? "") }
            table.add([
                StyledText(item["id"]?.text ?? "", .dim), cell("title"), StyledText(amount(of: item, drawing)),
                cell("category"), cell("place"), cell("state"), cell("code"), cell("note"),
            ])
        }
        table.dropEmptyColumns()
        return table.lines(drawing) + ArtifactDrawing.more(items.count, drawing)
    }

    private static func amount(of item: JSONValue, _ drawing: Drawing) -> String {
        guard let quantity = item["quantity"]?.doubleValue else { return "" }
        let number = drawing.number(quantity, decimals: 6)
        guard let unit = item["unit"]?.text, !unit.isEmpty else { return number }
        return "\(number) \(unit)"
    }
}
