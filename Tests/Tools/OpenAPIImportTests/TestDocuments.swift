import StreamingJSON
import Testing
import YAMLReading

@testable import OpenAPIImport

/// Imports a small document.
func imported(
    _ text: String,
    files: [String: String] = [:],
    options: ImportOptions = ImportOptions(upstream: "api")
) async throws -> ImportedAPI {
    var texts = files
    texts["openapi.yaml"] = text
    return try await OpenAPIImport.read("openapi.yaml", from: MemoryDocuments(texts), options: options)
}

/// Returns a document with one operation, `GET /things/{id}` unless the text has another path.
func document(_ version: String = "3.0.3", operation: String, more: String = "") -> String {
    """
    openapi: \(version)
    info: {title: Things, version: '1'}
    servers: [{url: 'https://api.example.com/v1'}]
    paths:
      /things:
        post:
          operationId: makeThing
    \(operation.indented(by: 6))
    \(more)
    """
}

extension String {
    func indented(by count: Int) -> String {
        split(separator: "\n", omittingEmptySubsequences: false)
            .map { String(repeating: " ", count: count) + $0 }.joined(separator: "\n")
    }
}

extension ImportedAPI {
    /// The only operation.
    func only() throws -> ImportedOperation {
        try #require(operations.first, "\(unmapped)")
    }
}

/// Reads a YAML text as the import does.
func readYAML(_ text: String) throws -> JSONValue {
    try #require(try YAMLElement.read(text.utf8, limits: ImportLimits().yaml)).json
}

/// Reads a JSON text.
func json(_ text: String) throws -> JSONValue { try JSONValue(parsing: text) }
