import LanguageModels

extension Caller {
    /// Asks the inventory, and turns its errors into text in the caller's language.
    func explaining<Value>(_ body: () async throws(InventoryError) -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            throw error.failure(for: self)
        }
    }
}
