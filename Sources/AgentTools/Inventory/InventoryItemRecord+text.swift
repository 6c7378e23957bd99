import Foundation
import Storage
import StreamSafeText

extension InventoryItemRecord {
    /// The item in one line, in the form that clients know: `ID: 12 - A4 paper (updated: 2026-11-20)`.
    func line(for caller: Caller) -> String {
        let day = LocalDay(of: updatedAt, in: caller.timeZone)
        return "ID: \(id) - \(title.onOneLine) (\(caller.text("updated", "更新")): \(day))"
    }

    /// The line, and below it a line for each field that is filled in.
    func details(for caller: Caller) -> String {
        let amount = quantity.map { [$0.plainText, unit ?? ""].filter { !$0.isEmpty }.joined(separator: " ") }
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
    /// The text on one line and within bounds, so that what somebody stored cannot look like another line of the answer, turn
    /// around what stands beside it, or say something to a model that a person does not see: without line breaks, control
    /// characters, marks that change the direction of writing and letters of tags, and with the signs of chat templates broken up.
    var onOneLine: String {
        let line = split(whereSeparator: \.isNewline).joined(separator: " ").unicodeScalars
            .filter { !$0.isDirectionMark && !$0.isUnseen && $0.properties.generalCategory != .control }
        // Without what was between them, two runs of marks may have become one.
        let text = UntrustedText.withoutTemplateSigns(String(String.UnicodeScalarView(line)).streamSafe)
        return text.cut(to: Self.longestLine)
    }

    private static let longestLine = 1000

    /// The text without white space around it; nil when nothing is left.
    var nonBlank: String? {
        let trimmed = trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}

extension Unicode.Scalar {
    /// Embeddings, overrides and isolates; the plain marks U+200E and U+200F reach no further than the next letter and stay.
    fileprivate var isDirectionMark: Bool { (0x202A...0x202E).contains(value) || (0x2066...0x2069).contains(value) }

    /// Letters and spaces that nobody sees.
    fileprivate var isUnseen: Bool {
        switch value {
        case 0xAD, 0x200B, 0x2060...0x2065, 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE0FFF: true
        default: false
        }
    }
}

extension Double {
    /// The number as people write it: whole numbers without a fraction.
    var plainText: String {
        Int(exactly: self).map(String.init) ?? String(self)
    }
}
