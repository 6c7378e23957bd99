/// The built-in model's sentences about items.
struct ItemReplies: Sendable {
    private let isJapanese: Bool

    init(_ language: PhraseLanguage) { isJapanese = language == .japanese }

    private func text(_ english: String, _ japanese: String) -> String { isJapanese ? japanese : english }

    var whichItem: String { text("Which item? Tell me its name or its ID.", "どの在庫ですか？名前かIDを教えてください。") }
    var whichNumber: String { text("Which item? Tell me its ID.", "どの在庫ですか？IDを教えてください。") }
    var whatName: String {
        text(
            "What exactly is it called? Put each name in quotation marks.",
            "正確な名前は何ですか？1件ずつ「」で囲んで入力してください。"
        )
    }
    var whichField: String {
        text("What should change, and to what? For example: “set the quantity to 20”.", "何をどう変更しますか？例：「数量を20にして」")
    }
    var howManyNow: String { text("Its quantity is not recorded. How many are there now?", "数量が登録されていません。いまいくつありますか？") }
    var belowZero: String {
        text(
            "Nothing was changed: a quantity cannot be below zero. Give the number that there are.",
            "何も変更していません。数量を0より小さくすることはできません。実際の数を指定してください。"
        )
    }
    var tooMany: String { text("Nothing was changed: the quantity would be too large.", "何も変更していません。数量が大きすぎます。") }

    var nothingChanged: String { text("Nothing was changed.", "何も変更していません。") }

    /// Asks again because a part of a message was not understood.
    func inPart(_ remark: String) -> String {
        text(
            "Nothing was changed, because I did not understand “\(remark)”. What should I do?",
            "「\(remark)」を理解できなかったため、何も変更していません。どうしますか？"
        )
    }

    func notEnough(_ title: String, _ amount: String) -> String {
        text(
            "Nothing was changed: there are only \(amount) of \(title).",
            "何も変更していません。\(title)は\(amount)しかありません。"
        )
    }

    func unknown(_ name: String) -> String {
        text("There is no item called “\(name)”. Which item do you mean?", "「\(name)」という在庫は見つかりませんでした。どの在庫ですか？")
    }

    /// Asks which of several items is meant.
    func which(_ items: [ListedItem]) -> String {
        let shown = items.prefix(5).map { "\($0.title) (ID \($0.number))" }
        let others = items.count > 5 ? text(" …", "…") : ""
        return text(
            "Which item: \(shown.joined(separator: ", "))\(others)?",
            "どの在庫ですか：\(shown.joined(separator: "、"))\(others)？"
        )
    }
}
