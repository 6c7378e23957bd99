import StreamingJSON

extension SchemaReader {
    private static var mostParts: Int { 100 }
    private static var mostProperties: Int { 500 }
    /// The keywords of a part that can be merged with other objects.
    private static var mergeable: Set<String> {
        [
            "type", "properties", "required", "description", "additionalProperties", "title", "example", "examples",
            "discriminator", "externalDocs", "xml", "deprecated", "readOnly", "writeOnly", "allOf", "nullable",
            "default",
        ]
    }

    /// Reads `allOf` together with the keywords beside it.
    ///
    /// Parts that are plain objects become one object. Two different schemas of one property are kept as its `allOf`. Other parts
    /// are kept as they are.
    mutating func readAllOf(_ located: Located, _ depth: Int) throws(SchemaFault) -> JSONValue {
        var parts: [Located] = []
        var visits = 0
        try collect(located, into: &parts, path: [located.place], depth, &visits)
        let schema = located.value.objectValue ?? [:]
        let beside = schema.filter { !Self.annotations.contains($0.key) && $0.key != "allOf" && $0.key != "title" }
        let items = located["allOf"]?.elements ?? []
        if items.count == 1, items[0].reference != nil,
            beside.allSatisfy({ $0.key.utf8.starts(with: "x-".utf8) || $0.key == "example" || $0.key == "type" })
        {
            let base = try followed(items[0])
            if !isBranch(located, of: base) { return try readSingle(items[0], schema, depth) }
        }
        let objects = parts.filter(Self.isObject)
        let properties = objects.reduce(0) { $0 + ($1.value["properties"]?.objectValue?.count ?? 0) }
        if objects.isEmpty || properties > Self.mostProperties { return try keepAllOf(located, depth) }
        let merged = try merge(objects, depth)
        var others: [JSONValue] = []
        for part in parts where !Self.isObject(part) {
            let read = try read(Self.withoutAllOf(part), depth: depth + 1)
            if read.objectValue?.isEmpty == false { others.append(read) }
        }
        var result = others.isEmpty ? merged : ["allOf": .array([merged] + others)]
        if let text = Summary.argument(schema["description"]?.stringValue, most: limits.argumentDescriptionLength),
            var members = result.objectValue
        {
            members["description"] = .string(text)
            result = .object(members)
        }
        return isNullable(schema) ? Self.orNull(result) : result
    }

    /// Whether a base schema's discriminator selects the schema, which then has the base's members and not its branches.
    private func isBranch(_ located: Located, of base: Located) -> Bool {
        let mapping = base.value["discriminator"]?["mapping"]?.objectValue ?? [:]
        return mapping.prefix(Self.mostBranches).contains { _, target in
            target.stringValue.flatMap { try? self.branch($0, in: base.place.file) }?.place == located.place
        }
    }

    /// Reads an `allOf` with one reference, which documents use to write a description beside a reference.
    private mutating func readSingle(
        _ item: Located,
        _ schema: JSONObject,
        _ depth: Int
    ) throws(SchemaFault) -> JSONValue {
        var members = schema.filter { Self.annotations.contains($0.key) }.map { ($0.key, $0.value) }
        members.append(("$ref", item.value["$ref"] ?? .null))
        return try read(Located(value: .object(JSONObject(members)), place: item.place), depth: depth + 1)
    }

    /// Collects the parts of nested `allOf`s.
    ///
    /// - Throws: If a schema contains itself through `allOf` alone.
    private func collect(
        _ located: Located,
        into parts: inout [Located],
        path: [DocumentLocation],
        _ depth: Int,
        _ visits: inout Int
    ) throws(SchemaFault) {
        visits += 1
        guard visits <= Self.mostParts * 2, parts.count < Self.mostParts, path.count + depth <= limits.depth else {
            throw SchemaFault(reason: .limit, message: "an allOf has more than \(Self.mostParts) parts")
        }
        for item in located["allOf"]?.elements ?? [] {
            var item = item
            var path = path
            for _ in 0..<32 {
                guard let reference = item.reference else { break }
                item = try target(reference, in: item.place.file)
                guard !path.contains(item.place) else {
                    throw SchemaFault(reason: .endlessSchema, message: "a schema contains itself through allOf")
                }
                path.append(item.place)
            }
            try collect(item, into: &parts, path: path, depth, &visits)
        }
        let hasOwn = located.value.objectValue?.contains { $0.key != "allOf" } ?? false
        if hasOwn { parts.append(located) }
    }

    private static func isObject(_ part: Located) -> Bool {
        guard let schema = part.value.objectValue else { return false }
        if let type = schema["type"], type != "object", type != ["object"], type != ["object", "null"] { return false }
        guard schema["type"] != nil || schema["properties"] != nil || schema["required"] != nil else {
            return schema.allSatisfy {
                mergeable.contains($0.key) && $0.key != "default" || $0.key.utf8.starts(with: "x-".utf8)
            }
        }
        return schema.allSatisfy { mergeable.contains($0.key) || $0.key.utf8.starts(with: "x-".utf8) }
    }

    private static func withoutAllOf(_ part: Located) -> Located {
        guard var schema = part.value.objectValue else { return part }
        schema["allOf"] = nil
        return Located(value: .object(schema), place: part.place)
    }

    private mutating func merge(_ parts: [Located], _ depth: Int) throws(SchemaFault) -> JSONValue {
        var result = JSONObject([("type", "object")])
        var properties = JSONObject()
        var required: [String] = []
        var seen: Set<String> = []
        for part in parts {
            var read = JSONObject()
            try readObject(part, part.value.objectValue ?? [:], depth, into: &read)
            for (name, schema) in read["properties"]?.objectValue ?? [:] {
                if let known = properties[name], known != schema {
                    properties[name] = known.objectValue?.isEmpty == true ? schema : ["allOf": [known, schema]]
                } else {
                    properties[name] = schema
                }
            }
            for name in Self.names(read["required"]) where seen.insert(name).inserted { required.append(name) }
            if let text = Summary.argument(
                part.value["description"]?.stringValue,
                most: limits.argumentDescriptionLength
            ) {
                result["description"] = .string(text)
            }
        }
        if !properties.isEmpty { result["properties"] = .object(properties) }
        if !required.isEmpty { result["required"] = .array(required.map(JSONValue.string)) }
        return .object(result)
    }

    private mutating func keepAllOf(_ located: Located, _ depth: Int) throws(SchemaFault) -> JSONValue {
        var parts: [JSONValue] = []
        for item in located["allOf"]?.elements ?? [] {
            let read = try read(item, depth: depth + 1)
            if read.objectValue?.isEmpty == false { parts.append(read) }
        }
        let own = try read(Self.withoutAllOf(located), depth: depth + 1)
        if let members = own.objectValue, !members.isEmpty { parts.append(own) }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? [:] : ["allOf": .array(parts)]
    }
}
