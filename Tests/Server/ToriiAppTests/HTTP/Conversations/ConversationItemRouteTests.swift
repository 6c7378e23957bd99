import AgentRuntime
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The conversations in OpenAI's form, on the resource that native clients use.
@Suite(.timeLimit(.minutes(1))) struct ConversationItemRouteTests {
    /// The fields of a request by OpenAI's client library.
    private static let library = [
        ("Content-Type", "application/json"), ("User-Agent", "OpenAI/Python 3.54.0"), ("X-Stainless-Lang", "python"),
    ]

    private func create(_ server: TestServer, _ body: String) async throws -> String {
        let created = try await server.send(.post, "/v1/conversations", body: body, headers: Self.library)
        #expect(created.status == 200)
        #expect(created.json["object"] == "conversation")
        return try #require(created.json["id"]?.stringValue)
    }

    private func ids(_ list: JSONValue) -> [String] {
        (list["data"]?.arrayValue ?? []).compactMap { $0["id"]?.stringValue }
    }

    @Test func aConversationIsCreatedChangedAndDeleted() async throws {
        try await TestServer.with { server in
            let id = try await create(server, #"{"metadata":{"topic":"tea"},"more":1}"#)
            let path = "/v1/conversations/\(id)"
            let found = try await server.send(.get, path, headers: Self.library).json
            #expect(found["metadata"] == ["topic": "tea"])
            #expect((found["created_at"]?.intValue ?? 0) > 1_700_000_000)
            let changed = try await server.send(
                .post,
                path,
                body: #"{"metadata":{"topic":"昨日","n":"1"}}"#,
                headers: Self.library
            )
            #expect(changed.json["metadata"] == ["n": "1", "topic": "昨日"])
            // The native form of the same conversation has the members that it always had.
            let native = try await server.send(.get, path).json
            #expect(
                native.objectValue?.map(\.key) == [
                    "conversation", "title", "created_at", "updated_at", "messages", "transcript", "runs",
                ]
            )
            #expect(native["title"] == .null)
            let deleted = try await server.send(.delete, path, headers: Self.library)
            #expect(deleted.json == ["id": .string(id), "object": "conversation.deleted", "deleted": true])
            #expect(try await server.send(.get, path).status == 404)
        }
    }

    /// The fields of a request, and whether the answer has OpenAI's form.
    @Test(
        arguments: [
            ([], false), ([("User-Agent", "OpenAI/Python 3.54.0")], true),
            ([("User-Agent", "AsyncOpenAI/Python 3")], true),
            ([("User-Agent", "OpenAI/JS 6.1.0")], true), ([("User-Agent", "OpenAI")], true),
            ([("User-Agent", "MyOpenAI/1")], false), ([("User-Agent", "curl/8")], false),
            ([("X-Stainless-Lang", "go")], true), ([("OpenAI-Beta", "conversations=v1")], true),
        ] as [([(String, String)], Bool)]
    )
    func theRequestSelectsTheForm(headers: [(String, String)], isOpenAI: Bool) async throws {
        try await TestServer.with { server in
            let id = try await create(server, "{}")
            let found = try await server.send(.get, "/v1/conversations/\(id)", headers: headers)
            #expect((found.json["object"] == "conversation") == isOpenAI)
            let unknown = try await server.send(.get, "/v1/conversations/conv_none", headers: headers)
            #expect(unknown.status == 404)
            #expect((unknown.json["error"]?["message"] != nil) == isOpenAI)
            let gone = try await server.send(.delete, "/v1/conversations/\(id)", headers: headers)
            #expect(gone.status == (isOpenAI ? 200 : 204))
        }
    }

    @Test func itemsAreListedAddedAndRead() async throws {
        try await TestServer.with { server in
            let items = (0..<5).map { #"{"role":"\#($0 % 2 == 0 ? "user" : "assistant")","content":"text \#($0)"}"# }
            let id = try await create(server, #"{"items":[\#(items.joined(separator: ","))]}"#)
            let path = "/v1/conversations/\(id)/items"
            let all = try await server.send(.get, "\(path)?order=asc").json
            let names = ids(all)
            #expect(names.count == 5)
            #expect(all["has_more"] == false)
            #expect(all["data"]?[1]?["content"]?[0]?["text"] == "text 1")
            let latest = try await server.send(.get, path).json
            #expect(ids(latest) == names.reversed())
            for (order, expected) in [("asc", names), ("desc", names.reversed())] {
                var read: [String] = []
                while read.count < 9 {
                    let after = read.last.map { "&after=\($0)" } ?? ""
                    let page = try await server.send(.get, "\(path)?limit=2&order=\(order)\(after)").json
                    read += ids(page)
                    guard page["has_more"] == true else { break }
                }
                #expect(read == expected)
            }
            let added = try await server.send(
                .post,
                path,
                body: #"{"items":[{"type":"message","role":"user","content":"text 5"}]}"#
            )
            #expect(added.status == 200)
            let name = try #require(ids(added.json).first)
            let item = try await server.send(.get, "\(path)/\(name)")
            #expect(item.json["content"]?[0]?["text"] == "text 5")
            let last = try await server.send(.get, "\(path)?limit=1").json
            #expect(ids(last) == [name])
            let native = try await server.send(.get, "/v1/conversations/\(id)").json
            #expect(native["title"] == "text 0")
            #expect(native["messages"]?.arrayValue?.count == 6)
        }
    }

    @Test func aTurnContinuesAConversationOfItems() async throws {
        try await OpenAIStandIn.with(script: { _ in .text("I know.") }) { standIn in
            let model = try #require(ModelReference("openai:m"))
            try await TestServer.with({ settings in
                settings.addresses[.openai] = standIn.baseURL
                settings.models = [model]
            }) { server in
                let empty = try await create(server, #"{"metadata":{"a":"b"}}"#)
                _ = try await server.chat("What is it?", conversation: empty)
                let titled = try await server.send(.get, "/v1/conversations/\(empty)").json
                #expect(titled["title"] == "What is it?")
                let id = try await create(server, #"{"items":[{"role":"user","content":"My name is Naomi."}]}"#)
                let reply = try await server.chat("Who am I?", conversation: id)
                #expect(reply["message"]?["text"] == "I know.")
                #expect(standIn.requests.last?.bodyText.contains("My name is Naomi.") == true)
                let list = try await server.send(.get, "/v1/conversations/\(id)/items?order=asc").json
                #expect(
                    list["data"]?.arrayValue?.compactMap { $0["role"]?.stringValue } == ["user", "user", "assistant"]
                )
                let found = try await server.send(.get, "/v1/conversations/\(empty)", headers: Self.library).json
                #expect(found["metadata"] == ["a": "b"])
            }
        }
    }

    @Test func callsOfTheServersToolsHaveTheirOutputs() async throws {
        try await TestServer.with { server in
            let reply = try await server.chat("Add \"green tea\" to the inventory, quantity 3")
            let id = try #require(reply["conversation"]?.stringValue)
            for order in ["asc", "desc"] {
                let list = try await server.send(.get, "/v1/conversations/\(id)/items?order=\(order)").json
                let calls = (list["data"]?.arrayValue ?? []).filter { $0["type"] == "torii:tool_call" }
                #expect(!calls.isEmpty)
                for call in calls {
                    #expect(call["output"]?.stringValue?.isEmpty == false)
                    let name = try #require(call["id"]?.stringValue)
                    #expect(try await server.send(.get, "/v1/conversations/\(id)/items/\(name)").json == call)
                }
                #expect(!(list["data"]?.arrayValue ?? []).contains { $0["type"] == "function_call_output" })
            }
        }
    }

    /// A request, its status, and its code in OpenAI's error.
    @Test(
        arguments: [
            (.get, "/items?limit=0", nil, 400), (.get, "/items?limit=101", nil, 400),
            (.get, "/items?order=up", nil, 400),
            (.get, "/items?after=msg_x_1", nil, 400), (.get, "/items/msg_x_1", nil, 404),
            (.get, "/items/none", nil, 404), (.delete, "/items/none", nil, 400), (.post, "/items", "{}", 400),
            (.post, "/items", #"{"items":[{"role":"system","content":"a"}]}"#, 400),
            (.post, "/items", #"{"items":[{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}]}"#, 400),
            (.post, "/items", #"{"items":[{"type":"function_call_output","call_id":"c","output":"o"}]}"#, 400),
            (.post, "", "{}", 400), (.post, "", #"{"metadata":{"a":1}}"#, 400), (.put, "/items", "{}", 405),
        ] as [(HTTPMethod, String, String?, Int)]
    )
    func faultyRequestsAreExplained(method: HTTPMethod, path: String, body: String?, status: Int) async throws {
        try await TestServer.with { server in
            let id = try await create(server, "{}")
            let answer = try await server.send(
                method,
                "/v1/conversations/\(id)\(path)",
                body: body,
                headers: Self.library
            )
            #expect(answer.status == status)
            #expect(answer.json["error"]?["message"]?.stringValue?.isEmpty == false)
            let list = try await server.send(.get, "/v1/conversations/\(id)/items").json
            #expect(list["data"] == [])
        }
    }

    @Test func onlyAnIdleConversationGetsItems() async throws {
        let script: OpenAIStandIn.Script = { _ in
            .toolCalls([ScriptedToolCall("deleteInventory", arguments: #"{"id":1}"#, id: "call_1")])
        }
        try await OpenAIStandIn.with(script: script) { standIn in
            try await TestServer.with({ settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
            }) { server in
                _ = try await server.send(.post, "/v1/tools/createInventory", body: #"{"title":"lamp","quantity":1}"#)
                let id = try await create(server, "{}")
                let turn = #"{"message":"delete it","conversation":"\#(id)"}"#
                let waiting = try await server.send(.post, "/v1/chat", body: turn)
                #expect(waiting.status == 202)
                let body = #"{"items":[{"role":"user","content":"a"}]}"#
                let busy = try await server.send(.post, "/v1/conversations/\(id)/items", body: body)
                #expect(busy.status == 409)
                let run = try #require(waiting.json["run"]?.stringValue)
                #expect(busy.json["error"]?["message"]?.stringValue?.contains(run) == true)
            }
        }
    }
}
