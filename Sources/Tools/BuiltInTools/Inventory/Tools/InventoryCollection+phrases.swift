import ToolPhrases

extension ItemCollection {
    /// The inventory: its tools, its fields and their names.
    static let inventory = ItemCollection(
        tools: Tools(
            list: "getInventoryList",
            show: "getInventory",
            create: "createInventory",
            update: "updateInventory",
            delete: "deleteInventory"
        ),
        fields: texts.lists.map { argument in
            let lines = texts.lines(argument)
            return Field(
                argument,
                english: lines[0],
                japanese: lines[1],
                labels: lines.count > 2 ? lines[2] : [],
                isFilter: ["category", "place", "state"].contains(argument)
            )
        }
    )

    private static let texts = PhraseTexts.builtInTools["inventory.collection"]
}
