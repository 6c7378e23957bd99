import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

/// `torii tools list`, with the built program.
@Suite(.timeLimit(.minutes(1))) struct ToolsCommandTests {
    /// A file may ask only tools that are on, for a command as for the server.
    @Test(arguments: ["used", "faulty"]) func filesAreReadAsByAServer(state: String) async throws {
        try await withTemporaryFolder { folder in
            let tools = state == "used" ? "searchWeb" : "getInventoryList"
            let torii = Command(folder: folder, settings: ["TORII_TOOLS_DIR": folder, "TORII_TOOLS": tools])
            let text = """
                torii: 1
                aggregates:
                  - name: searchTwice
                    description: Searches the web.
                    arguments: {query: {type: string}}
                    required: [query]
                    ask: [{tool: searchWeb, with: {query: "{query}"}}]
                    merge: {by: rank}

                """
            try text.write(toFile: folder + "/twice.yaml", atomically: true, encoding: .utf8)
            #expect(try await torii("clients", "create", "phone").status == 0)
            let alone = try await torii("tools", "list").output
            #expect(alone.contains("twice.yaml") && alone.contains("  \(state)"), "\(alone)")
        }
    }

    /// A command gets the option, and a script the problem.
    @Test func aTrialIsConfirmedByAnOption() async throws {
        try await withTemporaryFolder { folder in
            let settings = ["TORII_TOOLS_DIR": folder, "TORII_TOOLS_HOSTS": "127.0.0.1"]
            let torii = Command(folder: folder, settings: settings)
            let text = """
                torii: 1
                upstream: orders
                base: http://127.0.0.1:9
                tools: [{name: cancel, description: b, effect: changes, request: {post: /}}]

                """
            try text.write(toFile: folder + "/orders.yaml", atomically: true, encoding: .utf8)
            #expect(try await torii("clients", "create", "phone").status == 0)
            let asked = try await torii("tools", "try", "cancel")
            #expect(asked.status == 1)
            let advice = "'cancel' changes something or needs approval. Add --yes to make the call."
            #expect(asked.errors.contains(advice) && !asked.errors.contains("confirm"), "\(asked.errors)")
            let script = try JSONValue(parsing: try await torii("tools", "try", "cancel", "--json").output)
            #expect(script["type"] == "urn:torii:problem:confirmation-needed")
            #expect(try await torii("tools", "try", "cancel", "--yes").output.contains("Failed after "))
        }
    }

    @Test func aToolThatAProviderRefusesIsListed() async throws {
        let token = "torii_client_for_tests_0123456789abcdef"
        try await OpenAIStandIn.with(script: { request in
            guard request.toolNames.contains("getCurrentWeather") else { return .text("Yes.") }
            let text = "Invalid schema for function 'getCurrentWeather': no."
            let error: JSONValue = [
                "message": .string(text), "type": "invalid_request_error", "param": nil, "code": nil,
            ]
            return .failure(.json(["error": error], status: 400))
        }) { standIn in
            try await withTemporaryFolder { folder in
                let torii = Command(
                    folder: folder,
                    settings: [
                        "OPENAI_BASE_URL": standIn.baseURL, "OPENAI_API_KEY": "sk-first-0123456789abcdef",
                        "TORII_MODEL": "openai:stand-in", "TORII_CLIENT_TOKEN": token,
                        "TORII_ADMIN_TOKEN": token + "_admin",
                    ]
                )
                let none = "There are no declared tools. Put files of tools or of MCP servers into TORII_TOOLS_DIR.\n"
                try await torii.withServer { server in
                    #expect(try await torii("tools", "list").output == none)
                    let client = HTTPClient()
                    let request = HTTPRequest(
                        .post,
                        server.url + "/v1/chat",
                        headers: ["Authorization": .plain("Bearer \(token)"), "Content-Type": "application/json"],
                        body: Array(#"{"message":"Well?"}"#.utf8),
                        isTrusted: true
                    )
                    let response = try await client.send(request)
                    let answer = try JSONValue(parsing: try await response.body.collect(upTo: 1 << 20))
                    await client.shutdown()
                    #expect(answer["message"]?["text"] == "Yes.")
                    let host = String(standIn.baseURL.dropFirst("http://".count).prefix { $0 != "/" })
                    let lines = try await torii("tools", "list").output.split(separator: "\n").map {
                        $0.split(separator: "  ", omittingEmptySubsequences: true).map {
                            $0.trimmingCharacters(in: .whitespaces)
                        }
                    }
                    #expect(lines.suffix(2).first == ["LEFT OUT", "MODEL", "HOST", "REASON"])
                    #expect(lines.last == ["getCurrentWeather", "stand-in", host, "refused by the provider"])
                    let json = try JSONValue(parsing: try await torii("tools", "list", "--json").output)
                    #expect(json["left_out"]?[0]?["reason"] == "refused" && json["files"] == [] && json["tools"] == [])
                }
            }
        }
    }
}
