import StreamingJSON
import YAMLReading

/// The import of an OpenAPI document.
///
/// ```swift
/// let options = ImportOptions(upstream: "orders")
/// let api = try await OpenAPIImport.read("openapi.yaml", from: source, options: options)
/// for file in DeclarationWriter().files(for: api) { print(file.text) }
/// ```
public enum OpenAPIImport {
    static let methods = ["get", "put", "post", "delete", "patch", "head", "options", "trace", "query"]

    /// Reads a document and the files that it refers to.
    ///
    /// - Throws: ``OpenAPIError`` if the document as a whole cannot be read; faulty parts are in ``ImportedAPI/unmapped``.
    public static func read(
        _ root: String,
        from source: some DocumentSource,
        options: ImportOptions
    ) async throws(OpenAPIError) -> ImportedAPI {
        let documents = try await DocumentSet(
            root: root,
            source: source,
            remoteOrigin: options.remoteOrigin,
            limits: options.limits
        )
        let version = try version(documents.document.value)
        if let fault = ServerVariables(documents).fault(of: options.serverVariables) {
            throw OpenAPIError(.unusableOption, fault)
        }
        var run = ImportRun(documents: documents, version: version, options: options)
        return run.read()
    }

    private static func version(_ document: JSONValue) throws(OpenAPIError) -> OpenAPIVersion {
        let text = [document["openapi"], document["swagger"]].compactMap(\.self).first.map {
            $0.stringValue ?? $0.serialized()
        }
        guard let text, document["paths"] != nil || document["webhooks"] != nil || document["components"] != nil else {
            let names = ["paths", "openapi", "swagger"]
            let hint = document.objectValue?.keys.filter { !names.contains($0) }.lazy.compactMap { name in
                name.nearest(among: names).map { "; did you mean '\($0)' with '\(name.cut(to: 40))'?" }
            }.first
            throw OpenAPIError(
                .notOpenAPI,
                "The document has no 'openapi' or 'swagger' field with paths\(hint ?? "; name an OpenAPI document.")"
            )
        }
        if text.hasPrefix("3.0") || text == "3" { return .v30 }
        if text.hasPrefix("3.") { return .v31 }
        if text.hasPrefix("2") { return .v20 }
        throw OpenAPIError(
            .notOpenAPI,
            "The version \(text.cut(to: 20)) is not supported; convert the document to 3.0, 3.1 or 2.0."
        )
    }

    /// The methods of a path item that are operations, in the order in which they are read.
    static func operations(of path: Located) -> [(method: String, operation: Located)] {
        path.members.filter { methods.contains($0.name) }.map { ($0.name, $0.value) }
    }
}
