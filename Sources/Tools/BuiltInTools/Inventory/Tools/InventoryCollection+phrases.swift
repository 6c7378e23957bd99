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
        fields: [
            Field("title", english: ["title", "name"], japanese: ["タイトル", "名前", "品名", "名称", "商品名"], labels: []),
            Field(
                "quantity",
                english: ["quantity", "count", "amount", "number", "stock", "qty", "stock level"],
                japanese: ["数量", "個数", "数", "在庫数", "残り", "在庫量"],
                labels: ["Quantity", "数量"]
            ),
            Field(
                "category",
                english: ["category"],
                japanese: ["カテゴリ", "カテゴリー", "分類"],
                labels: ["Category", "カテゴリ"],
                isFilter: true
            ),
            Field(
                "place",
                english: ["place", "location", "storage place", "storage location"],
                japanese: ["保管場所", "場所", "置き場", "置き場所", "保管先"],
                labels: ["Place", "保管場所"],
                isFilter: true
            ),
            Field(
                "state",
                english: ["state", "status", "condition"],
                japanese: ["状態", "ステータス"],
                labels: ["State", "状態"],
                isFilter: true
            ),
            Field("unit", english: ["unit"], japanese: ["単位"], labels: []),
            Field(
                "code",
                english: ["code", "barcode", "bar code", "sku"],
                japanese: ["コード", "バーコード", "品番", "管理番号", "型番"],
                labels: ["Code", "コード"]
            ),
            Field(
                "note",
                english: ["note", "notes", "memo", "remark", "comment", "remarks"],
                japanese: ["備考", "メモ", "注記", "備考欄", "コメント"],
                labels: ["Note", "備考"]
            ),
            Field("version", english: ["version"], japanese: ["バージョン"], labels: ["Version", "バージョン"]),
        ]
    )
}
