import StreamingJSON

/// The classification of JSON Schema keywords by the dynamic schemas that have an equivalent.
enum JSONSchemaKeywords {
    /// The keywords that identify the document or define targets of references, without limiting values.
    static let identity: Set<String> = ["$schema", "$id", "$comment", "$anchor", "$defs", "definitions"]

    /// The keywords that do not limit values.
    private static let annotations: Set<String> = [
        "title", "description", "default", "examples", "example", "deprecated", "readOnly", "writeOnly", "format",
        "contentEncoding", "contentMediaType", "contentSchema", "discriminator", "externalDocs",
    ]
    private static let texts: Set<String> = ["minLength", "maxLength", "pattern"]
    private static let numbers: Set<String> = [
        "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf",
    ]
    private static let arrays: Set<String> = [
        "items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains",
        "unevaluatedItems",
    ]
    private static let objects: Set<String> = [
        "properties", "required", "additionalProperties", "patternProperties", "propertyNames", "minProperties",
        "maxProperties", "dependentRequired", "dependentSchemas", "unevaluatedProperties", "x-order",
    ]

    /// Whether a keyword may be used beside `$ref`, `anyOf` and the like.
    static func isPlain(_ keyword: String) -> Bool {
        identity.contains(keyword) || keyword == "title" || keyword == "description"
    }

    /// Whether a keyword does not limit the valid values.
    static func isAnnotation(_ keyword: String) -> Bool {
        annotations.contains(keyword) || identity.contains(keyword) || keyword.hasPrefix("x-")
    }

    /// Whether a keyword is permitted in a schema for single values.
    static func isOfScalars(_ keyword: String) -> Bool {
        isAnnotation(keyword) || texts.contains(keyword) || numbers.contains(keyword)
            || ["type", "enum", "const"].contains(keyword)
    }

    /// Whether a keyword has an equivalent in a dynamic schema for objects.
    static func isOfObjects(_ keyword: String) -> Bool {
        identity.contains(keyword)
            || ["type", "title", "description", "properties", "required", "additionalProperties", "x-order"].contains(
                keyword
            )
    }

    /// Whether a keyword has an equivalent in a dynamic schema for arrays.
    static func isOfArrays(_ keyword: String) -> Bool {
        isAnnotation(keyword) || ["type", "items", "minItems", "maxItems", "uniqueItems"].contains(keyword)
    }

    /// Whether a keyword applies to values of a type; general keywords apply to every type.
    static func concerns(_ keyword: String, _ type: String) -> Bool {
        if texts.contains(keyword) { return type == "string" }
        if numbers.contains(keyword) { return type == "number" || type == "integer" }
        if arrays.contains(keyword) { return type == "array" }
        if objects.contains(keyword) { return type == "object" }
        return true
    }
}

extension JSONObject {
    /// The schema without the keywords that only identify its document.
    var withoutIdentity: JSONObject {
        JSONObject(filter { !JSONSchemaKeywords.identity.contains($0.key) }.map { ($0.key, $0.value) })
    }

    /// The choice among texts that this schema is; `nil` if it is anything else.
    var textChoices: SchemaTree? {
        let values = self["enum"]?.arrayValue ?? self["const"].map { [$0] } ?? []
        let texts = values.compactMap(\.stringValue)
        let type = self["type"]
        let others = keys.filter { !["enum", "const", "type", "title", "description"].contains($0) }
        guard !texts.isEmpty, others.allSatisfy(JSONSchemaKeywords.identity.contains) else { return nil }
        guard self["enum"] == nil || self["const"] == nil else { return nil }
        let heading = SchemaHeading(description: self["description"]?.stringValue)
        if texts.count == values.count, type == nil || type == "string" { return .choices(heading, texts) }
        // A choice among texts and null.
        let isNullable = type == nil || type?.arrayValue.map(Set.init) == ["string", "null"]
        guard isNullable, texts.count == values.count - 1, values.contains(.null) else { return nil }
        return .anyOf(heading, [.choices(SchemaHeading(), texts), .keywords(["type": "null"])])
    }
}

extension JSONValue {
    /// Returns the names and indices of a JSON Pointer (RFC 6901).
    func tokens(of pointer: String) -> [String] {
        pointer.split(separator: "/", omittingEmptySubsequences: false).dropFirst().map { token in
            // `~1` is replaced first, because `~01` means `~1`.
            token.split(separator: "~1", omittingEmptySubsequences: false).joined(separator: "/")
                .split(separator: "~0", omittingEmptySubsequences: false).joined(separator: "~")
        }
    }

    /// Returns the value at a JSON Pointer (RFC 6901) in this document.
    func descendant(at pointer: String) -> JSONValue? {
        guard pointer.isEmpty || pointer.hasPrefix("/") else { return nil }
        var value = self
        for token in tokens(of: pointer) {
            switch value {
            case .object(let members):
                guard let member = members[token] else { return nil }
                value = member
            case .array(let elements):
                guard let index = Int(token), elements.indices.contains(index) else { return nil }
                value = elements[index]
            default:
                return nil
            }
        }
        return value
    }
}

extension Substring {
    /// The fragment of a URI with percent escapes decoded; `nil` if the result is not UTF-8.
    var removingPercentEscapes: String? {
        var bytes: [UInt8] = []
        var rest = utf8
        while let byte = rest.popFirst() {
            let isEscape = byte == UInt8(ascii: "%") && rest.count >= 2
            let code = isEscape ? UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) : nil
            bytes.append(code ?? byte)
            if code != nil { rest = rest.dropFirst(2) }
        }
        return String(validating: bytes, as: UTF8.self)
    }
}
