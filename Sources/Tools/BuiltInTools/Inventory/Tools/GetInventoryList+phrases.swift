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
        phrases: EnglishList.phrases + EnglishList.refusals + JapaneseList.phrases + JapaneseList.refusals
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
}

private enum EnglishList {
    static let show =
        "(show|list|display|get|see|view|check|print|open|give|fetch|look at|pull up|bring up|read|what are|which are) [me|us]"
    static let everything =
        "(inventory|stock|items|inventory items|stock items|items in \(InventoryWords.stock)|things in \(InventoryWords.stock)|"
        + "inventory list|stock list|list of [inventory|stock] items|contents of \(InventoryWords.stock)|"
        + "everything in \(InventoryWords.stock)|inventory contents|what is in \(InventoryWords.stock))"
    static let updated =
        "[that|which] [was|were|is|are|has been|have been|is been|got|i|we|someone|somebody] [last] (updated|changed|modified|edited|touched) "
        + "{updatedAfter/updatedBefore:days}"
    static let titled =
        "(called|named|titled|with title|with name|whose title contains|whose name contains|containing|matching|"
        + "with [word] [in title]|for|like)"

    static let things =
        "(items|item|things|stock|everything|anything|products|inventory|what|what items|which items|what things|all|equipment|supplies|goods)"
    /// The words for items of which there are few.
    static let low =
        "{?few=running low|running out|low|almost gone|nearly gone|low in stock|low on stock|almost empty|nearly empty|almost out|"
        + "nearly out|running short|about to run out|about to be gone|in short supply|understocked|short}"
    static let lowOn =
        "{?few=running low on|running low of|low on|running out of|short of|short on|running short of|running short on|almost out of|"
        + "nearly out of|about to run out of}"

    static let containers =
        "(boxes|packs|packets|bags|bottles|pieces|rolls|reams|sheets|sets|pairs|cans|cases|cartons|kilos|kg|liters)"

    /// What the tool cannot do.
    static let refusals: [Phrase] = .english(
        "(export|download|back up|backup|print out|email|send) [me|us] [all|all of|whole|entire] [our] \(InventoryWords.stock) "
            + "[list|items|data|table] [as|to|in] [csv|excel|pdf|file|json|a file|spreadsheet]",
        wording: .refusal(
            "I cannot export the inventory; I can list it: say “show the inventory”. The operator of the server can export it "
                + "with the command “torii inventory export”."
        )
    )

