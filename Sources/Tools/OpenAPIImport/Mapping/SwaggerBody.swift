import StreamingJSON

/// The body of a Swagger 2.0 operation as a `requestBody` of later versions.
enum SwaggerBody {
    /// Returns the body that parameters in `body` or `formData` make; `nil` without any.
    static func make(
        _ parameters: [Located],
        consumes: JSONValue?,
        at place: DocumentLocation
    ) -> Located? {
        let types = (consumes?.arrayValue ?? []).compactMap(\.stringValue)
        if let body = parameters.first(where: { $0.value["in"] == "body" }) {
            let schema = body.value["schema"] ?? [:]
            let names = types.isEmpty ? ["application/json"] : types
            let content = JSONObject(names.prefix(50).map { ($0, ["schema": schema]) })
            return Located(
                value: ["required": body.value["required"] ?? false, "content": .object(content)],
                place: body.place
            )
        }
        let fields = parameters.filter { $0.value["in"] == "formData" }
        guard !fields.isEmpty else { return nil }
        return form(fields, types, at: place)
    }

    private static func form(_ fields: [Located], _ types: [String], at place: DocumentLocation) -> Located {
        var properties = JSONObject()
        var required: [JSONValue] = []
        var encoding = JSONObject()
        var hasFile = false
        for field in fields {
            guard let name = field.value["name"]?.stringValue, var schema = field.value.objectValue else { continue }
            if schema["required"] == true { required.append(.string(name)) }
            if schema["type"] == "file" { hasFile = true }
            if schema["type"] == "array" {
                let styles = ["ssv": "spaceDelimited", "pipes": "pipeDelimited"]
                let format = schema["collectionFormat"]?.stringValue ?? "csv"
                encoding[name] = ["style": .string(styles[format] ?? "form"), "explode": .bool(format == "multi")]
            }
            for keyword in ["required", "name", "in", "collectionFormat"] { schema[keyword] = nil }
            properties[name] = .object(schema)
        }
        let isMultipart =
            hasFile || types.contains("multipart/form-data") && !types.contains("application/x-www-form-urlencoded")
        let content: JSONValue = [
            "schema": ["type": "object", "properties": .object(properties), "required": .array(required)],
            "encoding": .object(encoding),
        ]
        let type = isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"
        return Located(
            value: ["required": .bool(!required.isEmpty), "content": .object(JSONObject([(type, content)]))],
            place: place
        )
    }
}
