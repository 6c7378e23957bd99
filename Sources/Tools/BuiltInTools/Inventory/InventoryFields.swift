import AgentTools
import Foundation
import LanguageModels
import ToolRecords
import StreamSafeText

/// The validated fields of an item from a model's arguments.
///
/// Blank text counts as absent, because models tend to fill in fields that they have no value for.
struct InventoryFields {
    private(set) var values: InventoryItemChange

    /// - Throws: `ToolFailure` for values that an inventory cannot store.
    init(_ given: InventoryItemChange, for caller: Caller) throws(ToolFailure) {
        values = InventoryItemChange(
            title: given.title?.storable.nonBlank,
            quantity: given.quantity,
            unit: given.unit.trimmed,
            category: given.category.trimmed,
            place: given.place.trimmed,
            state: given.state.trimmed,
            code: given.code.trimmed,
            note: given.note.trimmed
        )
        try Self.check(values.title, InventoryLimits.title, "title", "タイトル", for: caller)
        try Self.check(values.unit.newValue, InventoryLimits.field, "unit", "単位", for: caller)
        try Self.check(values.category.newValue, InventoryLimits.field, "category", "カテゴリ", for: caller)
        try Self.check(values.place.newValue, InventoryLimits.field, "place", "保管場所", for: caller)
        try Self.check(values.state.newValue, InventoryLimits.field, "state", "状態", for: caller)
        try Self.check(values.code.newValue, InventoryLimits.field, "code", "コード", for: caller)
        try Self.check(values.note.newValue, InventoryLimits.note, "note", "備考", for: caller)
        if let quantity = values.quantity.newValue, !quantity.isFinite {
            throw ToolFailure(
                caller.text("The quantity is not a number that can be stored.", "数量が保存できる数値ではありません。")
            )
        }
        if let quantity = values.quantity.newValue, quantity < 0 {
            throw ToolFailure(
                caller.text(
                    "The quantity \(quantity.plainText) is below zero. Use the present number, 0 or more.",
                    "数量 \(quantity.plainText) は0より小さいため保存できません。0以上の数を指定してください。"
                )
            )
        }
    }

    private static func check(
        _ text: String?,
        _ limits: InventoryLimits,
        _ english: String,
        _ japanese: String,
        for caller: Caller
    ) throws(ToolFailure) {
        guard let text, !limits.allows(text) else { return }
        throw ToolFailure(
            caller.text(
                "The \(english) is too long. Shorten it to \(limits.characters) characters and \(limits.bytes) bytes.",
                "\(japanese)が長すぎます。\(limits.characters)文字、\(limits.bytes)バイト以内にしてください。"
            )
        )
    }

    /// Returns a new item with these fields.
    func draft(for caller: Caller) throws(ToolFailure) -> InventoryItemDraft {
        guard let draft = values.draft else {
            throw ToolFailure(
                caller.text("A new item needs a title. Name the item.", "タイトルが必要です。品名を指定してください。")
            )
        }
        return draft
    }

    /// Returns a change to these fields.
    func change(for caller: Caller) throws(ToolFailure) -> InventoryItemChange {
        guard !values.isEmpty else {
            throw ToolFailure(
                caller.text(
                    "There is nothing to change. Name at least one field, such as the quantity or the title.",
                    "変更内容が指定されていません。数量やタイトルなど、少なくとも1つの項目を指定してください。"
                )
            )
        }
        return values
    }
}

extension FieldChange<String> {
    /// The change with the text trimmed; blank text changes nothing.
    fileprivate var trimmed: Self {
        guard case .set(let text) = self else { return self }
        return text.storable.nonBlank.map(Self.set) ?? .keep
    }

    /// Sets the text, or keeps the present one if there is none.
    init(setting text: String?) { self = text.map(Self.set) ?? .keep }
}

extension String {
    /// The text in the Stream-Safe Text Format, without control characters other than line breaks and tabs.
    var storable: String {
        guard unicodeScalars.contains(where: \.isUnwanted) else { return streamSafe }
        return String(UnicodeScalarView(unicodeScalars.filter { !$0.isUnwanted })).streamSafe
    }
}

extension Unicode.Scalar {
    fileprivate var isUnwanted: Bool {
        properties.generalCategory == .control && !["\n", "\r", "\t"].contains(self)
    }
}

/// The length limit of an item's text; ZAICO has the same limit on titles.
struct InventoryLimits {
    static let title = InventoryLimits(characters: 200)
    static let field = InventoryLimits(characters: 250)
    static let note = InventoryLimits(characters: 10_000)

    let characters: Int

    /// The limit in bytes of UTF-8.
    ///
    /// One character may have a million combining marks. The longest real ones, conjuncts of Devanagari and families of emoji, have up to
    /// 25 bytes.
    var bytes: Int { characters * 25 }

    /// Whether a text is within both limits.
    func allows(_ text: String) -> Bool { text.utf8.count <= bytes && text.count <= characters }
}