    static var phrases: [Phrase] {
        .english(
            "\(show) [all|whole|entire|full|complete|current|all of] \(everything)",
            "\(show) [all] \(everything) \(updated)",
            "\(show) [all] (updated|recent|changed) \(everything) {updatedAfter/updatedBefore:days}",
            "\(show) [all] \(everything) \(titled) {title:name} [in title]",
            "\(show) [all] \(everything) \(titled) {title:name} [and] \(updated)",
            "\(show) [all] \(everything) \(updated) [and] \(titled) {title:name}",
            "\(show) {title:name} [items] in \(InventoryWords.stock)",
            "\(show) {title:name} in \(InventoryWords.stock) \(updated)",
            "(inventory|stock) [list|items]",
            "[inventory|stock] items \(updated)",
            "(inventory|stock) \(updated)",
            "what (is|do we have|do i have|have we got|do you have|is there) [left] in \(InventoryWords.stock)",
            "what is (new|recent|there) in \(InventoryWords.stock)",
            "what (items|things) (are|do we have|do i have|are there|have we got) [in \(InventoryWords.stock)]",
            "(what|which [inventory|stock] items|which things|what items|what in \(InventoryWords.stock)) \(updated) "
                + "[in \(InventoryWords.stock)]",
            "what (has|have) (changed|been updated) in \(InventoryWords.stock) {updatedAfter/updatedBefore:days}",
            "what changed in \(InventoryWords.stock) {updatedAfter/updatedBefore:days}",
            "(do we|do i|do you|have we|have i) (have|got) [any|some] {title:name} [left] in \(InventoryWords.stock)",
            "(is there|are there) [any|some] {title:name} [left] in \(InventoryWords.stock)",
            "(is|are) {title:name} in (stock|inventory)",
            "how (many|much) {title:name} (do we have|do i have|are there|is there|are left|is left|are|is) "
                + "[left] in \(InventoryWords.stock)",
            "(do we|do i|have we|have i) [still|already] (have|got) (any|some|enough|more|) {title:name} [left|around|on hand]",
            "(is there|are there) [still] (any|some|enough|more) {title:name} (left|around|on hand|remaining)",
            "are we (out of|running low on|running out of|short of|low on) {title:name}",
            "(anything|something|everything|things|items|what items|which items|whatever) [is there|do we have] "
                + "(with|containing|that contains|that contain|having|called|named|that says) {title:quoted} "
                + "[in [its|their] (name|title)]",
            "\(show) {title:name} \(updated)",
            "\(show) [current|present] (supply|supplies|stock|stock level|stock levels|inventory|stocks) (of|for) {title:name}",
            "(what is|how is) [current|present] (supply|stock|stock level|inventory) (of|for) {title:name}",
            "how (many|much) {title:name} (do we|do i) [still] have [left|around|on hand]",
            "how (many|much) [\(containers) of] {title:name} (are there|is there|are left|is left|remain|remains|are remaining|are|is) "
                + "(left|remaining|available|on hand|around|there|in \(InventoryWords.stock)|)",
            "how (many|much) [\(containers) of] {title:name} (do we|do i) [still] have [left|around|on hand|in \(InventoryWords.stock)]",
            "(is there|are there) [still] [any|some|enough|more] [\(containers) of] {title:name} "
                + "(left|available|on hand|around|remaining|in \(InventoryWords.stock)) [in \(InventoryWords.stock)]",
            "(do we|do you) [still] (stock|carry|keep|own) [any] {title:name}",
            "[have we|we|do we] got [any] {title:name} [left|in \(InventoryWords.stock)]",
            "any {title:name} (left|remaining|available|on hand|in \(InventoryWords.stock)) [in \(InventoryWords.stock)]",
            "{title:name} (in stock|in inventory|stock level|inventory level|left in \(InventoryWords.stock)|availability)",
            "(did we|have we) (run|ran) out of {title:name}",
            "\(InventoryWords.changes) [in|to|of|on] \(InventoryWords.stock) [made] [from|in|of|during] {updatedAfter/updatedBefore:days}",
            "[\(show)] [all|any|recent] \(InventoryWords.changes) [in|to|of|on] \(InventoryWords.stock) [made] "
                + "[from|of|during] {updatedAfter/updatedBefore:days}",
            "[\(show)] [all] \(InventoryWords.stock) \(InventoryWords.changes) [made] [from|of|during] {updatedAfter/updatedBefore:days}",
            "[\(show)] [all] \(things) (in|of|under|from|with|belonging to) {category:name} category",
            "[\(show)] [all] \(things) (in|of|under|from|with|belonging to) category {category:name}",
            "[\(show)] [all] \(things) (whose|where) category is {category:name}",
            "[\(show)] [all] \(things) [which|that] [is|are|we have|do we have|we keep|do we keep|do we store] "
                + "(stored|kept|located|lying|stocked|placed|sitting) (in|at|on) {place:name}",
            "[\(show)] [all] \(things) (do we|do i) (store|keep|have) (in|at|on) {place:name}",
            "\(show) [all] \(things) (in|at|on|from) {place:name}",
            "[\(show)] [all] \(things) [which|that] (is|are) [marked as|in state] {state=broken|damaged|used|new|reserved|lost|expired|under repair}",
            "(find|look for) [me|us] {title:name}",
            "search \(InventoryWords.stock) for {title:name}",
            "(find|look for|look up|search for|search) {title:name} in \(InventoryWords.stock)",
            "find (items|inventory items|inventory) \(titled) {title:name}",
            "(show|list|display|see|view|print|give|get) [me|us] [all|all of] [our|the] {title:item}",
            "[and] (only|just) [the|those] {title:item}",
            "(find|look for|search for|search) [me|us] {title:item} in [our|the] \(InventoryWords.stock)",
            "(search|look in|look through|check) [our|the] \(InventoryWords.stock) for {title:item}",
            "any {title:item} [stuff|things|items] [left|in stock|there]",
            "(do we|do i|have we|have i) (have|got|still have|own|stock) [any|some] {title:item} [left|in stock|there]",
            "(is there|are there) [still] (any|some) {title:item} (left|in stock|on hand|around|)",
            "are we out of {title:item}",
            "how (many|much) {title:item} (do we|do i) have [in total|altogether|left]",
            "how (many|much) {title:item} (is|are) (there|left) [in total|altogether|in stock|left]",
            "how many (kinds|sorts|types) of {title:item} (do we have|are there|do i have)",
            "[what is|whats|tell me] number of {title:item}",
            "how many (items|things|entries|products) (are there|do we have|are|have we|do i have) [in \(InventoryWords.stock)] [in total|altogether]",
            "(what|which things|which items|what items) (do we|do i|is|are) (keep|store|have|there|kept|stored) in {place:item}",
            "(show|list) [me|us] [all|what is|what's|everything] in {place:item}",
            "what is in {place:item}",
            "(what|which) [item|items|one] (has|have|is|with) [the] (code|barcode|sku) {code:name}",
            "(find|show|get|open) [me] [the] (item|items|one|thing) with [the] (code|barcode|sku) {code:name}",
            "(which|what) (items|things|products|item|ones) (is|are) [still|now|currently] {state:item}",
            "[show|list] [me] [all] (everything|items|things|all|anything) (in|with|of) [the] (state|status|condition) {state:item}",
            "\(show) (items|everything|all|inventory) after (id|item|number) {after:integer}",
            "[show|list] [me] [all] \(things) [that|which] [was|were|has|have] [been] [last] (changed|updated|modified|edited) {updatedAfter/updatedBefore:days}",
            "[show|list] [me] [all] \(things) (changed|updated|modified|edited) {updatedAfter/updatedBefore:days}",
            "what did (we|i|you|they) (change|update|edit|modify) {updatedAfter/updatedBefore:days}",
            "what (was|has been|were) (changed|updated|edited|modified) {updatedAfter/updatedBefore:days}",
            "\(show) (items|everything|things|inventory) [last] (updated|changed) {updatedAfter/updatedBefore:days}",
            "which do we have more of {title:item*}",
            "do we have more {title:item} than {title:item}",
            "which (item|one|product) do we have (the most|most|the least|least|the fewest|fewest) of",
            "(what is|what are|are we|is anything|are any \(things)|is there anything|anything|something|[\(show)] [me] [all] \(things) "
                + "[that|which] [is|are]) \(low)",
            "(what|which \(things)) (are we|am i) \(lowOn)",
            "(what|which \(things)) (do we|do i|should we|should i|must we|must i) {?few=need to restock|need to reorder|need to buy|"
                + "need to order|need to replenish|restock|reorder|buy|order|replenish}",
            "[\(show)] [me] [all] [our] \(things) [that|which] [we|do we|we still] [is|are|has|have|with|there is|there are] [only] "
                + "(less than|fewer than|under|below) {?below:number} [\(containers)] [of] [left|remaining|in stock|in \(InventoryWords.stock)]",
            "[\(show)] [me] [all] [our] \(things) [that|which] [we|do we] [is|are|has|have|with|there is|there are] "
                + "(at most|no more than|not more than) {?upTo:number} [\(containers)] [left|remaining|in stock]",
            "[\(show)] [me] [all] [our] \(things) [that|which] [we|do we] [is|are|has|have|with|there is|there are] [only] "
                + "{?upTo:number} or (less|fewer) [\(containers)] [left|remaining|in stock]"
        )
    }
}

