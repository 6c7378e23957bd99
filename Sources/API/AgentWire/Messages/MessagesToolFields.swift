import StreamingJSON

/// The tools of a request, and the choice among them.
struct MessagesToolFields {
    /// The tools that the client runs.
    private(set) var clientTools: [ClientTool] = []
    /// The server's tools that replace Anthropic's; empty if the request names none of those.
    private(set) var serverTools: [String] = []
    /// The choice of the tools that the model calls.
    private(set) var choice = ToolChoice.auto
    /// Whether the model may call several tools in a round; `nil` lets the model choose.
    private(set) var allowsParallelCalls: Bool?

    /// Reads `tools` and `tool_choice`.
    init(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) {
        let count = fields.faults.totalCount
        var own: [ClientTool] = []
        var replaced: [(name: String, tool: String)] = []
        let read: [Void]? = fields.elements("tools", upTo: ArrayLimits.functions, known: nil) { tool in
            switch tool.string("type") {
            case nil where tool.value("type") == nil, "custom": own.append(Self.tool(&tool, &ignored))
            case let type?: if let read = Self.serverTool(type, &tool, &ignored) { replaced.append(read) }
            case nil: break
            }
        }
        clientTools = own
        for (_, tool) in replaced where !serverTools.contains(tool) { serverTools.append(tool) }
        if fields.faults.totalCount == count, let fault = ClientTool.fault(in: own) {
            fields.reject("tools", fault, .invalidValue)
        }
        _ = fields.nested("tool_choice") { readChoice(&$0, replaced, &ignored) }
        if own.isEmpty, replaced.isEmpty, read?.isEmpty == false, choice == .required {
            fields.reject("tool_choice", ClientTool.noneIsLeft, .unsupportedValue)
        }
    }

    private static func tool(_ fields: inout RequestFields, _ ignored: inout IgnoredFields) -> ClientTool {
        let known: Set<String> = ["type", "name", "description", "input_schema", "strict", "eager_input_streaming"]
        ignored.insert(fields, besides: known, in: "tools.")
        return ClientTool(
            function: &fields,
            schema: "input_schema",
            missing: "required: the JSON Schema of the arguments, an object"
        )
    }

    /// The tools of Anthropic's servers that this server has under another name, by the start of their types.
    private static let replacements = [("web_search_", "searchWeb"), ("web_fetch_", "readWebPage")]

    private static func serverTool(
        _ type: String,
        _ fields: inout RequestFields,
        _ ignored: inout IgnoredFields
    ) -> (name: String, tool: String)? {
        if let tool = replacements.first(where: { type.hasPrefix($0.0) })?.1 {
            ignored.insert(fields, besides: ["type", "name", "allowed_domains", "blocked_domains"], in: "tools.")
            for name in ["allowed_domains", "blocked_domains"] {
                fields.rejectIfPresent(name, "this server cannot restrict the sites; omit it", if: { $0 != [] })
            }
            return (fields.requiredText("name"), tool)
        }
        // Agents send all their tools with each request; without this one, the model uses the others.
        ignored.insert("tools.\(type)")
        return nil
    }
}

// MARK: - The choice

extension MessagesToolFields {
    private mutating func readChoice(
        _ fields: inout RequestFields,
        _ replaced: [(name: String, tool: String)],
        _ ignored: inout IgnoredFields
    ) {
        ignored.insert(fields, besides: ["type", "name", "disable_parallel_tool_use"], in: "tool_choice.")
        allowsParallelCalls = fields.bool("disable_parallel_tool_use").map { !$0 }
        switch fields.string("type") {
        case "auto": choice = .auto
        case "any": choice = .required
        case "none": choice = .none
        case "tool":
            let name = fields.requiredText("name")
            choice = .named(replaced.first { $0.name == name }?.tool ?? name)
        case let type?:
            let detail = "'\(type.excerpt())' is not a choice; it must be auto, any, tool or none"
            fields.reject("type", detail, .invalidValue)
        case nil:
            if fields.value("type") == nil { fields.reject("type", "required: auto, any, tool or none", .missing) }
        }
    }
}
