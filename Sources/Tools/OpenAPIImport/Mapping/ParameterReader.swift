import StreamingJSON

/// Parameters in path, query, header and cookie as arguments.
struct ParameterReader {
    let version: OpenAPIVersion
    let limits: ImportLimits

    /// A parameter read.
    enum Reading {
        case argument(Argument)
        /// A place for a key.
        case key(SecurityAlternative.Member)
        /// Left out, and not listed, because OpenAPI prescribes it.
        case ignored
    }

    /// The reason why a parameter cannot be written.
    struct Fault: Error {
        let message: String
    }

    /// Reads a parameter that is not part of a body.
    func read(_ parameter: Located, _ schemas: inout SchemaReader) throws -> Reading {
        guard let name = parameter.value["name"]?.stringValue, !name.isEmpty, name.utf8.count <= 200 else {
            throw Fault(message: "a parameter has no name")
        }
        let place = parameter.value["in"]?.stringValue ?? ""
        if place == "header", HeaderName.isIgnored(name) { return .ignored }
        if Self.isKey(name), place == "header" || place == "query" {
            return .key(place == "header" ? .header(name) : .query(name))
        }
        guard let part = RequestSlot.Part(rawValue: place), part == .path || part == .query || part == .header else {
            throw Fault(
                message: "the parameter \(name) is in \(place.isEmpty ? "no place" : place), which is not supported"
            )
        }
        if part == .header, !HeaderName.isValid(name) || HeaderName.isReserved(name) {
            throw Fault(message: "the header \(name) may not be set")
        }
        var argument = Argument(
            part: part,
            name: name,
            schema: try schema(parameter, &schemas),
            isRequired: part == .path || parameter.value["required"] == true,
            prefix: place + "_"
        )
        try readStyle(parameter, &argument, &schemas)
        if part == .path, argument.style == nil { argument.hasSegments = isPath(parameter) }
        return .argument(argument)
    }

    /// Whether the document says that a parameter of the path is a path itself, whose slashes must not be encoded.
    private func isPath(_ parameter: Located) -> Bool {
        if parameter.value["allowReserved"] == true { return true }
        let source = version == .v20 ? parameter.value : parameter.value["schema"] ?? .null
        if ["path", "file-path", "filepath"].contains(source["format"]?.stringValue) { return true }
        // A slash in a pattern is there to be matched, unless it is excluded.
        return source["pattern"]?.stringValue.map { $0.contains("/") && !$0.contains("[^") } ?? false
    }

    /// Whether a parameter's name is that of a path.
    static func isPathName(_ name: String) -> Bool {
        ["path", "filepath"].contains(name.lowercased().filter { $0 != "_" && $0 != "-" })
    }

    /// Whether a parameter's name is that of a key.
    static func isKey(_ name: String) -> Bool {
        let plain = name.lowercased().filter { $0 != "-" && $0 != "_" }
        return ["token", "accesstoken", "authtoken"].contains(plain) || plain.hasSuffix("apikey")
    }

    /// Reads the schema, which is the parameter itself in 2.0, with the parameter's description.
    private func schema(_ parameter: Located, _ schemas: inout SchemaReader) throws(SchemaFault) -> JSONValue {
        let content = parameter["content"]?.members.first?.value["schema"]
        let source = version == .v20 ? parameter : parameter["schema"] ?? content
        var schema: JSONValue = [:]
        if let source { schema = try schemas.read(version == .v20 ? source.withoutRequired : source) }
        let text = Summary.argument(parameter.value["description"]?.stringValue, most: limits.argumentDescriptionLength)
        guard let text, var members = schema.objectValue else { return schema }
        members["description"] = .string(text)
        return .object(members)
    }

    private func readStyle(
        _ parameter: Located,
        _ argument: inout Argument,
        _ schemas: inout SchemaReader
    ) throws {
        if parameter["content"]?.members.first != nil {
            argument.format = "json"
            return
        }
        let kind = try ValueKind(of: argument.schema, in: &schemas)
        if version == .v20 {
            guard kind != .scalar else { return }
            (argument.style, argument.explode) = try Self.swaggerStyle(parameter.value, argument)
            return
        }
        let standard = argument.part == .query ? "form" : "simple"
        let style = parameter.value["style"]?.stringValue ?? standard
        let explode = parameter.value["explode"]?.boolValue ?? (style == "form")
        let allowed =
            switch argument.part {
            case .query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"]
            case .path: ["simple", "label", "matrix"]
            default: ["simple"]
            }
        guard allowed.contains(style) else {
            throw Fault(message: "the style \(style.cut(to: 40)) of the parameter \(argument.name) is not supported")
        }
        guard kind != .scalar || style == "label" || style == "matrix" else { return }
        argument.style = style
        argument.explode = style == "deepObject" ? true : explode
    }

    private static func swaggerStyle(_ parameter: JSONValue, _ argument: Argument) throws(Fault) -> (String, Bool) {
        switch parameter["collectionFormat"]?.stringValue ?? "csv" {
        case "csv": (argument.part == .query ? "form" : "simple", false)
        case "multi": ("form", true)
        case "ssv": ("spaceDelimited", false)
        case "pipes": ("pipeDelimited", false)
        case let other:
            throw Fault(message: "the collection format \(other.cut(to: 40)) of \(argument.name) is not supported")
        }
    }
}

extension Located {
    /// A parameter of 2.0 without `required`, which is a Boolean there.
    fileprivate var withoutRequired: Located {
        guard var members = value.objectValue else { return self }
        members["required"] = nil
        return Located(value: .object(members), place: place)
    }
}
