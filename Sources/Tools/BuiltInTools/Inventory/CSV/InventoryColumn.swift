import Foundation
import ToolRecords

/// A column of an inventory file.
enum InventoryColumn: String, CaseIterable {
    case id
    case title
    case quantity
    case unit
    case category
    case place
    case state
    case code
    case note
    case createdAt = "created_at"
    case updatedAt = "updated_at"

    /// Makes the column with an English or Japanese header, in any case and width.
    init?(header: String) {
        let wanted = Self.folded(header)
        guard
            let column = Self.allCases.first(where: {
                ([$0.rawValue] + $0.japaneseNames).map(Self.folded).contains(wanted)
            })
        else { return nil }
        self = column
    }

    private static func folded(_ header: String) -> String {
        header.precomposedStringWithCompatibilityMapping.lowercased().filter { !$0.isWhitespace && $0 != "_" }
    }

    /// Returns the header to write.
    func header(isJapanese: Bool) -> String { isJapanese ? japaneseNames[0] : rawValue }

    /// The Japanese names; the first one is written.
    private var japaneseNames: [String] {
        switch self {
        case .id: ["ID", "在庫ID"]
        case .title: ["タイトル", "品名", "名前", "物品名"]
        case .quantity: ["数量", "個数", "在庫数"]
        case .unit: ["単位"]
        case .category: ["カテゴリ", "カテゴリー", "分類"]
        case .place: ["保管場所", "場所", "置き場所"]
        case .state: ["状態"]
        case .code: ["コード", "バーコード", "QRコード・バーコードの値", "管理番号"]
        case .note: ["備考", "メモ"]
        case .createdAt: ["作成日時", "作成日", "登録日時"]
        case .updatedAt: ["更新日時", "更新日"]
        }
    }

    /// Whether the column holds free text, not numbers or times.
    var isText: Bool {
        switch self {
        case .title, .unit, .category, .place, .state, .code, .note: true
        case .id, .quantity, .createdAt, .updatedAt: false
        }
    }

    /// Returns an item's value in this column, safe to open in a spreadsheet; empty if the item has none.
    func text(of item: InventoryItemRecord) -> String {
        switch self {
        case .id: String(item.id)
        case .title: CSVWriter.guarded(item.title)
        case .quantity: item.quantity?.plainText ?? ""
        case .unit: CSVWriter.guarded(item.unit ?? "")
        case .category: CSVWriter.guarded(item.category ?? "")
        case .place: CSVWriter.guarded(item.place ?? "")
        case .state: CSVWriter.guarded(item.state ?? "")
        case .code: CSVWriter.guarded(item.code ?? "")
        case .note: CSVWriter.guarded(item.note ?? "")
        case .createdAt: ItemVersion.text(item.createdAt)
        case .updatedAt: ItemVersion.text(item.updatedAt)
        }
    }
}
