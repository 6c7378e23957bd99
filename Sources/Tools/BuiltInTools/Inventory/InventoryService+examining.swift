import AgentTools
import LanguageModels
import ToolRecords

extension InventoryService {
    /// Looks up the item that a call which needs approval would change.
    ///
    /// - Parameter version: The version that the call expects; `nil` for any.
    /// - Returns: The item; `nil` if the inventory cannot be reached, because that may have passed when the call is approved.
    /// - Throws: The failure of a call for an item that does not exist, or that has changed since the version.
    func itemToApprove(_ id: Int, _ version: String?, for caller: Caller) async throws -> InventoryItemRecord? {
        let version = try ItemVersion.read(version, for: caller)
        let item: InventoryItemRecord
        do {
            item = try await inventory(of: caller).item(id)
        } catch {
            switch error.kind {
            case .notFound, .notShared, .cancelled: throw error.failure(for: caller)
            default: return nil
            }
        }
        if let version, item.updatedAt != version {
            throw InventoryError(.changedMeanwhile(item), of: "").failure(for: caller)
        }
        return item
    }
}

extension InventoryItemRecord {
    /// Returns the item's ID, title and quantity for a question, the ID first because others choose the title.
    func identity(for caller: Caller) -> String {
        let amount = quantity.map {
            [$0.plainText, unit.map { QuotedWords.quoted($0, for: caller) } ?? ""].filter { !$0.isEmpty }
                .joined(separator: " ")
        }
        let title = QuotedWords.quoted(title, for: caller)
        return caller.text(
            "ID \(id) (\(title)\(amount.map { ", quantity \($0)" } ?? ""))",
            "ID \(id)（\(title)\(amount.map { "、数量 \($0)" } ?? "")）"
        )
    }
}
