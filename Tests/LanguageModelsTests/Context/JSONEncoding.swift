import Foundation

enum JSONEncoding {
    /// A value as it comes back from where it was stored.
    static func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
        try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
    }
}
