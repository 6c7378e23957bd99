import StreamingJSON

/// A reader of a request's tools and of the choice among them.
enum ChatToolFields {
    /// Returns the client's tools; tools of types that no model here can call are left out and named.
    static func tools(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> [ClientTool] {
        let count = fields.faults.totalCount
        let read = fields.elements("tools", upTo: ArrayLimits.functions, known: nil) { tool(&$0, &ignored) }
        let tools = (read ?? []).compactMap(\.self)
        if fields.faults.totalCount == count, let fault = ClientTool.fault(in: tools) {
            fields.reject("tools", fault, .invalidValue)
        }
        if tools.isEmpty, read?.isEmpty == false, fields.value("tool_choice") == "required" {
            fields.reject("tool_choice", ClientTool.noneIsLeft, .unsupportedValue)
        }
        return tools
    }

    private static func tool(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> ClientTool? {
        if let type = fields.value("type")?.stringValue, type != "function" {
            ignored.insert("tools.\(type)")
            return nil
        }
        guard fields.expectFunction("a tool") else { return nil }
        if fields.value("function") == nil {
            fields.reject("function", "required: an object with name, description and parameters", .missing)
        }
        return fields.nested("function") { ClientTool(function: &$0, schema: "parameters") }
    }

    /// Returns the choice of the tools that the model calls.
    static func choice(_ fields: inout RequestFields) -> ToolChoice { .read(&fields) { namedChoice(&$0) } }

    private static func namedChoice(_ fields: inout RequestFields) -> ToolChoice {
        switch fields.string("type") {
        case "function": return .named(functionName(&fields))
        case "allowed_tools":
            if fields.value("allowed_tools") == nil {
                fields.reject("allowed_tools", "required: an object with mode and tools", .missing)
            }
            return fields.nested("allowed_tools") { allowedChoice(&$0) } ?? .auto
        case let type?:
            let detail = "'\(type.excerpt())' is not supported; it must be function or allowed_tools"
            fields.reject("type", detail, .unsupportedValue)
        case nil where fields.value("type") == nil:
            fields.reject("type", "required: function or allowed_tools", .missing)
        case nil: break
        }
        return .auto
    }

    private static func allowedChoice(_ fields: inout RequestFields) -> ToolChoice {
        if fields.value("mode") == nil { fields.reject("mode", "required: auto or required", .missing) }
        let mode: ToolChoice.Mode? = fields.choice("mode")
        if fields.value("tools") == nil { fields.reject("tools", "required: an array of tools", .missing) }
        let names = fields.elements("tools", upTo: ArrayLimits.names, known: nil) { tool -> String? in
            // A tool of another type was left out of the tools.
            if let type = tool.value("type")?.stringValue, type != "function" { return nil }
            return tool.expectFunction("a tool") ? functionName(&tool) : ""
        }
        if fields.value("tools") == [] { fields.reject("tools", "must not be empty", .emptyArray) }
        return .among((names ?? []).compactMap(\.self), isRequired: mode == .required)
    }

    private static func functionName(_ fields: inout RequestFields) -> String {
        if fields.value("function") == nil { fields.reject("function", "required: an object with name", .missing) }
        return fields.nested("function") { $0.requiredText("name") } ?? ""
    }
}
