#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif
public import StreamingJSON

extension JSONValue {
    /// Returns the value as a type of the app.
    ///
    /// - Throws: `DecodingError` if the value does not fit the type.
    public func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        if let value = self as? Value { return value }
        var bytes: [UInt8] = []
        write(into: &bytes)
        return try JSONDecoder().decode(type, from: Data(bytes))
    }

    /// Makes the JSON of a value of the app.
    ///
    /// - Throws: `EncodingError` if the value has no form in JSON.
    public init(encoding value: some Encodable) throws {
        self = try (value as? JSONValue) ?? JSONValue(parsing: JSONEncoder().encode(value))
    }
}