private enum JapaneseList {
    static let stock = "(在庫|ざいこ)[データ|情報|品目|品|アイテム|リスト|一覧|の一覧|のリスト|状況|の状況|の状態|表]"
    static let ending = "(|を|は|が|も|って|の一覧を|のリストを|の一覧|のリスト)[全部|すべて|全て|一覧で](|\(InventoryWords.show)|どれ|何|なに|ある|あります)"
    static let updated = "(更新|変更|編集|修正)[が](された|した|されて[い]る|して[い]る|あった|の|のあった)"
    static let things = "(\(stock)|もの|物|品|やつ|商品|アイテム|品目|品物|備品|物品)"
    static let units = "[個|箱|枚|本|冊|台|袋|缶|足|巻|セット|パック]"
    /// The words for items of which there are few.
    static let few =
        "{?few=少なくなっている|少なくなってる|少なくなってきた|少なくなった|少なくなりそうな|少なくなりそう|足りなくなりそうな|足りなくなりそう|足りなくなっている|"
        + "足りなくなってる|足りない|足りていない|足りてない|不足している|不足してる|残り少ない|残りが少ない|残りわずかな|残りわずかの|残りわずか|残りが少なくなっている|"
        + "数が少ない|数の少ない|在庫が少ない|少ない|なくなりそうな|なくなりそう|切れそうな|切れそう|切れかけの|切れかけている|補充が必要な|補充が必要|補充すべき}"
    static let count = "[残り|残りの数|数|数量|個数][が|は]"

