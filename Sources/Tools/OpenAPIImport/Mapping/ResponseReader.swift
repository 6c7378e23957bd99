import StreamingJSON

/// The format of an operation's successful answer.
struct ResponseReader {
    let version: OpenAPIVersion
    let documents: DocumentSet

    /// The answer's format and the parts that paging uses.
    struct Reading {
        var format = AnswerFormat.json
        /// The value of the header field Accept; `nil` for the default.
        var accept: String?
        /// A sentence about a format that is not supported.
        var remark: String?
        /// Whether nothing but the unsupported format exists.
        var isUnreadable = false
        /// The names at the top of the answer.
        var names: Set<String> = []
        /// Whether the answer has a header field Link.
        var hasLink = false
    }

    /// Reads the first successful answer; without one, JSON is expected.
    func read(_ operation: Located, produces: JSONValue?) -> Reading {
        let responses = operation["responses"]?.members ?? []
        let success = responses.filter { $0.name.utf8.first == UInt8(ascii: "2") }
        guard let listed = success.first ?? responses.first(where: { $0.name == "default" }),
            let response = try? documents.followed(listed.value)
        else { return Reading() }
        var contents: [(type: MediaType, schema: Located?)] = []
        if version == .v20 {
            let types = (operation.value["produces"] ?? produces)?.arrayValue?.compactMap(\.stringValue) ?? []
            let names = types.isEmpty ? ["application/json"] : types
            contents = names.prefix(50).map { (MediaType($0), response["schema"]) }
            if response["schema"]?.value["type"] == "file" { contents = [(MediaType("application/octet-stream"), nil)] }
        } else {
            contents = (response["content"]?.members ?? []).prefix(50).map { (MediaType($0.name), $0.value["schema"]) }
        }
        var reading = choose(contents)
        let headers = response["headers"]?.members.map { $0.name.lowercased() } ?? []
        reading.hasLink = headers.contains("link")
        return reading
    }

    private func choose(_ contents: [(type: MediaType, schema: Located?)]) -> Reading {
        var reading = Reading()
        guard !contents.isEmpty else {
            reading.format = .none
            return reading
        }
        let orders: [(AnswerFormat, (MediaType) -> Bool)] = [
            (.json, { $0.name == "application/json" }), (.json, { $0.isJSON || $0.isWildcard }), (.csv, \.isCSV),
            (.xml, \.isXML), (.text, { $0.isText || $0.isLines }),
            (.binary, { !$0.isEventStream && !$0.isHTML }),
        ]
        for (format, accepts) in orders {
            guard let found = contents.first(where: { accepts($0.type) }) else { continue }
            reading.format = format
            let isPlain = contents.count == 1 && (found.type.isWildcard || found.type.name == "application/json")
            if !isPlain, found.type.isValid, !found.type.isWildcard { reading.accept = found.type.name }
            if found.type.isLines { reading.remark = "its answer is a stream of JSON lines, which is read as text" }
            if format == .json, let schema = found.schema { reading.names = names(schema) }
            return reading
        }
        reading.isUnreadable = true
        let names = contents.prefix(3).map { $0.type.name.cut(to: 60) }.joined(separator: ", ")
        reading.remark = "its answer can only be \(names), which is not supported"
        return reading
    }

    /// Returns the names of an object's properties, through references and `allOf`.
    private func names(_ schema: Located) -> Set<String> {
        var names: Set<String> = []
        var open = [schema]
        var steps = 0
        while let next = open.popLast(), steps < 100 {
            steps += 1
            guard let schema = try? documents.followed(next) else { continue }
            names.formUnion(schema.value["properties"]?.objectValue?.keys ?? [])
            open.append(contentsOf: schema["allOf"]?.elements ?? [])
        }
        return names
    }
}
