import StreamingJSON

extension SchemaReader {
    /// Reads the keywords of objects; properties that only answers have are left out.
    mutating func readObject(
        _ located: Located,
        _ schema: JSONObject,
        _ depth: Int,
        into result: inout JSONObject
    ) throws(SchemaFault) {
        var answerOnly: Set<String> = []
        if var list = located["properties"] {
            // A reference in the place of the list; a property named `$ref` has an object as its value.
            if list.reference != nil { list = try followed(list) }
            var properties = JSONObject()
            for (name, property) in list.members where !name.isEmpty && name.utf8.count <= 200 {
                if try isAnswerOnly(property) {
                    answerOnly.insert(name)
                } else {
                    properties[name] = try read(property, depth: depth + 1)
                }
            }
            if !properties.isEmpty { result["properties"] = .object(properties) }
        }
        let required = Self.names(schema["required"]).filter { !answerOnly.contains($0) }
        if !required.isEmpty { result["required"] = .array(required.map(JSONValue.string)) }
        if let additional = located["additionalProperties"] {
            if additional.value.boolValue == false { result["additionalProperties"] = false }
            if additional.value.objectValue?.isEmpty == false {
                result["additionalProperties"] = try read(additional, depth: depth + 1)
            }
        }
    }

    /// Returns the texts of a list, each once.
    static func names(_ list: JSONValue?) -> [String] {
        var seen: Set<String> = []
        return (list?.arrayValue ?? []).compactMap(\.stringValue).filter { seen.insert($0).inserted }
    }

    /// Whether a property is `readOnly`, here or where its reference points.
    private func isAnswerOnly(_ property: Located) throws(SchemaFault) -> Bool {
        if property.value["readOnly"] == true { return true }
        guard property.reference != nil else { return false }
        return try followed(property).value["readOnly"] == true
    }
}
