import StreamingJSON

/// A reader of the answer's format, in `output_config.format` or the deprecated `output_format`.
enum MessagesFormatFields {
    /// Returns the schema; `nil` for text.
    static func format(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> ResponseFormat? {
        let current =
            fields.nested("output_config") { config in
                ignored.insert(config, besides: ["effort", "format"], in: "output_config.")
                return schema(&config, "format", &ignored)
            } ?? nil
        let former = schema(&fields, "output_format", &ignored)
        if current != nil, former != nil {
            fields.reject("output_format", "repeats output_config.format; send only one of them", .invalidValue)
        }
        if let current { return ResponseFormat(checking: current, at: "output_config/format/schema", &fields) }
        return former.flatMap { ResponseFormat(checking: $0, at: "output_format/schema", &fields) }
    }

    private static func schema(
        _ fields: inout RequestFields,
        _ key: String,
        _ ignored: inout IgnoredFields
    ) -> JSONValue? {
        let schema = fields.nested(key) { format -> JSONValue? in
            ignored.insert(format, besides: ["type", "schema"], in: "\(key).")
            switch format.string("type") {
            case "json_schema":
                if format.value("schema") == nil { format.reject("schema", "required: a JSON Schema", .missing) }
                return format.object("schema")
            case let type?:
                let detail = "'\(type.excerpt())' is not supported; it must be json_schema"
                format.reject("type", detail, .unsupportedValue)
            case nil:
                if format.value("type") == nil { format.reject("type", "required: json_schema", .missing) }
            }
            return nil
        }
        return schema ?? nil
    }
}
