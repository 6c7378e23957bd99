import AgentRuntime
import Foundation
import Secrets
import StreamingJSON
import Testing

@testable import ToriiApp

/// `torii mcp` between an assistant's pipes: on a data folder, and as a bridge to a server.
@Suite(.timeLimit(.minutes(1)), .serialized) struct MCPStandardIOTests {
    enum Place: String, CaseIterable { case folder, server }

    /// Serves an assistant from a data folder, or from a server.
    private func withAssistant(
        of place: Place,
        _ configure: @Sendable (inout Settings) -> Void = { _ in },
        _ body: (AssistantPipe) async throws -> Void
    ) async throws {
        switch place {
        case .folder:
            try await withTemporaryFolder { folder in
                var settings = Settings()
                settings.dataDirectory = folder
                configure(&settings)
                try await AssistantPipe.with(.folder(settings, client: nil, token: nil), body)
            }
        case .server:
            let withGrace: @Sendable (inout Settings) -> Void = { settings in
                // The bridge may attach to a stream a moment after it was opened.
                settings.runLimits.disconnectGrace = .seconds(10)
                configure(&settings)
            }
            try await TestServer.with(withGrace) { server in
                let target = try BridgeTarget(server.baseURL, token: SecretString(TestServer.clientToken))
                try await AssistantPipe.with(.server(target), body)
            }
        }
    }

    private func withTemporaryFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-mcp-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test(arguments: Place.allCases) func aDeletionIsApprovedInASession(place: Place) async throws {
        try await withAssistant(of: place) { assistant in
            try await assistant.initialize()
            try assistant.send(1, "tools/call", ["name": "createInventory", "arguments": ["title": "Old printer"]])
            let created = try await assistant.result(1)
            #expect(created["isError"] == nil)
            try assistant.send(2, "tools/call", ["name": "deleteInventory", "arguments": ["id": 1]])
            let question = try await assistant.next()
            #expect(question["method"] == "elicitation/create")
            #expect(question["params"]?["message"]?.stringValue?.contains("Old printer") == true)
            let answer: JSONValue = [
                "jsonrpc": "2.0", "id": question["id"] ?? .null,
                "result": ["action": "accept", "content": ["approve": true]],
            ]
            try assistant.send(line: answer.serialized())
            #expect(try await assistant.result(2)["isError"] == nil)
            try assistant.send(3, "tools/call", ["name": "getInventoryList", "arguments": [:]])
            let list = try await assistant.result(3)
            #expect(list["content"]?[0]?["text"]?.stringValue?.contains("Old printer") == false)
        }
    }

    @Test(arguments: Place.allCases) func aDeletionIsApprovedWithoutASession(place: Place) async throws {
        try await withAssistant(of: place) { assistant in
            try assistant.ask(1, "server/discover")
            #expect(try await assistant.result(1)["supportedVersions"]?[0] == "2026-07-28")
            try assistant.ask(2, "tools/call", ["name": "createInventory", "arguments": ["title": "Old printer"]])
            #expect(try await assistant.result(2)["isError"] == nil)
            let call: JSONObject = ["name": "deleteInventory", "arguments": ["id": 1]]
            try assistant.ask(3, "tools/call", call)
            let question = try await assistant.result(3)
            #expect(question["resultType"] == "input_required")
            let key = question["inputRequests"]?.objectValue?.keys.first ?? ""
            var again = call
            again["requestState"] = question["requestState"]
            again["inputResponses"] = .object([key: ["action": "accept", "content": ["approve": true]]])
            try assistant.ask(4, "tools/call", again)
            let deleted = try await assistant.result(4)
            #expect(deleted["resultType"] == "complete" && deleted["isError"] == nil)
        }
    }

    @Test(arguments: Place.allCases) func aRequestThatIsNoneIsRefusedAndTheNextAnswered(place: Place) async throws {
        try await withAssistant(of: place) { assistant in
            for line in ["{", "[]", "{\"jsonrpc\":\"2.0\",\"id\":[],\"method\":\"ping\"}"] {
                try assistant.send(line: line)
                let message = try await assistant.next()
                #expect(message["id"] == nil && [-32700, -32600].contains(message["error"]?["code"]?.intValue))
            }
            try assistant.ask(1, "tools/call", ["name": "no such tool"])
            #expect(try await assistant.result(1)["error"]?["code"] == -32602)
            try assistant.ask(2, "tools/list")
            #expect(try await assistant.result(2)["tools"]?.arrayValue?.isEmpty == false)
        }
    }

    @Test func aLineThatIsTooLongIsRefusedAndTheNextAnswered() async throws {
        try await withAssistant(of: .folder) { assistant in
            let long = String(repeating: "x", count: LineInput.longestLine + 1)
            async let sent: Void = Task.detached { try assistant.send(line: long) }.value
            #expect(try await assistant.next()["error"]?["code"] == -32600)
            try await sent
            try assistant.ask(1, "server/discover")
            #expect(try await assistant.result(1)["capabilities"] != nil)
        }
    }

    /// The log of the command is on the person's terminal.
    @Test func theEndsOfCallsAreLoggedForDebuggingOnly() async throws {
        try await withTemporaryFolder { folder in
            var settings = Settings()
            settings.dataDirectory = folder
            let log = LogCapture()
            try await AssistantPipe.with(.folder(settings, client: nil, token: nil), log: log) { assistant in
                try assistant.ask(1, "tools/call", ["name": "createInventory", "arguments": ["title": "Paper"]])
                #expect(try await assistant.result(1)["isError"] == nil)
            }
            let ends = log.text.split(separator: "\n").filter { $0.contains("Run ended") }
            #expect(ends.count == 1 && ends.allSatisfy { $0.contains("debug") }, "\(ends)")
        }
    }

    @Test func aFolderThatAServerUsesIsServedByTheServer() async throws {
        try await TestServer.with { server in
            var settings = Settings()
            settings.dataDirectory = server.dataDirectory
            await #expect(throws: SettingsError.self) {
                try await AssistantPipe.with(.folder(settings, client: nil, token: nil)) { _ in }
            }
            settings.clientToken = SecretString(TestServer.clientToken)
            try await AssistantPipe.with(.folder(settings, client: nil, token: nil)) { assistant in
                try await assistant.initialize()
                try assistant.send(1, "tools/list")
                #expect(try await assistant.result(1)["tools"]?.arrayValue?.isEmpty == false)
            }
        }
    }

    @Test func aClientIsChosenByItsName() async throws {
        try await withTemporaryFolder { folder in
            var settings = Settings()
            settings.dataDirectory = folder
            let error = await #expect(throws: SettingsError.self) {
                try await AssistantPipe.with(.folder(settings, client: "desk", token: nil)) { _ in }
            }
            #expect(error?.message.contains("'torii clients create' makes one") == true)
            // Without a name, the first client of a new folder is created.
            try await AssistantPipe.with(.folder(settings, client: nil, token: nil)) { _ in }
            try await AssistantPipe.with(.folder(settings, client: "First Client", token: nil)) { assistant in
                try assistant.ask(1, "resources/list")
                #expect(try await assistant.result(1)["resources"]?.arrayValue?.isEmpty == true)
            }
        }
    }

    @Test func aServerThatDoesNotAnswerIsAnError() async throws {
        let target = try BridgeTarget(TestServer.nowhere, token: nil)
        try await AssistantPipe.with(.server(target)) { assistant in
            try assistant.ask(1, "tools/list")
            let message = try await assistant.result(1)["error"]?["message"]?.stringValue
            #expect(message?.contains("does not answer") == true && message?.contains("TORII_URL") == true)
        }
    }

    @Test func aTokenThatTheServerDoesNotKnowIsAnError() async throws {
        try await TestServer.with({ $0.authenticationDelay = .zero }) { server in
            let target = try BridgeTarget(
                server.baseURL,
                token: SecretString("torii_unknown_0123456789abcdef0123456789")
            )
            try await AssistantPipe.with(.server(target)) { assistant in
                try assistant.ask(1, "tools/list")
                let message = try await assistant.result(1)["error"]?["message"]?.stringValue
                #expect(message?.contains("TORII_TOKEN") == true, "\(message ?? "")")
            }
        }
    }

    @Test func aRestartedServerGetsAnotherSession() async throws {
        try await withTemporaryFolder { folder in
            let url = try await TestServer.with(dataDirectory: folder) { $0.baseURL }
            let port = url.split(separator: ":").last.flatMap { Int($0) } ?? 0
            let target = try BridgeTarget(url, token: SecretString(TestServer.clientToken))
            try await AssistantPipe.with(.server(target)) { assistant in
                try await TestServer.with(dataDirectory: folder, { $0.port = port }) { _ in
                    try await assistant.initialize()
                }
                try await TestServer.with(dataDirectory: folder, { $0.port = port }) { _ in
                    try assistant.send(1, "tools/list")
                    #expect(try await assistant.result(1)["tools"]?.arrayValue?.isEmpty == false)
                }
            }
        }
    }

    @Test func aConversationIsAResource() async throws {
        try await TestServer.with({ $0.runLimits.disconnectGrace = .seconds(10) }) { server in
            let turn = try await server.chat("Hello")
            let id = turn["conversation"]?.stringValue ?? ""
            let target = try BridgeTarget(server.baseURL, token: SecretString(TestServer.clientToken))
            try await AssistantPipe.with(.server(target)) { assistant in
                try await assistant.initialize()
                try assistant.send(1, "resources/list")
                let listed = try await assistant.result(1)["resources"]?[0]
                #expect(listed?["uri"]?.stringValue == "torii://conversations/\(id)" && listed?["title"] == "Hello")
                try assistant.send(2, "resources/read", ["uri": .string("torii://conversations/\(id)")])
                let text = try await assistant.result(2)["contents"]?[0]?["text"]?.stringValue ?? ""
                #expect(try JSONValue(parsing: text)["messages"]?[0]?["text"] == "Hello")
                try assistant.send(3, "resources/read", ["uri": "torii://conversations/conv_other"])
                #expect(try await assistant.result(3)["error"]?["code"] == -32002)
                try assistant.send(
                    4,
                    "completion/complete",
                    [
                        "ref": ["type": "ref/resource", "uri": "torii://conversations/{id}"],
                        "argument": ["name": "id", "value": "hel"],
                    ]
                )
                #expect(try await assistant.result(4)["completion"]?["values"] == [.string(id)])
                try assistant.send(5, "resources/subscribe", ["uri": .string("torii://conversations/\(id)")])
                #expect(try await assistant.result(5).objectValue?.isEmpty == true)
                try assistant.ask(
                    6,
                    "subscriptions/listen",
                    ["notifications": ["resourceSubscriptions": [.string("torii://conversations/\(id)")]]]
                )
                #expect(try await assistant.next()["method"] == "notifications/subscriptions/acknowledged")
                _ = try await server.chat("And now?", conversation: id)
                let changed = try await assistant.next()
                #expect(changed["method"] == "notifications/resources/updated")
                #expect(changed["params"]?["uri"]?.stringValue == "torii://conversations/\(id)")
            }
        }
    }

    @Test(arguments: Place.allCases) func promptsAreThoseOfTheFolder(place: Place) async throws {
        try await withTemporaryFolder { folder in
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            let text = "---\nargument.shelf: The shelf\n---\nReport on {{shelf}}."
            try text.write(toFile: folder + "/report.md", atomically: true, encoding: .utf8)
            try await withAssistant(of: place, { $0.promptsDirectory = folder }) { assistant in
                try assistant.ask(1, "prompts/list")
                #expect(try await assistant.result(1)["prompts"]?[0]?["name"] == "report")
                try assistant.ask(2, "prompts/get", ["name": "report", "arguments": ["shelf": "A1"]])
                let message = try await assistant.result(2)["messages"]?[0]
                #expect(message?["content"]?["text"] == "Report on A1.")
            }
        }
    }
}
