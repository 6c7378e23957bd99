import CJSONSchemaData
import StreamingJSON

/// The meta-schemas of draft 2020-12, which describe valid schemas as schemas.
///
/// They are included because `$ref` may name them and documents are never fetched. Titles are left out because nothing
/// depends on them.
enum MetaSchemas {
    /// Returns the meta-schema with an address, or `nil` if there is none.
    static func document(at address: String) -> JSONValue? { documents[address] }

    private static let documents: [String: JSONValue] = {
        let bytes = UnsafeBufferPointer(start: torii_meta_schemas(), count: torii_meta_schemas_size())
        do {
            var documents: [String: JSONValue] = [:]
            for document in try JSONValue(parsing: bytes).arrayValue ?? [] {
                if let address = document["$id"]?.stringValue { documents[address] = document }
            }
            return documents
        } catch {
            // A test reads them, so a program with faulty ones is not released.
            preconditionFailure("meta-schemas.json: \(error)")
        }
    }()
}
