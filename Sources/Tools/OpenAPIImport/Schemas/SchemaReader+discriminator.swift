import StreamingJSON

extension SchemaReader {
    static var mostBranches: Int { 200 }

    /// Reads `oneOf` or `anyOf`; with a discriminator each branch has the constant that selects it.
    mutating func readBranches(
        _ located: Located,
        _ name: String,
        _ depth: Int
    ) throws(SchemaFault) -> [JSONValue] {
        guard let branches = located[name]?.elements else { return [] }
        let property = located.value["discriminator"]?["propertyName"]?.stringValue
        let mapping = located.value["discriminator"]?["mapping"]?.objectValue ?? [:]
        var result: [JSONValue] = []
        for branch in branches.prefix(Self.mostBranches) {
            let read = try read(branch, depth: depth + 1)
            if let property, let reference = branch.reference {
                let values = mapping.filter { Self.names($0.value.stringValue, reference) }.map(\.key)
                let last = reference.slashParts.last ?? reference
                result.append(Self.select(read, property, values.isEmpty ? [last] : values))
            } else {
                result.append(read)
            }
        }
        return result
    }

    /// Reads the branches of a base schema that has only a discriminator with a mapping; `nil` without one.
    mutating func readMapping(_ located: Located, _ schema: JSONObject) throws(SchemaFault) -> [JSONValue]? {
        guard schema["oneOf"] == nil, schema["anyOf"] == nil,
            let property = schema["discriminator"]?["propertyName"]?.stringValue,
            let mapping = schema["discriminator"]?["mapping"]?.objectValue, !mapping.isEmpty
        else { return nil }
        var branches: [JSONValue] = []
        for (value, target) in mapping.prefix(Self.mostBranches) {
            guard let text = target.stringValue else { continue }
            guard let end = try? branch(text, in: located.place.file), end.place != located.place else {
                return nil
            }
            branches.append(Self.select(reference(to: end), property, [value]))
        }
        return branches.isEmpty ? nil : branches
    }

    /// Returns the schema that a mapping names: by a reference, or by its name alone.
    func branch(_ text: String, in file: String) throws(SchemaFault) -> Located {
        let isName = !text.utf8.contains {
            $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ".")
        }
        return try followed(target(isName ? version.schemaPointer + text : text, in: file))
    }

    private static func names(_ mapped: String?, _ reference: String) -> Bool {
        mapped == reference || mapped == reference.slashParts.last
    }

    /// Returns a branch that requires a property to have one of the values.
    private static func select(_ branch: JSONValue, _ property: String, _ values: [String]) -> JSONValue {
        let constant: JSONValue =
            values.count == 1
            ? ["const": .string(values[0])] : ["enum": .array(values.map(JSONValue.string))]
        let selection: JSONValue = [
            "properties": .object(JSONObject([(property, constant)])), "required": [.string(property)],
        ]
        return ["allOf": [branch, selection]]
    }
}
