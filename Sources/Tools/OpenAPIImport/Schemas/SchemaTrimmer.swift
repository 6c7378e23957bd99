import StreamingJSON

/// Makes a tool's schema smaller by leaving out parts that a call does not need.
///
/// The work is bounded: definitions beyond ``mostBytes`` are replaced by schemas without keywords, nearest first.
struct SchemaTrimmer {
    /// The degree of trimming.
    struct Cut {
        /// The depth from which optional properties are left out.
        var depth = Int.max
        /// The depth from which schemas keep only their type.
        var bareDepth = Int.max
        /// The most characters of descriptions below the arguments.
        var nested = Int.max
        /// The most characters of the arguments' descriptions.
        var top = Int.max
    }

    static let mostBytes = 64_000

    private let cut: Cut
    private var open: [(name: String, depth: Int)] = []
    private var seen: Set<String> = []

    private init(_ cut: Cut) { self.cut = cut }

    /// Returns the schema, trimmed, with the definitions that it reaches.
    static func trim(
        _ properties: JSONObject,
        required: [String],
        _ cut: Cut,
        definition: (String) throws(SchemaFault) -> JSONValue
    ) throws(SchemaFault) -> ArgumentSchema {
        var trimmer = SchemaTrimmer(cut)
        var result = ArgumentSchema(properties: JSONObject(), required: required)
        for (name, schema) in properties {
            result.properties[name] = try trimmer.trim(schema, depth: 1)
        }
        var bytes = 0
        var index = 0
        // Breadth first, so that the nearest definitions are kept.
        while index < trimmer.open.count {
            let (name, depth) = trimmer.open[index]
            index += 1
            guard bytes < mostBytes else {
                result.definitions[name] = [:]
                continue
            }
            let schema = try trimmer.trim(try definition(name), depth: depth)
            var text: [UInt8] = []
            schema.write(into: &text)
            bytes += text.count
            result.definitions[name] = schema
        }
        return result
    }

    private mutating func trim(_ schema: JSONValue, depth: Int) throws(SchemaFault) -> JSONValue {
        guard var members = schema.objectValue else { return schema }
        if depth >= cut.bareDepth { return bare(members, depth) }
        if let name = schema.definitionName, seen.insert(name).inserted { open.append((name, depth)) }
        let most = depth == 1 ? cut.top : cut.nested
        if most < Int.max, let text = members["description"]?.stringValue {
            members["description"] = most == 0 ? nil : .string(text.cut(to: most))
        }
        if depth >= cut.depth, let properties = members["properties"]?.objectValue {
            let required = Set(SchemaReader.names(members["required"]))
            let kept = properties.filter { required.contains($0.key) }.map { ($0.key, $0.value) }
            members["properties"] = kept.isEmpty ? nil : .object(JSONObject(kept))
        }
        let below = depth + (members["properties"] != nil ? 1 : 0)
        return try JSONValue.object(members).mapSchemas { schema throws(SchemaFault) in
            try trim(schema, depth: below)
        }
    }

    /// Returns a schema with only its type, and an argument's description; one without a type permits all values.
    private func bare(_ members: JSONObject, _ depth: Int) -> JSONValue {
        var result = JSONObject()
        result["type"] = members["type"]
        if depth == 1, let text = members["description"]?.stringValue {
            result["description"] = .string(text.cut(to: cut.top))
        }
        return .object(result)
    }
}
