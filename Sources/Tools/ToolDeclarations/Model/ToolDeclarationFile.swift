import Crypto

/// A file with declared tools, read and checked.
package struct ToolDeclarationFile: Sendable {
    /// The file's path, for messages.
    package var file: String
    /// The SHA-256 of the file's text in hexadecimal digits; it names the version of its tools.
    package var digest: String
    /// The service that the tools call; `nil` in a file with only aggregates.
    package var upstream: UpstreamDeclaration?
    /// The tools.
    package var tools: [ToolDeclaration]
    /// The tools that ask other tools.
    package var aggregates: [AggregateDeclaration]
    /// The document from which the file was imported.
    package var origin: ImportedDocument?
    /// What works but is probably not meant, such as a query that visits much.
    package var warnings: [DeclarationError]

    /// The document from which a file was imported.
    package struct ImportedDocument: Sendable, Hashable {
        /// The document's hash.
        package var document: String
        /// The version that the document gives itself.
        package var version: String
        /// The document's format, such as `openapi-3.1`.
        package var format: String

        package init(document: String, version: String, format: String) {
            (self.document, self.version, self.format) = (document, version, format)
        }
    }

    /// Returns the SHA-256 of a file's text in hexadecimal digits.
    package static func digest(of text: String) -> String {
        String(decoding: Array(SHA256.hash(data: Array(text.utf8))).hexadecimal, as: UTF8.self)
    }

    package init(
        file: String,
        digest: String,
        upstream: UpstreamDeclaration?,
        tools: [ToolDeclaration] = [],
        aggregates: [AggregateDeclaration] = [],
        origin: ImportedDocument? = nil,
        warnings: [DeclarationError] = []
    ) {
        (self.file, self.digest, self.upstream, self.tools) = (file, digest, upstream, tools)
        (self.aggregates, self.origin, self.warnings) = (aggregates, origin, warnings)
    }
}
