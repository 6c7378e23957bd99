import JSONQuery
import StreamingJSON
import YAMLReading

/// The reader of one file of declared tools.
struct ToolFileReader {
    typealias Element = DeclarationDocument.Element

    let file: String
    /// The faults that were found.
    let faults = DeclarationFaults()
    /// What works but is probably not meant.
    var warnings: [DeclarationError] = []

    private static let mostTools = 200
    private static let mostAggregates = 50

    /// Reads a file's text.
    ///
    /// - Throws: ``DeclarationError``.
    mutating func read(_ text: String) throws(DeclarationError) -> ToolDeclarationFile {
        let root = try DeclarationDocument(text, file: file).root
        var top = try DeclarationReader(root, "a file of tools", file: file, faults: faults)
        if let format = top.take("torii") {
            if format.json.intValue != 1 {
                faults.note(top.fault(format, "this version of the format is not known; write 'torii: 1'"))
            }
        } else if !top.unread.contains(where: { $0.nearest(among: ["torii"]) != nil }) {
            faults.note(top.fault("the file does not say that it declares tools; add 'torii: 1'"))
        }
        let hasTools = top.element("tools") != nil
        let toolList = try top.list("tools", atMost: Self.mostTools) ?? []
        let hasAggregates = top.element("aggregates") != nil
        let aggregateList = try top.list("aggregates", atMost: Self.mostAggregates) ?? []
        let originReader = try top.object("origin")
        let origin = originReader.flatMap { reader in
            faults.attempt { () throws(DeclarationError) in try Self.document(reader) }
        }
        let upstream = try self.upstream(&top)
        if toolList.isEmpty, aggregateList.isEmpty, upstream != nil || !(hasTools || hasAggregates) {
            top.lack("the file declares no tools; add them under 'tools:' or 'aggregates:'")
        }
        if upstream == nil, !toolList.isEmpty {
            top.lack("the tools need a service; add 'upstream:' with its name and 'base:' with its address")
        }
        _ = faults.attempt { () throws(DeclarationError) in try top.finish() }
        var tools: [ToolDeclaration] = []
        for element in toolList {
            if let tool = faults.attempt({ () throws(DeclarationError) in try tool(element, upstream?.limits) }) {
                tools.append(tool)
            }
        }
        var aggregates: [AggregateDeclaration] = []
        for element in aggregateList {
            if let aggregate = faults.attempt({ () throws(DeclarationError) in try aggregate(element) }) {
                aggregates.append(aggregate)
            }
        }
        if let fault = DeclarationError(faults.list, omitted: faults.omitted) { throw fault }
        return ToolDeclarationFile(
            file: file,
            digest: ToolDeclarationFile.digest(of: text),
            upstream: upstream,
            tools: tools,
            aggregates: aggregates,
            origin: origin,
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
        do throws(DeclarationError) {
            let query = try reader.query(element, name)
            warn(query, element, name)
            return query
        } catch {
            return try reader.refuse(element, error.message)
        }
    }
}

extension ToolDeclarationFile {
    /// Reads a file of declared tools.
    ///
    /// - Parameters:
    ///   - text: The file's text: YAML, or JSON.
    ///   - file: The file's path, for errors.
    /// - Throws: ``DeclarationError`` with the place of the first fault and what to do, and the further ones.
    package init(_ text: String, file: String) throws(DeclarationError) {
        var reader = ToolFileReader(file: file)
        self = try reader.read(text)
    }
}