    static let days = "{updatedAfter/updatedBefore:days}[に|の間に|間に|中に|の]"

    /// What the tool cannot do.
    static let refusals: [Phrase] = .japanese(
        "\(stock)を[全部|すべて|全て|CSV[で]|csv[で]|エクセル[で]|Excel[で]|ファイルに](エクスポート|書き出|出力|ダウンロード|バックアップ|印刷)[して|する|したい]",
        wording: .refusal(
            "在庫の書き出しはできません。「在庫を見せて」で一覧を表示できます。サーバーの管理者は「torii inventory export」で書き出せます。"
        )
    )

    static var phrases: [Phrase] {
        .japanese(
            "[すべて|全て|全部|全|現在|今][の]\(stock)\(ending)",
            "在庫(に|には|は)(何|なに)(が|か)(ある|あります|入って[い]る|残って[い]る)",
            "{place=倉庫}(に|には)[今|いま|何か](何|なに)(が|か)(ある|あります|入って[い]る|残って[い]る|置いて[ある|あります])",
            "\(days)\(updated)\(things)\(ending)",
            "\(days)(変わった|変えた|動いた|動きのあった|更新のあった)\(things)\(ending)",
            "(在庫|倉庫)(に|の中に|で)(ある|入って[い]る|残って[い]る|保管して[い]る|保管されて[い]る)(もの|物|品|品物|商品|品目|やつ)\(ending)",
            "{title:name}(は|って|が|も|、|)[まだ|今|いま|もう|あと](ある|あります|残って[い]る|残って[い]ます|余って[い]る|余って[い]ます|"
                + "足りて[い]る|足りて[い]ます)",
            "{title:name}(は|って|が|も|、|)[まだ|今|いま|あと](いくつ|何\(units)|どれくらい|どのくらい|どれだけ)[くらい|ほど]"
                + "(ある|あります|残って[い]る|残って[い]ます|残り)",
            "{title:name}を(探して|さがして|探したい|さがしたい)",
            "{title:name}の(残り|残量|残数|在庫数|在庫量|個数|残|ストック)[は|って|を|が|も](|いくつ|何\(units)|どれくらい|どのくらい|どれだけ|"
                + "\(InventoryWords.show)|ある|あります)[ある|あります|残って[い]る]",
            "{title:name}(は|って|が|も|、|)[まだ|もう|今|いま](足りて[い]る|足りて[い]ます|足りる|切れて[い]る|切れて[い]ます|残って[い]る|余って[い]る|"
                + "在庫切れ|品切れ|ストック(ある|あります|は))",
            "{title:name}[の](在庫|ストック)(は|って|が|も|)[まだ|もう|今|いま](ある|あります|足りて[い]る|残って[い]る|いくつ|十分|ない|ありません)",
            "(カテゴリ|カテゴリー|分類|種類)(が|は|の|で|：|を|){category:name}[の|に属する|に入って[い]る|で]\(things)\(ending)",
            "{category:name}(カテゴリ|カテゴリー|分類)(の|に属する|にある|に入って[い]る)\(things)\(ending)",
            "{place:name}(に|で|には)(ある|置いて[ある|いる]|置かれて[い]る|保管して[ある|いる]|保管されて[い]る|保管中の|しまって[ある|いる]|入って[い]る|"
                + "残って[い]る)\(things)\(ending)",
            "{place:name}(に|には)(何|なに)(が|か)(ある|あります|置いて[ある|あります]|入って[い]る|残って[い]る|保管されて[い]る)",
            "(場所|保管場所|置き場|置き場所)が{place:name}の\(things)\(ending)",
            "(状態|ステータス)が{state:name}の\(things)\(ending)",
            "\(stock)(の|に)\(days)(更新|変更|編集)(|履歴|分|内容|されたもの)\(ending)",
            "\(stock)(で|の中で|のうち|の中から|から)\(days)\(updated)(もの|物|品|やつ|の)\(ending)",
            "\(stock)(は|が)\(days)(何が|どれが)(更新|変更)(された|されました)",
            "\(days)(何|なに|どれ|どの在庫)が(更新|変更)(された|されました)",
            "\(days)在庫の(更新|変更)[分]\(ending)",
            "\(days)\(updated){title:name}の\(stock)\(ending)",
            "{title:name}の\(stock)(|を|は|が|って|の一覧を)(|\(InventoryWords.show)|ある|あります|残って[い]る|いくつ[ある|あります]|"
                + "どのくらい[ある|あります]|何[個|箱|枚|本](ある|あります))",
            "{title:name}(は|って|が)在庫(に|で|が)(ある|あります|残って[い]る|いくつある)",
            "{title:name}(は|が)在庫(ある|あります|いくつ)",
            "在庫(に|には){title:name}(は|が|って)(ある|あります|残って[い]る|いくつ[ある|あります])",
            "在庫(にある|の中の|内の|の中にある){title:name}\(ending)",
            "在庫(から|で|の中から|の中で|内で|内の){title:name}を(探して|検索[して|する]|見せて|調べて|見つけて)",
            "(タイトル|名前|品名)(に|が){title:name}(を含む|を含んだ|が入って[い]る|が付く|の|という)\(things)\(ending)",
            "{title:quoted}(を含む|を含んだ|が入って[い]る|が付く|の付く|という|って|と書かれた)\(things)\(ending)",
            "{title:name}(という|を含む|に関する|っていう|という名前の|というタイトルの)\(stock)\(ending)",
            "\(stock)(を|で){title:name}(で|を)(検索|絞り込み|絞り込んで|フィルタ)[して]",
            "(全部|ぜんぶ|すべて|全て|全件|全品目)[を][一覧]\(InventoryWords.show)",
            "[いま|今|現在](何が|なにが)(ある|あります)",
            "登録されて[い]る(もの|品|在庫|商品|アイテム|品目)(を|は|が)[すべて|全部|全て](|一覧[に[して]]|\(InventoryWords.show)|いくつ|何件)",
            "\(stock)(一欄|いちらん)[を]\(InventoryWords.show)",
            "\(days)(変わった|変えた|変更された|更新された|変更した|更新した)(もの|物|品|在庫|品目|やつ)(は|を|が|って|)[全部|すべて|全て]"
                + "(|\(InventoryWords.show)|ある|あります|どれ|何)",
            "{title:item}(の一覧|一覧|のリスト|をリスト)[を|は](|\(InventoryWords.show))",
            "{title:item}だけ[に[して]|を|\(InventoryWords.show)]",
            "{title:item}[を|は]\(InventoryWords.show)",
            "{title:item}の在庫[を](検索|探して|調べて|確認[して])",
            "{title:item}(は|って)(何|なに)が(ある|あります)",
            "{title:item}[は|って|が](ある|あります|残って[い]る|残って[い]ます)",
            "{title:item}(は|が|って|も)(切れて[い]る|切れた|品切れ|なくなった|足りて[い]る)",
            "{title:item*}の(残り|残量|残数|数|個数|数量|在庫数)(は|を|が|って)(|\(InventoryWords.show)|いくつ|どれくらい)",
            "{title:item}(は|が|って|、|)[いま|今|あと|全部で|合計[で]|まだ]"
                + "(いくつ|何(個|箱|枚|本|冊|台|袋|缶|足|巻|セット|パック|キロ|リットル|脚|件|種類|点)|どれくらい|どのくらい|どれだけ)[くらい|ほど]"
                + "(ある|あります|残って[い]る|残って[い]ます|)",
            "{place:item}(に|には)[は](何個|いくつ|何点|何件)[くらい](ある|あります|置いて[ある|あります])",
            "\(stock)(は|が|って)[全部で|合計[で]](何件|いくつ|何点|何種類|何個)(ある|あります|です|)",
            "{place:item}(に|には)(何|なに)(が|か)(ある|あります|置いて[ある|あります]|入って[い]る)",
            "{place:item}の中身[を|は](|\(InventoryWords.show)|何)",
            "{place:item}にあるもの(は|を|)(|何|\(InventoryWords.show))",
            "{state:item}(して[い]る|の|になって[い]る|した)(もの|物|在庫|品|商品|やつ)(は|を|が|って)(どれ|何|なに|\(InventoryWords.show)|ある|あります|)",
            "(コード|バーコード|品番|管理番号)(が|は|の|)[：]{code:item}(の(在庫|もの|商品|品|アイテム)|)(は|を|って)(|何|なに|どれ|\(InventoryWords.show))",
            "{category:item}で{place:item}に(置いて[ある|あります]|ある|あります|保管して[ある|あります])(もの|物|在庫|品)",
            "{title:item}と{title:item}[で](は|、)(どっち|どちら)[の(ほう|方)]が多い",
            "{title:item}は{title:item}より[も]多い",
            "(一番|いちばん|最も)(多い|少ない)(在庫|もの|品目|商品)(は|を)(|何|なに|\(InventoryWords.show))",
            "\(few)\(things)\(ending)",
            "[今|いま|もう|そろそろ](何|なに|どれ|どの\(things))が\(few)",
            "[今|いま|もう|そろそろ](何|なに|どれ|どの\(things))を{?few=補充|注文|発注|購入|買い足|買わ|買え|補充すれ|注文すれ|発注すれ}(したら|すべき|すれば|したほうが|した方が|しなきゃ|しないと|なきゃ|ないと|ば|)"
                + "[いい|よい|いけない|だめ|ならない]",
            "\(count){?below:number}\(units)(未満|より少ない|を切った|を切って[い]る|を下回る|を下回って[い]る)[しか(ない|残って[い]ない)]"
                + "[の]\(things)\(ending)",
            "\(count){?upTo:number}\(units)以下[の|しか(ない|残って[い]ない)|で残って[い]る]\(things)\(ending)"
        )
    }
}
