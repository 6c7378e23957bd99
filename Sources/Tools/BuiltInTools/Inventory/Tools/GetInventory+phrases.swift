public import ToolPhrases

extension GetInventory {
    /// The sentences that ask to see one item.
    public var phrases: ToolPhrases { .getInventory }
}

extension ToolPhrases {
    /// The phrases of `getInventory`: the sentences that ask to see one item.
    public static let getInventory = ToolPhrases(
        tool: "getInventory",
        effect: .reads,
        examples: [
            .english: "Show item 3",
            .japanese: "在庫3の詳細を見せて",
        ],
        choice: [
            .english: ToolOffer("show that item", answer: "item"),
            .japanese: ToolOffer("その品目を見せる", answer: "(品目|商品)[を|の(ほう|方)]"),
        ],
        items: InventoryWords.listed,
        phrases: .english(
            "where (is|are|did we put|have we put|did i put) \(InventoryWords.item) [kept|stored|located|now]",
            "where (do we|do i|can i) (keep|store|put|have|find) \(InventoryWords.item)",
            "where (is|are) \(InventoryWords.numberedItem) [kept|stored|located]",
            "(what|which) {?field=\(InventoryWords.englishFields)} (is|are|has|does) \(InventoryWords.item) [in|have|kept in|belong to]",
            "[what is|what are|tell me|show [me]|give me] {?field=\(InventoryWords.englishFields)} (of|for) \(InventoryWords.item)",
            "what is \(InventoryWords.item)'s {?field=\(InventoryWords.englishFields)}",
            "[what is] its {?field=\(InventoryWords.englishFields)}",
            "[what is|tell me|whats] {?field=number} of \(InventoryWords.item)",
            "how (many|much) (of \(InventoryWords.numberedItem)|\(InventoryWords.numberedItem)) (are there|is there|do we have|are left|is left|do i have)",
            "how (many|much) (is left|are left|are there|do we have|do i have) [of it|of them]",
            "when (was|were) \(InventoryWords.item) [last] (changed|updated|modified|edited|touched)",
            "(is|are) \(InventoryWords.item) [still|now|already] [in] [state] {?is=new|used|broken|repaired|opened|damaged|reserved|under repair|lost|expired}",
            "(was|were|is|has|have) \(InventoryWords.item) [already|been|really] {?gone=deleted|removed|erased|gone}",
            "(show|list|give|get|see) [me|us] all fields (of|for) \(InventoryWords.item)",
            "(does|do) \(InventoryWords.item) have [a|any] {?has=\(InventoryWords.englishFields)}",
            "(details|detail|information|info|everything) (of|on|about|for) {?name:quoted} id {id:integer}",
            "(show|get|display|open|view|see|look up|find|check|describe|read|fetch|look at|pull up|give|what is|what are) "
                + "[me|us] \(englishDetails) \(InventoryWords.numberedItems) [details|in detail|in \(InventoryWords.stock)]",
            "\(englishDetails) \(InventoryWords.numberedItems) [details|please]",
            "[show|give|get|tell] [me|us] (details (of|for|about|on)|detail of|all details of) {id:item}",
            "(tell me [more|all|everything]|(what|everything|all) (do you|do we|we|you) (know|have)|more|information|info|details) "
                + "(about|on) \(InventoryWords.numberedItems)",
            "(what|which) (item|product|thing) (is|has) [behind|under] \(InventoryWords.numberedItems)",
            "which item (has|is) (id|number|#){id:integer}"
        )
            + .japanese(
                "\(InventoryWords.numbered)(は|って|が|も)[いま|今]どこ[に](|ある|あります|置いて[ある|あります]|しまって[ある|あります]|保管して[ある|あります]|いる)",
                "\(InventoryWords.numbered)の{?field=\(InventoryWords.japaneseFields)}(|は|を|が|って)[何|なに|どこ|いくつ|どう]"
                    + "(|\(InventoryWords.show)|です)",
                "{id:item}と{id:item}の{?field=\(InventoryWords.japaneseFields)}(|は|を|が|って)[何|なに|どこ|いくつ|どう]"
                    + "(|\(InventoryWords.show)|です)",
                "\(InventoryWords.numberedItemInJapanese)(は|って|が|、|)[いま|今|あと](いくつ|何[個|箱|枚|本|冊|台|袋|缶|足|巻])"
                    + "(ある|あります|残って[い]る|残って[い]ます|)",
                "\(InventoryWords.numbered)(は|が)[最後に]いつ(更新|変更)された",
                "\(InventoryWords.numbered)(は|って|が)[まだ|もう|今|いま]{?is=故障中|故障|新品|中古|開封済み|修理中|破損|使用中|未使用}(ですか|です|のまま|なの|)",
                "\(InventoryWords.numbered)(は|って|が)[もう|まだ|すでに]{?gone=削除された|消された|削除済み|消えた|ない|消した}",
                "\(InventoryWords.numbered)に(は|)[何か]{?has=備考|メモ|コード|注記}(は|が|って)[何か](書いて[ある|あります]|ある|あります|付いて[い]る)",
                "(ID|番号)[が|は]{id:integer}[番]の{?name:quoted}の(詳細|情報)[を|は][\(InventoryWords.show)]",
                "\(InventoryWords.numberedAllInJapanese)(は|って|とは|の)(どんな|どういう|何の|なんの|どの)(商品|品|もの|物|品目|品物|アイテム|備品|在庫|やつ)",
                "\(InventoryWords.numberedAllInJapanese)(は|って|とは)(何|なに|なん|どこ|どんな感じ|どうなって[い]る|どうなって[い]ます)",
                "\(InventoryWords.numberedAll)(の|について)(詳細|情報|内容|中身|データ|詳しい情報)(|を|は|が|って)[詳しく](|\(InventoryWords.show)|欲しい)",
                "\(InventoryWords.numberedAllInJapanese)(|を|は|の詳細[情報][を|は]|の情報[を|は]|の内容[を|は]|の中身[を|は]|について|って)"
                    + "[詳しく|もっと](|\(InventoryWords.show)|何|なに)",
                "{id:item}について(教えて|詳しく[教えて]|知りたい)",
                "在庫から\(InventoryWords.numberedAllInJapanese)を\(InventoryWords.show)"
            )
    )

    private static let englishDetails = "[details (of|for|about|on)|detail of|information (on|about)|info (on|about)]"
}
