import LanguageModels
import StreamingJSON

/// Lowers the schemas of tools to what providers accept.
///
/// Tools bring schemas of any origin: servers of tools, documents, clients. Providers refuse a request for one keyword, each for others of
/// them, so that everything that one of them refuses is lowered for all. What a schema loses moves to its description, as text that the
/// model reads. A tool checks its arguments itself.
enum ToolSchemaLowering {
    /// The result of fitting a schema.
    enum Fit: Equatable {
        /// The schema is accepted as it is.
        case same
        /// The schema to send instead.
        case lowered(GenerationSchema)
        /// The provider accepts no form of the schema.
        case impossible
    }

    /// Fits the schema of a tool's arguments.
    ///
    /// The result is kept with the schema, because a schema is sent in each turn.
    ///
    /// - Parameter propertyNames: The names that the provider accepts for properties; `nil` for all.
    static func fit(_ schema: GenerationSchema, propertyNames: ToolNameRule? = nil) -> Fit {
        let verdict = schema.jsonValue(in: propertyNames == nil ? "tool" : "tool with plain names") { schema in
            guard let lowered = lowered(schema), propertyNames.map({ hasNames($0, in: lowered) }) ?? true else {
                return [:]
            }
            return lowered == schema ? ["same": true] : ["schema": lowered]
        }
        if verdict["same"] != nil { return .same }
        return verdict["schema"]?.objectValue.map { .lowered(GenerationSchema(jsonSchema: $0)) } ?? .impossible
    }

    /// Returns a schema that providers accept; `nil` if the arguments are not an object.
    static func lowered(_ schema: JSONValue) -> JSONValue? {
        guard var root = schema.objectValue else { return ["type": "object", "properties": [:]] }
        // The name of an older draft, which not all providers know.
        if let old = root["definitions"]?.objectValue {
            root["definitions"] = nil
            root["$defs"] = .object(
                JSONObject(
                    (root["$defs"]?.objectValue ?? [:]).map { ($0.key, $0.value) } + old.map { ($0.key, $0.value) }
                )
            )
        }
        root["$schema"] = nil
        root["$id"] = nil
        var fold = TopLevelFold(definitions: root["$defs"]?.objectValue ?? [:])
        guard let folded = fold.fold(root) else { return nil }
        guard case .object(var result) = lower(.object(folded), in: folded, depth: 0) else { return nil }
        if result["properties"]?.objectValue == nil { result["properties"] = [:] }
        return .object(result)
    }

    /// Whether the names of all properties are accepted.
    private static func hasNames(_ rule: ToolNameRule, in schema: JSONValue) -> Bool {
        switch schema {
        case .array(let elements): elements.allSatisfy { hasNames(rule, in: $0) }
        case .object(let keywords):
            keywords.allSatisfy { keyword, value in
                switch keyword {
                case "properties":
                    (value.objectValue ?? [:]).allSatisfy { rule.accepts($0.key) && hasNames(rule, in: $0.value) }
                case "$defs", "patternProperties":
                    (value.objectValue ?? [:]).allSatisfy { hasNames(rule, in: $0.value) }
                case "enum", "const", "default", "examples", "required": true
                default: hasNames(rule, in: value)
                }
            }
        default: true
        }
    }
}

// MARK: - Keywords

extension ToolSchemaLowering {
    private static let types: Set<String> = ["object", "array", "string", "number", "integer", "boolean", "null"]
    /// The levels of a schema that are sent; deeper ones become any value.
    private static let deepest = 24

