public import ToolPhrases

extension GetInventoryList {
    /// The sentences that ask to see the inventory, or a part of it.
    public var phrases: ToolPhrases { .getInventoryList }
}

extension ToolPhrases {
    /// The phrases of `getInventoryList`: the sentences that ask to see the inventory, or a part of it.
    public static let getInventoryList = ToolPhrases(
        tool: "getInventoryList",
        effect: .reads,
        examples: [
            .english: "Show the inventory updated yesterday",
            .japanese: "昨日更新された在庫を見せて",
        ],
        choice: [
            .english: ToolOffer(
                "look in the inventory",
                answer: "[look|search|check] [in] (inventory|stock|warehouse)"
            ),
            .japanese: ToolOffer("在庫を調べる", answer: "(在庫|倉庫)[を|で|から|の(ほう|方)|の中](|調べて|探して|見て)"),
        ],
        items: listed,
        collection: .inventory,
        continuation: OutputContinuation(
            markers: ["or ask for the next ones with after: ", "条件で絞り込むか、after: "],
            source: .lastItem(argument: "after")
        ),
        phrases: .english(english("phrases"))
            + .english(
                // What the tool cannot do.
                english("refused"),
                wording: .refusal(
                    "I cannot export the inventory; I can list it: say “show the inventory”. The operator of the server can export it "
                        + "with the command “torii inventory export”."
                )
            )
            + .japanese(japanese("phrases"))
            + .japanese(
                japanese("refused"),
                wording: .refusal(
                    "在庫の書き出しはできません。「在庫を見せて」で一覧を表示できます。サーバーの管理者は「torii inventory export」で書き出せます。"
                )
            )
    )
}

extension ToolPhrases {
    private static let listed: ListedItems = {
        var items = InventoryWords.listed
        items.heading = [
            .english: AnswerTemplate(
                one: "One item[ with “{title}” in its title][, updated from {updatedAfter}][ up to {updatedBefore}]:",
                many:
                    "{count} items[ with “{title}” in their titles][, updated from {updatedAfter}][ up to {updatedBefore}]:"
            ),
            .japanese: AnswerTemplate(
                one: "[「{title}」を含む]在庫は{count}件です[（更新日：{updatedAfter}から）][（更新日：{updatedBefore}まで）]。",
                many: "[「{title}」を含む]在庫は{count}件です[（更新日：{updatedAfter}から）][（更新日：{updatedBefore}まで）]。"
            ),
        ]
        return items
    }()

    private static let english = PhraseTexts.builtInTools["inventoryList.english"]
    private static let japanese = PhraseTexts.builtInTools["inventoryList.japanese"]
}
