import AgentTools
import CalendarDays
import Foundation
import ToolRecords

extension InventoryItemRecord {
    /// Returns the item as one line in the form that clients parse: `ID: 12 - A4 paper (updated: 2026-11-20)`.
    func line(for caller: Caller) -> String {
        let day = CalendarDay(of: updatedAt, in: caller.timeZone)
        return "ID: \(id) - \(title.onOneLine) (\(caller.text("updated", "更新")): \(day))"
    }

    /// Returns the line with the quantity, if there is one: `ID: 12 - A4 paper (updated: 2026-11-20): 12 boxes`.
    func lineWithQuantity(for caller: Caller) -> String {
        line(for: caller) + (amount.map { ": " + $0.onOneLine } ?? "")
    }

    private var amount: String? {
        quantity.map { [$0.plainText, unit ?? ""].filter { !$0.isEmpty }.joined(separator: " ") }
    }

    /// Returns the line, followed by one line for each field with a value.
    func details(for caller: Caller) -> String {
        let fields: [(String, String?)] = [
            (caller.text("Quantity", "数量"), amount),
            (caller.text("Category", "カテゴリ"), category),
            (caller.text("Place", "保管場所"), place),
            (caller.text("State", "状態"), state),
            (caller.text("Code", "コード"), code),
            (caller.text("Note", "備考"), note),
            (caller.text("Version", "バージョン"), ItemVersion.text(updatedAt)),
        ]
        let lines = fields.compactMap { name, value in
            value.flatMap { $0.isEmpty ? nil : "\(name): \($0.onOneLine)" }
        }
        return ([line(for: caller)] + lines).joined(separator: "\n")
    }
}

extension String {
    /// The text on one line of limited length, filtered as ``UntrustedText`` is.
    ///
    /// Stored text therefore cannot imitate another line of the answer, reverse the text beside it, or contain words that only a model
    /// sees.
    var onOneLine: String {
        let lines = unicodeScalars.split { scalar in
            switch scalar.value {
            case 0x09...0x0D, 0x85, 0x2028, 0x2029: true
            default: false
            }
        }
        return UntrustedText.neutralized(lines.map { String($0) }.joined(separator: " ")).cut(to: Self.longestLine)
    }

    private static let longestLine = 1000
}

extension Double {
    /// The number as text, without a fraction if it is whole.
    var plainText: String {
        Int(exactly: self).map(String.init) ?? String(self)
    }
}
