import StreamingJSON

/// The body of a request as arguments.
struct BodyReader {
    let version: OpenAPIVersion
    let limits: ImportLimits

    /// The format and the arguments of a body.
    struct Reading {
        var format: BodyFormat
        var arguments: [Argument]
        /// Key places among the fields.
        var keys: [String] = []
        /// Whether the schema permits further fields, which no argument can be.
        var isOpen = false
    }

    /// The reason why a body cannot be written.
    struct Fault: Error {
        let message: String
        let isRequired: Bool
    }

    /// Reads a `requestBody`; `nil` without content.
    func read(_ body: Located, method: String, _ schemas: inout SchemaReader) throws -> Reading? {
        let contents = body["content"]?.members ?? []
        guard !contents.isEmpty else { return nil }
        let isRequired = body.value["required"] == true
        guard let (format, content) = choose(contents) else {
            let names = contents.prefix(5).map { $0.name.cut(to: 60) }.joined(separator: ", ")
            throw Fault(message: "its body can only be \(names), which is not supported", isRequired: isRequired)
        }
        var schema: JSONValue = [:]
        if let source = content["schema"] { schema = try schemas.read(source) }
        // Most documents forget `required` at the body, so a body's required fields stay required where a body is usual.
        let isExpected = isRequired || ["POST", "PUT", "PATCH"].contains(method)
        return try flatten(schema, format, content, isExpected: isExpected, isRequired: isRequired, &schemas)
    }

    private func choose(_ contents: [(name: String, value: Located)]) -> (BodyFormat, Located)? {
        let listed = contents.map { (type: MediaType($0.name), content: $0.value) }.filter(\.type.isValid)
        func first(_ condition: (MediaType) -> Bool) -> (type: MediaType, content: Located)? {
            listed.first { condition($0.type) }
        }
        let json =
            first(\.isMergePatch) ?? first { $0.name == "application/json" }
            ?? first { $0.isJSON && !$0.isPatchList } ?? first(\.isPatchList)
        if let json { return (.json(json.type.name), json.content) }
        if let any = first(\.isWildcard) { return (.json("application/json"), any.content) }
        if let form = first(\.isForm) { return (.form, form.content) }
        if let parts = first(\.isMultipart) { return (.multipart, parts.content) }
        if let text = first({ $0.isText || $0.isCSV }) { return (.text(text.type.name), text.content) }
        return nil
    }

    /// Makes each member of an object an argument; other bodies are one argument named `body`.
    private func flatten(
        _ schema: JSONValue,
        _ format: BodyFormat,
        _ content: Located,
        isExpected: Bool,
        isRequired: Bool,
        _ schemas: inout SchemaReader
    ) throws -> Reading {
        let flat = try isForm(format) ? FormFields.union(schema, &schemas) : definition(schema, &schemas)
        let properties = flat["properties"]?.objectValue ?? [:]
        let isPlain = ["oneOf", "anyOf", "allOf"].allSatisfy { flat[$0] == nil }
        guard !properties.isEmpty, isPlain, !isText(format) else {
            return try whole(schema, format, isRequired || isExpected && flat.objectValue?.isEmpty == false)
        }
        let required = isExpected ? SchemaReader.names(flat["required"]) : []
        var reading = try fields(properties, required, format, content, &schemas)
        // Read as it is written, because a schema of a tool's arguments has no place for it.
        let others = content["schema"].flatMap { try? schemas.followed($0) }?.value["additionalProperties"]
        reading.isOpen = others == true || others?.objectValue != nil
        return reading
    }

    /// Returns the schema to which a reference leads.
    private func definition(_ schema: JSONValue, _ schemas: inout SchemaReader) throws(SchemaFault) -> JSONValue {
        guard let name = schema.definitionName else { return schema }
        return try schemas.definition(name)
    }

    private func whole(
        _ schema: JSONValue,
        _ format: BodyFormat,
        _ isRequired: Bool
    ) throws(Fault) -> Reading {
        guard !isForm(format) else { throw Fault(message: "its form has no declared fields", isRequired: isRequired) }
        let argument = Argument(part: .body, name: "body", schema: schema, isRequired: isRequired, prefix: "body_")
        return Reading(format: format, arguments: [argument])
    }

    private func fields(
        _ properties: JSONObject,
        _ required: [String],
        _ format: BodyFormat,
        _ content: Located,
        _ schemas: inout SchemaReader
    ) throws -> Reading {
        var reading = Reading(format: format, arguments: [])
        let needed = Set(required)
        var properties = properties
        for name in required.prefix(200) where properties[name] == nil { properties[name] = [:] }
        for (name, schema) in properties {
            if version == .v20, isForm(format), ParameterReader.isKey(name) {
                reading.keys.append(name)
                continue
            }
            var argument = Argument(
                part: .field,
                name: name,
                schema: schema,
                isRequired: needed.contains(name),
                prefix: "body_"
            )
            if isForm(format) { try readEncoding(content["encoding"]?[name]?.value, format, &argument, &schemas) }
            reading.arguments.append(argument)
        }
        return reading
    }

    private func readEncoding(
        _ encoding: JSONValue?,
        _ format: BodyFormat,
        _ argument: inout Argument,
        _ schemas: inout SchemaReader
    ) throws(SchemaFault) {
        if format == .multipart, Self.isFile(argument.schema) {
            argument.format = "file"
            var members = argument.schema.objectValue ?? [:]
            let text = members["description"]?.stringValue.map { "\($0) " } ?? ""
            members = [
                "type": "string",
                "description": .string("\(text)The text of the file, or its bytes as data:<media type>;base64,<data>."),
            ]
            argument.schema = .object(members)
            return
        }
        switch try ValueKind(of: argument.schema, in: &schemas) {
        case .scalar: return
        case .list:
            argument.style = encoding?["style"]?.stringValue ?? "form"
            argument.explode = encoding?["explode"]?.boolValue ?? true
        case .object:
            guard let style = encoding?["style"]?.stringValue else {
                argument.format = "json"
                return
            }
            argument.style = style
            argument.explode = encoding?["explode"]?.boolValue ?? true
        }
        guard ["form", "deepObject", "spaceDelimited", "pipeDelimited"].contains(argument.style) else {
            argument.style = "form"
            return
        }
    }

    private static func isFile(_ schema: JSONValue) -> Bool {
        schema["format"] == "binary" || schema["items"]?["format"] == "binary"
    }

    private func isText(_ format: BodyFormat) -> Bool { if case .text = format { true } else { false } }
    private func isForm(_ format: BodyFormat) -> Bool { format == .form || format == .multipart }
}
