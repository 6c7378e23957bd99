/// The format of a document.
public enum OpenAPIVersion: String, Sendable, Hashable {
    /// Swagger 2.0.
    case v20 = "2.0"
    /// OpenAPI 3.0.
    case v30 = "3.0"
    /// OpenAPI 3.1 and later 3.x.
    case v31 = "3.1"

    /// The start of a reference to a named schema.
    var schemaPointer: String { self == .v20 ? "#/definitions/" : "#/components/schemas/" }
}
