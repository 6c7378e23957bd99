public import StreamingJSON

extension DynamicGenerationSchema {
    /// Converts a JSON Schema with its definitions.
    ///
    /// Objects, arrays, choices and texts become the same forms as with the other initializers: objects are closed and
    /// keep the order of their properties, or that of `x-order`. A schema that a `$ref` refers to gets the name of its
    /// definition, and `oneOf` is treated as `anyOf`. A schema without an equivalent here is kept as it is, with its
    /// references expanded; a schema that contains itself cannot be expanded.
    ///
    /// ```swift
    /// let schema = try GenerationSchema(root: DynamicGenerationSchema(jsonSchema: document), dependencies: [])
    /// ```
    ///
    /// - Throws: ``ImportError`` if a part is no schema, a reference leads outside the document or nowhere, or a
    ///   keyword that limits values would be lost. ``importing(_:)`` continues in the last case and reports the lost
    ///   keywords.
    public init(jsonSchema: JSONValue) throws(ImportError) {
        let imported = try Self.importing(jsonSchema)
        let lost = imported.unsupported.filter { $0.limitsValues && !$0.isKept }
        guard lost.isEmpty else {
            let names = lost.map { "'\($0.keyword)' at \($0.location)" }.joined(separator: ", ")
            throw ImportError(
                location: lost[0].location,
                message:
                    "\(names) cannot be kept beside a reference, or in a definition that contains itself; write the schema without them"
            )
        }
        self = imported.schema
    }

    /// Converts as much of a JSON Schema as possible, and reports the keywords without an equivalent.
    ///
    /// - Throws: ``ImportError`` if a part is no schema, or a reference leads outside the document or nowhere.
    public static func importing(_ jsonSchema: JSONValue) throws(ImportError) -> Import {
        var importer = JSONSchemaImporter(jsonSchema)
        let node = try importer.root()
        return Import(schema: DynamicGenerationSchema(node: node), unsupported: importer.unsupported)
    }

    /// The result of converting a JSON Schema.
    public struct Import: Sendable {
        /// The schema.
        public let schema: DynamicGenerationSchema
        /// The keywords without an equivalent, in the order in which they were found.
        public let unsupported: [UnsupportedKeyword]
    }

    /// A keyword without an equivalent in a dynamic schema.
    public struct UnsupportedKeyword: Sendable, Hashable {
        /// The location of the keyword's schema, as a URI fragment such as `#/properties/name`.
        public let location: String
        /// The keyword.
        public let keyword: String
        /// Whether the schema still has the keyword, as plain JSON Schema; otherwise it is lost.
        public let isKept: Bool
        /// Whether the keyword limits the valid values; `default` and `examples`, for instance, do not.
        public let limitsValues: Bool
    }

    /// The error of a JSON Schema that cannot be converted.
    public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The location in the document, as a URI fragment such as `#/properties/name`.
        public let location: String
        /// The problem and its solution.
        public let message: String

        /// The location and the message.
        public var description: String { "\(location): \(message)." }
    }
}
