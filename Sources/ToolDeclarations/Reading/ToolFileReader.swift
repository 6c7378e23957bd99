import JSONQuery
import StreamingJSON

/// The reader of one file of declared tools.
struct ToolFileReader {
    typealias Element = DeclarationDocument.Element

    let file: String
    /// What works but is probably not meant.
    var warnings: [DeclarationError] = []

    private static let mostBytes = 1_000_000
    private static let mostTools = 200
    private static let mostAggregates = 50

    /// Reads a file's text.
    ///
    /// - Throws: ``DeclarationError``.
    mutating func read(_ text: String) throws(DeclarationError) -> ToolDeclarationFile {
        guard text.utf8.count <= Self.mostBytes else {
            throw DeclarationError(file, "the file has more than \(Self.mostBytes) bytes; divide it into several files")
        }
        var top = try DeclarationReader(try DeclarationDocument(text, file: file).root, "a file of tools", file: file)
        guard let format = top.take("torii") else {
            throw top.fault("the file does not say that it declares tools; add 'torii: 1'")
        }
        guard format.json.intValue == 1 else {
            throw top.fault(format, "this version of the format is not known; write 'torii: 1'")
        }
        let upstream = try self.upstream(&top)
        let toolList = try top.list("tools", atMost: Self.mostTools) ?? []
        let aggregateList = try top.list("aggregates", atMost: Self.mostAggregates) ?? []
        let origin = try top.object("origin")
        try top.finish()
        guard !toolList.isEmpty || !aggregateList.isEmpty else {
            throw top.fault("the file declares no tools; add them under 'tools:' or 'aggregates:'")
        }
        guard upstream != nil || toolList.isEmpty else {
            throw top.fault("the tools need a service; add 'upstream:' with its name and 'base:' with its address")
        }
        var tools: [ToolDeclaration] = []
        for element in toolList { tools.append(try tool(element, upstream?.limits ?? CallLimits())) }
        var aggregates: [AggregateDeclaration] = []
        for element in aggregateList { aggregates.append(try aggregate(element)) }
        return ToolDeclarationFile(
            file: file,
            digest: ToolDeclarationFile.digest(of: text),
            upstream: upstream,
            tools: tools,
            aggregates: aggregates,
            origin: try origin.map { (reader) throws(DeclarationError) in try Self.document(reader) },
            warnings: warnings
        )
    }

    private static func document(
        _ reader: DeclarationReader
    ) throws(DeclarationError) -> ToolDeclarationFile.ImportedDocument {
        var reader = reader
        let document = try reader.text("document") ?? ""
        let version = try reader.text("version") ?? ""
        let format = try reader.text("format") ?? ""
        try reader.finish()
        return .init(document: document, version: version, format: format)
    }

    /// Notes a query that visits much of an answer.
    mutating func warn(_ query: JSONQuery?, _ element: Element?, _ name: String) {
        guard let query, let element else { return }
        let reason =
            query.descendantCount > 1
            ? "has several '..', which can visit a value many times"
            : query.filterDescendantCount > 0 ? "has '..' in a filter, which visits much for each tested value" : nil
        guard let reason else { return }
        warnings.append(
            DeclarationError(file, element.line, element.column, "\(name) \(reason); name the members if you can")
        )
    }

    /// Reads a query and notes if it visits much.
    mutating func query(_ name: String, of reader: inout DeclarationReader) throws(DeclarationError) -> JSONQuery? {
        guard let element = reader.take(name) else { return nil }
        let query = try reader.query(element, name)
        warn(query, element, name)
        return query
    }
}

extension ToolDeclarationFile {
    /// Reads a file of declared tools.
    ///
    /// - Parameters:
    ///   - text: The file's text: YAML, or JSON.
    ///   - file: The file's path, for errors.
    /// - Throws: ``DeclarationError`` with the place of the first fault and what to do.
    package init(_ text: String, file: String) throws(DeclarationError) {
        var reader = ToolFileReader(file: file)
        self = try reader.read(text)
    }
}
