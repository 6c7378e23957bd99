import StreamingJSON

/// Declarations for the operations of a document: one file an origin, split at the limits of a file.
public struct DeclarationWriter: Sendable {
    /// The most tools of a file.
    public var mostTools = 200
    /// The most bytes of a file's tools.
    public var mostBytes = 900_000
    /// The number of tools from which on models search for them.
    public var searchFromTools = 30
    /// The bytes of tools from which on models search for them.
    public var searchFromBytes = 40_000

    /// Makes a writer with the format's limits.
    public init() {}

    /// Returns the files in the order in which the origins occur.
    public func files(for api: ImportedAPI) -> [DeclarationFile] {
        var origins: [String] = []
        var groups: [String: [ImportedOperation]] = [:]
        for operation in api.operations {
            if groups[operation.origin] == nil { origins.append(operation.origin) }
            groups[operation.origin, default: []].append(operation)
        }
        let sizes = api.operations.map(Self.size)
        let isSearched = api.operations.count > searchFromTools || sizes.reduce(0, +) > searchFromBytes
        var files: [DeclarationFile] = []
        for origin in origins {
            for part in parts(of: groups[origin] ?? []) {
                let number = files.isEmpty ? "" : "-\(files.count + 1)"
                let section = DeclarationSection(api: api, operations: part, isSearched: isSearched)
                files.append(
                    DeclarationFile(
                        name: api.upstream + number + ".yaml",
                        origin: origin,
                        text: section.text,
                        tools: part.count,
                        schemaBytes: part.map(Self.size).reduce(0, +)
                    )
                )
            }
        }
        return files
    }

    private func parts(of operations: [ImportedOperation]) -> [[ImportedOperation]] {
        var parts: [[ImportedOperation]] = []
        var bytes = 0
        for operation in operations {
            // YAML needs more bytes than compact JSON, above all for deep schemas.
            let size = Self.size(operation) * 2 + 1_000
            if parts.isEmpty || parts[parts.count - 1].count == mostTools || bytes + size > mostBytes {
                parts.append([])
                bytes = 0
            }
            parts[parts.count - 1].append(operation)
            bytes += size
        }
        return parts
    }

    /// Returns the bytes of a tool as a model receives it.
    static func size(_ operation: ImportedOperation) -> Int {
        let schema = ArgumentSchema(
            properties: operation.arguments,
            required: operation.required,
            definitions: operation.definitions
        )
        return schema.size + operation.name.utf8.count + operation.summary.utf8.count
    }
}
