import StreamingJSON

/// The tools of a request, and the choice among them.
struct ResponseToolFields {
    /// The maximum for a limit of calls; no turn makes that many.
    static let mostCalls = 1_000_000
    /// The label under which a client declares this server's tools as those of an MCP server.
    static let serverLabel = "torii"

    /// The tools that the client runs.
    private(set) var functions: [ClientTool] = []
    /// The server's tools that the model may call; `nil` for all.
    private(set) var served: [String]?
    /// The choice of the tools that the model calls.
    private(set) var choice = ToolChoice.auto
    /// The members that a response repeats: the tools and the choice.
    private(set) var echo = JSONObject()

    /// Reads `tools` and `tool_choice`.
    init(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) {
        let count = fields.faults.totalCount
        let read = fields.elements("tools", upTo: ArrayLimits.functions, known: nil) { Self.tool(&$0, &ignored) }
        var (values, names, allowsAll): ([JSONValue], [String]?, Bool) = ([], nil, false)
        for tool in (read ?? []).compactMap(\.self) {
            switch tool {
            case .function(let function, let value):
                functions.append(function)
                values.append(value)
            case .served(let some, let value):
                if let some { names = (names ?? []) + some } else { allowsAll = true }
                values.append(value)
            }
        }
        if !allowsAll { served = names }
        if fields.faults.totalCount == count, let fault = ClientTool.fault(in: functions) {
            fields.reject("tools", fault, .invalidValue)
        }
        if values.isEmpty, read?.isEmpty == false, fields.value("tool_choice") == "required" {
            fields.reject("tool_choice", ClientTool.noneIsLeft, .unsupportedValue)
        }
        if !values.isEmpty { echo["tools"] = .array(values) }
        if let value = fields.value("tool_choice") { echo["tool_choice"] = value }
        choice = Self.choice(&fields, &ignored)
    }

    private enum Tool {
        case function(ClientTool, echo: JSONValue)
        /// Some of the server's tools; `nil` for all.
        case served([String]?, echo: JSONValue)
    }

    /// The prefix of the types of this server's tools, as `torii:getCurrentWeather`.
    private static let prefix = "torii:"

    /// The server's tools for the types of tools that OpenAI hosts.
    private static let hosted: [String: String] = [
        "web_search": "searchWeb", "web_search_preview": "searchWeb", "web_search_2025_08_26": "searchWeb",
        "web_search_preview_2025_03_11": "searchWeb",
    ]

    private static func tool(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> Tool? {
        guard let type = fields.string("type") else {
            if fields.value("type") == nil { fields.reject("type", "required: function", .missing) }
            return nil
        }
        if type == "function" { return function(&fields, &ignored) }
        if type == "mcp" { return mcp(&fields, &ignored) }
        guard let name = served(type) else {
            guard type.hasPrefix(prefix) else {
                // Agents send all their tools with each request; without this one, the model uses the others.
                ignored.insert("tools.\(type)")
                return nil
            }
            let detail = "'\(type.excerpt())' names no tool; use \(prefix)NAME for a tool that GET /v1/tools lists"
            fields.reject("type", detail, .unsupportedValue)
            return nil
        }
        ignored.insert(fields, besides: ["type", "filters"], in: "tools.")
        fields.rejectIfPresent("filters", "this server cannot restrict the sites; omit it", if: { $0 != [:] })
        return .served([name], echo: ["type": .string(type)])
    }

    /// Reads the declaration of this server's tools as those of an MCP server; only such clients get decisions as items of MCP.
    private static func mcp(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> Tool? {
        guard fields.requiredText("server_label") == serverLabel else {
            // This server calls no other MCP servers.
            ignored.insert("tools.mcp")
            return nil
        }
        ignored.insert(fields, besides: ["type", "server_label", "allowed_tools"], in: "tools.")
        var echo: JSONObject = ["type": "mcp", "server_label": .string(serverLabel)]
        var names: [String]?
        if fields.value("allowed_tools")?.objectValue == nil {
            names = fields.strings("allowed_tools")
        } else {
            names =
                fields.nested("allowed_tools") { filter in
                    filter.rejectIfPresent("read_only", "is not supported; name the tools", if: { $0 != false })
                    return filter.strings("tool_names")
                } ?? nil
        }
        if let names { echo["allowed_tools"] = .array(names.map(JSONValue.string)) }
        return .served(names, echo: .object(echo))
    }

    /// Returns the name of the server's tool for a type; `nil` for any other type.
    private static func served(_ type: String) -> String? {
        type.hasPrefix(prefix) && type.utf8.count > prefix.utf8.count
            ? String(type.dropFirst(prefix.count)) : hosted[type]
    }

    private static func function(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> Tool? {
        ignored.insert(fields, besides: ["type", "name", "description", "parameters", "strict"], in: "tools.")
        let tool = ClientTool(function: &fields, schema: "parameters")
        let parameters = fields.value("parameters").flatMap { $0.objectValue == nil ? nil : $0 }
        return .function(
            tool,
            echo: [
                "type": "function", "name": .string(tool.name),
                "description": .text(fields.value("description")?.stringValue), "parameters": parameters ?? .null,
                "strict": .bool(fields.value("strict")?.boolValue ?? true),
            ]
        )
    }

    /// Returns the choice of the tools that the model calls.
    private static func choice(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> ToolChoice {
        .read(&fields) { choice in
            ignored.insert(choice, besides: ["type", "name", "mode", "tools"], in: "tool_choice.")
            return namedChoice(&choice)
        }
    }

    private static func namedChoice(_ fields: inout RequestFields) -> ToolChoice {
        guard fields.string("type") != "allowed_tools" else { return allowedChoice(&fields) }
        return name(&fields).map(ToolChoice.named) ?? .auto
    }

    private static func allowedChoice(_ fields: inout RequestFields) -> ToolChoice {
        let mode: ToolChoice.Mode? = fields.choice("mode")
        if fields.value("tools") == nil { fields.reject("tools", "required: an array of tools", .missing) }
        let names = fields.elements("tools", upTo: ArrayLimits.names, known: nil) { tool -> String? in
            // A tool of another type was left out of the tools.
            if let type = tool.value("type")?.stringValue, type != "function", served(type) == nil { return nil }
            return name(&tool)
        }
        if fields.value("tools") == [] { fields.reject("tools", "must not be empty", .emptyArray) }
        return .among((names ?? []).compactMap(\.self), isRequired: mode == .required)
    }

    /// Returns the name of a tool that a choice names.
    private static func name(_ fields: inout RequestFields) -> String? {
        switch fields.string("type") {
        case "function": return fields.requiredText("name")
        case let type?:
            if let name = served(type) { return name }
            let detail = "'\(type.excerpt())' is not supported; it must be function, allowed_tools or \(prefix)NAME"
            fields.reject("type", detail, .unsupportedValue)
        case nil where fields.value("type") == nil:
            fields.reject("type", "required: function or allowed_tools", .missing)
        case nil: break
        }
        return nil
    }
}
