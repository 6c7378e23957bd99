import AgentWire
import StreamingJSON
import Testing

/// The tools of a request, and the choice among them.
@Suite struct ResponseToolFieldsTests {
    private static func read(_ more: String) throws -> ResponsesRequest {
        try ResponsesRequest(jsonValue: JSONValue(parsing: #"{"input":"Hi","# + more + "}"))
    }

    /// The choice of tools.
    @Test(
        arguments: [
            (#""auto""#, .auto), (#""none""#, .none), (#""required""#, .required),
            (#"{"type":"function","name":"f"}"#, .named("f")), (#"{"type":"web_search"}"#, .named("searchWeb")),
            (#"{"type":"torii:getInventory"}"#, .named("getInventory")),
            (
                #"{"type":"allowed_tools","mode":"auto","tools":[{"type":"function","name":"f"}]}"#,
                .allowed(["f"], isRequired: false)
            ),
            (
                #"{"type":"allowed_tools","mode":"required","tools":[{"type":"torii:x"},{"type":"function","name":"f"}]}"#,
                .allowed(["x", "f"], isRequired: true)
            ),
            (
                #"{"type":"allowed_tools","tools":[{"type":"web_search_preview"}]}"#,
                .allowed(["searchWeb"], isRequired: false)
            ),
        ] as [(String, ToolChoice)]
    )
    func choicesAreRead(choice: String, expected: ToolChoice) throws {
        #expect(try Self.read(#""tool_choice":"# + choice).turn.toolChoice == expected)
    }

    /// A client may declare this server's tools as those of an MCP server.
    @Test func theServersToolsAreThoseOfAnMCPServer() throws {
        let mcp = #"{"type":"mcp","server_label":"torii","server_url":"https://a.example","require_approval":"never""#
        #expect(try Self.read(#""tools":["# + mcp + "}]").turn.tools == nil)
        #expect(try Self.read(#""tools":["# + mcp + #","allowed_tools":["x"]}]"#).turn.tools == ["x"])
        #expect(try Self.read(#""tools":["# + mcp + #","allowed_tools":{"tool_names":["x"]}}]"#).turn.tools == ["x"])
    }

    /// Codex sends tools of many types with each request; those that no model here can call are left out.
    @Test func toolsOfOtherTypesAreLeftOut() throws {
        let tools =
            #"{"type":"function","name":"f"},{"type":"custom","name":"apply_patch","format":{"type":"grammar"}},"#
            + #"{"type":"web_search","external_web_access":true,"search_content_types":["text"]},{"type":"local_shell"},"#
            + #"{"type":"namespace","name":"n","tools":[]},{"type":"tool_search"},{"type":"image_generation"},"#
            + #"{"type":"mcp","server_label":"x"},{"type":"file_search"}"#
        let request = try Self.read(#""tools":["# + tools + "]")
        #expect(request.turn.clientTools.map(\.name) == ["f"] && request.turn.tools == ["searchWeb"])
        #expect(
            request.ignored == [
                "tools.custom", "tools.external_web_access", "tools.search_content_types", "tools.local_shell",
                "tools.namespace", "tools.tool_search", "tools.image_generation", "tools.mcp", "tools.file_search",
            ]
        )
        let choice = #""tool_choice":{"type":"allowed_tools","tools":[{"type":"custom","name":"a"}"#
        #expect(try Self.read(choice + "]}").turn.toolChoice == ToolChoice.none)
        #expect(
            try Self.read(choice + #",{"type":"function","name":"f"}]}"#).turn.toolChoice
                == .allowed(["f"], isRequired: false)
        )
    }

    /// Tools or a choice among them, and the JSON pointers of their faults with their kinds.
    @Test(
        arguments: [
            (#""tools":{}"#, ["#/tools": .wrongType]), (#""tools":[5]"#, ["#/tools/0": .wrongType]),
            (#""tools":[{}]"#, ["#/tools/0/type": .missing]),
            (#""tools":[{"type":5}]"#, ["#/tools/0/type": .wrongType]),
            (
                #""tools":[{"type":"file_search"}],"tool_choice":"required""#, ["#/tool_choice": .unsupportedValue]
            ),
            (#""tools":[{"type":"torii:"}]"#, ["#/tools/0/type": .unsupportedValue]),
            (#""tools":[{"type":"function"}]"#, ["#/tools/0/name": .missing]),
            // The form of chat completions.
            (#""tools":[{"type":"function","function":{"name":"f"}}]"#, ["#/tools/0/name": .missing]),
            (#""tools":[{"type":"function","name":"a b"}]"#, ["#/tools/0/name": .invalidValue]),
            (
                #""tools":[{"type":"function","name":"f","parameters":{"type":"string"}}]"#,
                ["#/tools/0/parameters": .invalidValue]
            ),
            (#""tools":[{"type":"function","name":"f","parameters":"{}"}]"#, ["#/tools/0/parameters": .wrongType]),
            (#""tools":[{"type":"function","name":"f","strict":"yes"}]"#, ["#/tools/0/strict": .wrongType]),
            (
                #""tools":[{"type":"function","name":"f"},{"type":"function","name":"f"}]"#, ["#/tools": .invalidValue]
            ),
            (#""tools":[{"type":"mcp"}]"#, ["#/tools/0/server_label": .missing]),
            (#""tool_choice":5"#, ["#/tool_choice": .wrongType]),
            (#""tool_choice":"any""#, ["#/tool_choice": .unsupportedValue]),
            (#""tool_choice":{}"#, ["#/tool_choice/type": .missing]),
            (#""tool_choice":{"type":"file_search"}"#, ["#/tool_choice/type": .unsupportedValue]),
            (#""tool_choice":{"type":"function"}"#, ["#/tool_choice/name": .missing]),
            (#""tool_choice":{"type":"allowed_tools"}"#, ["#/tool_choice/tools": .missing]),
            (#""tool_choice":{"type":"allowed_tools","tools":[]}"#, ["#/tool_choice/tools": .emptyArray]),
            (
                #""tool_choice":{"type":"allowed_tools","mode":"none","tools":[{"type":"function"}]}"#,
                ["#/tool_choice/mode": .unsupportedValue, "#/tool_choice/tools/0/name": .missing]
            ),
        ] as [(String, [String: WireError.Fault.Kind])]
    )
    func faultyToolsAreRefused(more: String, faults: [String: WireError.Fault.Kind]) throws {
        let error = try #require(throws: WireError.self) { try Self.read(more) }
        #expect(Dictionary(error.faults.map { ($0.pointer, $0.kind) }) { $1 } == faults)
        #expect(error.faults.count == faults.count)
    }
}
