import LanguageModels

extension Caller {
    /// Calls the inventory, and converts its errors into failures in the caller's language.
    func explaining<Value>(_ body: () async throws(InventoryError) -> Value) async throws -> Value {
        do {
            return try await body()
        } catch {
            throw error.failure(for: self)
        }
    }
}
