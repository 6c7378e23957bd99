import Foundation
import LanguageModels
import Storage

/// The fields of an item as a model gives them, checked: blank text counts as absent, for models like to fill in what they have
/// nothing to say about.
struct InventoryFields: Equatable {
    private static let longestTitle = 200

    let values: InventoryItemChange

    init(
        title: String?,
        quantity: Double?,
        unit: String?,
        category: String?,
        place: String?,
        state: String?,
        code: String?,
        note: String?,
        for caller: Caller
    ) throws(ToolFailure) {
        values = InventoryItemChange(
            title: title?.nonBlank,
            quantity: quantity,
            unit: unit?.nonBlank,
            category: category?.nonBlank,
            place: place?.nonBlank,
            state: state?.nonBlank,
            code: code?.nonBlank,
            note: note?.nonBlank
        )
        if let title = values.title, title.count > Self.longestTitle {
            throw ToolFailure(
                caller.text(
                    "The title is too long. Shorten it to \(Self.longestTitle) characters.",
                    "タイトルが長すぎます。\(Self.longestTitle)文字以内にしてください。"
                )
            )
        }
        if let quantity, !quantity.isFinite {
            throw ToolFailure(
                caller.text("The quantity is not a number that can be stored.", "数量が保存できる数値ではありません。")
            )
        }
    }

    /// A new item with these fields.
    func draft(for caller: Caller) throws(ToolFailure) -> InventoryItemDraft {
        guard let title = values.title else {
            throw ToolFailure(
                caller.text("A new item needs a title. Say what it is called.", "タイトルが必要です。品名を指定してください。")
            )
        }
        return InventoryItemDraft(
            title: title,
            quantity: values.quantity,
            unit: values.unit,
            category: values.category,
            place: values.place,
            state: values.state,
            code: values.code,
            note: values.note
        )
    }

    /// A change to these fields.
    func change(for caller: Caller) throws(ToolFailure) -> InventoryItemChange {
        guard !values.isEmpty else {
            throw ToolFailure(
                caller.text(
                    "Nothing to change was given. Name at least one field, such as the quantity or the title.",
                    "変更内容が指定されていません。数量やタイトルなど、少なくとも1つの項目を指定してください。"
                )
            )
        }
        return values
    }
}
