import Foundation
import Storage

extension InventoryItemRecord {
    /// The item in one line, in the form that clients know: `ID: 12 - A4 paper (updated: 2026-11-20)`.
    func line(for caller: Caller) -> String {
        let day = LocalDay(of: updatedAt, in: caller.timeZone)
        return "ID: \(id) - \(title.onOneLine) (\(caller.text("updated", "更新")): \(day))"
    }

    /// The line, and behind it the quantity when there is one: `ID: 12 - A4 paper (updated: 2026-11-20): 12 boxes`.
    func lineWithQuantity(for caller: Caller) -> String {
        line(for: caller) + (amount.map { ": " + $0.onOneLine } ?? "")
    }

    private var amount: String? {
        quantity.map { [$0.plainText, unit ?? ""].filter { !$0.isEmpty }.joined(separator: " ") }
    }

    /// The line, and below it a line for each field that is filled in.
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
    /// The text on one line and within bounds, filtered as ``UntrustedText`` is.
    ///
    /// So nothing that somebody stored can look like another line of the answer, turn around what stands beside it, or say something to a
    /// model that a person does not see.
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

    /// The text without white space around it; nil when nothing is left.
    var nonBlank: String? {
        let trimmed = trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}

extension Double {
    /// The number as people write it: whole numbers without a fraction.
    var plainText: String {
        Int(exactly: self).map(String.init) ?? String(self)
    }
}
