package import StreamingJSON

extension MCPConnection {
    /// Returns the definitions of the tools, as the server sent them.
    ///
    /// - Parameter onlyUsable: Whether tools are left out whose annotated arguments break the protocol's rules.
    /// - Throws: ``MCPFailure``; `CancellationError`.
    package func listTools(onlyUsable: Bool = true) async throws -> [JSONObject] {
        let tools = try await allTools()
        return onlyUsable ? tools.filter { (try? ToolHeader.headers(in: $0["inputSchema"] ?? .null)) != nil } : tools
    }

    private func allTools() async throws -> [JSONObject] {
        var pages = ToolListPages()
        var params: JSONObject = [:]
        while true {
            let page = try await request(
                "tools/list",
                params,
                MCPCallOptions(deadline: options.deadline, isRepeatable: true)
            )
            switch pages.append(page) {
            case .complete:
                for oddity in pages.oddities { options.onOddity(oddity) }
                return pages.tools
            case .next(let cursor): params["cursor"] = .string(cursor)
            case .refused(let reason): throw MCPFailure(.tooLarge, of: server, reason)
            }
        }
    }

    /// Calls a tool and returns its result.
    ///
    /// - Parameter definition: The tool's definition from ``listTools()``, whose annotated arguments are sent as header fields too.
    /// - Throws: ``MCPFailure``; `CancellationError`.
    package func callTool(
        _ name: String,
        _ arguments: JSONObject,
        definition: JSONObject? = nil,
        _ call: MCPCallOptions = MCPCallOptions()
    ) async throws -> JSONObject {
        var call = call
        if let schema = definition?["inputSchema"] { call.headers = (try? ToolHeader.headers(in: schema)) ?? [] }
        return try await request("tools/call", ["name": .string(name), "arguments": .object(arguments)], call)
    }
}
