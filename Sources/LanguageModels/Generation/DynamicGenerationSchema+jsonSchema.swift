public import StreamingJSON

extension DynamicGenerationSchema {
    /// Takes a JSON Schema over, with its definitions.
    ///
    /// Objects, arrays, choices and texts become what the other initialisers make of them: objects are closed, and have their
    /// properties in the order written or that of `x-order`. What `$ref` leads to within the document gets the name of its
    /// definition, and `oneOf` is taken as `anyOf`. What has no form of its own here is kept as it is written, with the
    /// meaning of its references in their places; that is not possible for what contains itself.
    ///
    /// ```swift
    /// let schema = try GenerationSchema(root: DynamicGenerationSchema(jsonSchema: document), dependencies: [])
    /// ```
    ///
    /// - Throws: ``ImportError`` when something in it is no schema, when a reference leads out of the document or nowhere, or when
    ///   a keyword that limits values has no place here. ``importing(_:)`` goes on in that case and tells what was left out.
    public init(jsonSchema: JSONValue) throws(ImportError) {
        let imported = try Self.importing(jsonSchema)
        let lost = imported.unsupported.filter { $0.limitsValues && !$0.isKept }
        guard lost.isEmpty else {
            let names = lost.map { "'\($0.keyword)' at \($0.location)" }.joined(separator: ", ")
            throw ImportError(
                location: lost[0].location,
                message:
                    "\(names) cannot be kept beside a reference, or in a definition that contains itself; write the schema without"
            )
        }
        self = imported.schema
    }

    /// Takes over as much of a JSON Schema as can be, and tells which keywords have no form of their own here.
    ///
    /// - Throws: ``ImportError`` when something in it is no schema, or a reference leads out of the document or nowhere.
    public static func importing(_ jsonSchema: JSONValue) throws(ImportError) -> Import {
        var importer = JSONSchemaImporter(jsonSchema)
        let node = try importer.root()
        return Import(schema: DynamicGenerationSchema(node: node), unsupported: importer.unsupported)
    }

    /// What came of taking over a JSON Schema.
    public struct Import: Sendable {
        /// The schema.
        public let schema: DynamicGenerationSchema
        /// The keywords that have no form of their own, in the order they were met.
        public let unsupported: [UnsupportedKeyword]
    }

    /// A keyword that has no form of its own in a dynamic schema.
    public struct UnsupportedKeyword: Sendable, Hashable {
        /// The schema it stands in, as a URI fragment such as `#/properties/name`.
        public let location: String
        /// The keyword.
        public let keyword: String
        /// Whether the schema still says it, in JSON Schema's words; otherwise it was left out.
        public let isKept: Bool
        /// Whether it limits what values are valid; `default` and `examples`, for instance, do not.
        public let limitsValues: Bool
    }

    /// A JSON Schema that cannot be taken over.
    public struct ImportError: Error, Sendable, Hashable, CustomStringConvertible {
        /// The place in the document, as a URI fragment such as `#/properties/name`.
        public let location: String
        /// What is wrong and what to do.
        public let message: String

        /// The message, with the place before it.
        public var description: String { "\(location): \(message)." }
    }
}