    private static func lower(_ schema: JSONValue, in root: JSONObject, depth: Int) -> JSONValue {
        guard case .object(let keywords) = schema else { return schema }
        guard depth < deepest else { return [:] }
        func deeper(_ value: JSONValue) -> JSONValue { lower(value, in: root, depth: depth + 1) }
        func deeperMembers(_ value: JSONValue) -> JSONValue {
            .object(JSONObject((value.objectValue ?? [:]).map { ($0.key, deeper($0.value)) }))
        }
        var result = JSONObject()
        var notes: [String] = []
        func drop(_ keyword: String, _ value: JSONValue) { notes.append(DescribedSchema.note(keyword, value)) }
        for (keyword, value) in keywords {
            switch keyword {
            case "properties", "$defs": result[keyword] = deeperMembers(value)
            case "patternProperties":
                let members = value.objectValue ?? [:]
                let accepted = members.filter { isPlain(pattern: $0.key) }.map { ($0.key, deeper($0.value)) }
                if accepted.count < members.count { drop(keyword, value) }
                if !accepted.isEmpty { result[keyword] = .object(JSONObject(accepted)) }
            case "items":
                // Older drafts have a list of schemas here, one for each element.
                guard let elements = value.arrayValue else {
                    result[keyword] = deeper(value)
                    continue
                }
                drop(keyword, value)
                result[keyword] = elements.isEmpty ? [:] : ["anyOf": .array(elements.map(deeper))]
            case "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames":
                result[keyword] = deeper(value)
            case "anyOf", "oneOf", "allOf", "prefixItems":
                let alternatives = value.arrayValue ?? []
                if !alternatives.isEmpty { result[keyword] = .array(alternatives.map(deeper)) }
            case "$ref":
                if let target = reference(value, in: root) { result[keyword] = target } else { drop(keyword, value) }
            case "pattern":
                if isPlain(pattern: value.stringValue ?? "(?=") {
                    result[keyword] = value
                } else {
                    drop(keyword, value)
                }
            case "type":
                let words = (value.arrayValue ?? [value]).filter { types.contains($0.stringValue ?? "") }
                switch words.count {
                case 0: drop(keyword, value)
                case 1 where value.arrayValue == nil: result[keyword] = value
                default: result[keyword] = .array(words)
                }
            case "enum":
                let choices = value.arrayValue ?? []
                if choices.isEmpty { drop(keyword, value) } else { result[keyword] = .array(unique(choices)) }
            case "required":
                let names = unique((value.arrayValue ?? []).filter { $0.stringValue != nil })
                let known = keywords["properties"]?.objectValue
                let required = known.map { known in names.filter { known[$0.stringValue ?? ""] != nil } } ?? names
                if !required.isEmpty || value.arrayValue?.isEmpty == true { result[keyword] = .array(required) }
            // Draft 4 has a boolean beside the limit.
            case "exclusiveMinimum", "exclusiveMaximum":
                guard case .bool(let isExclusive) = value else {
                    result[keyword] = value
                    continue
                }
                let limit = keyword == "exclusiveMinimum" ? "minimum" : "maximum"
                if isExclusive, let bound = keywords[limit] {
                    result[keyword] = bound
                    result[limit] = nil
                }
            case "minimum" where keywords["exclusiveMinimum"] == true,
                "maximum" where keywords["exclusiveMaximum"] == true:
                break
            default: result[keyword] = value
            }
        }
        if result["type"] == "array", result["items"] == nil, result["prefixItems"] == nil { result["items"] = [:] }
        DescribedSchema.add(notes, to: &result)
        return .object(result)
    }

    /// Whether providers accept a regular expression: one without references back and without looking around.
    private static func isPlain(pattern: String) -> Bool {
        !["(?=", "(?!", "(?<", "(?P", "(?i", "(?>"].contains(where: pattern.contains)
            && pattern.firstMatch(of: /\\[1-9k]/) == nil
    }

    /// Returns a reference to a part of the schema itself; `nil` for one that leads nowhere.
    private static func reference(_ value: JSONValue, in root: JSONObject) -> JSONValue? {
        guard let path = value.stringValue, path == "#" || path.hasPrefix("#/") else { return nil }
        let renamed = path.hasPrefix("#/definitions/") ? "#/$defs/" + path.dropFirst(14) : path
        var target: JSONValue? = .object(root)
        if renamed != "#" {
            for step in renamed.dropFirst(2).split(separator: "/", omittingEmptySubsequences: false) {
                let name = String(step).replacing("~1", with: "/").replacing("~0", with: "~")
                target = target?.arrayValue?[safe: name] ?? target?[name]
            }
        }
        return target == nil ? nil : .string(renamed)
    }

    private static func unique(_ values: [JSONValue]) -> [JSONValue] {
        var seen: Set<JSONValue> = []
        return values.filter { seen.insert($0).inserted }
    }
}

extension [JSONValue] {
    /// Returns the element whose index a text names.
    fileprivate subscript(safe index: String) -> JSONValue? {
        guard let index = Int(index), indices.contains(index) else { return nil }
        return self[index]
    }
}
