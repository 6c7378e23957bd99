import Accounts
import AgentRuntime
import EventStreams
import StandIns
import Storage
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Long responses end when their token expires, their scope is removed, or their sign-in is ended; their runs continue.
@Suite(.timeLimit(.minutes(2))) struct EndedAccessTests {
    /// The ways in which access ends.
    enum Cause: CaseIterable { case expiry, scope, signIn }

    /// The responses that a client may be reading.
    enum Kind: CaseIterable {
        case chat, reply, runEvents, completion, responses, messages, serverStream, listen, question, devices
    }

    private static let caused: [(Cause, Kind)] = [Cause.expiry, .scope].flatMap { cause in
        Kind.allCases.map { (cause, $0) }
    }

    /// Ends the access of a client's first token.
    private func end(_ cause: Cause, _ kind: Kind, _ server: TestServer) async throws {
        let client = try #require(try await server.admin(.get, "clients").json["clients"]?[0])
        let id = client["id"]?.stringValue ?? ""
        let answer =
            switch cause {
            case .expiry: try await server.admin(.post, "clients/\(id)/rotate", ["overlap_seconds": 0])
            case .scope:
                try await server.admin(.patch, "clients/\(id)", ["scopes": kind.otherScopes])
            case .signIn:
                try await server.admin(
                    .delete,
                    "sessions/\(try await server.admin(.get, "sessions").json["sessions"]?[0]?["id"]?.stringValue ?? "")"
                )
            }
        #expect((200...204).contains(answer.status), "\(answer.text)")
    }

    @Test(arguments: caused)
    func aResponseEndsWithItsAccess(cause: Cause, kind: Kind) async throws {
        let gate = StandInGate()
        try await LimitedServer.with([.none], gate) { settings in
            settings.runLimits.disconnectGrace = .seconds(3600)
        } _: { server, _, tokens in
            let token = tokens[0]
            switch kind {
            case .chat, .runEvents:
                var reader = EventReader(try await server.stream(["message": "hi"], token: token))
                let shown = try await reader.next(2)
                #expect(shown.map(\.type) == ["run.started", "message.delta"])
                let run = shown[0].json["run"]?.stringValue ?? ""
                if kind == .runEvents {
                    reader = EventReader(try await server.reattach(run, token: token))
                    _ = try await reader.next(2)
                }
                try await end(cause, kind, server)
                // The run has not ended, so the stream has no last event, and can be resumed.
                await #expect(throws: (any Error).self) { try await reader.rest() }
            case .reply:
                async let answer = server.send(.post, "/v1/chat", token: token, body: #"{"message":"hi"}"#)
                try await server.readers(1)
                try await end(cause, kind, server)
                let found = try await answer
                #expect(found.status == (cause == .expiry ? 401 : 403), "\(found.text)")
            case .completion:
                let body: JSONObject = ["model": "m", "messages": [["role": "user", "content": "hi"]]]
                var reader = EventReader(try await server.stream(body, path: "/v1/chat/completions", token: token))
                _ = try await reader.next()
                try await end(cause, kind, server)
                let last = try #require(try await reader.rest().last?.json)
                #expect(last["error"]?["message"]?.stringValue?.contains("this token") == true, "\(last)")
            case .responses:
                let body: JSONObject = ["model": "m", "input": "hi"]
                var reader = EventReader(try await server.stream(body, path: "/v1/responses", token: token))
                _ = try await reader.next()
                try await end(cause, kind, server)
                // The end of the stream, `[DONE]`, has no type of its own.
                let types = try await reader.rest().map(\.type).filter { $0 != "message" }
                #expect(types.contains("error") && types.last == "response.failed", "\(types)")
            case .messages:
                let body: JSONObject = [
                    "model": "m", "max_tokens": 50, "messages": [["role": "user", "content": "hi"]],
                ]
                let version = [("anthropic-version", "2023-06-01")]
                var reader = EventReader(
                    try await server.stream(body, path: "/v1/messages", token: token, headers: version)
                )
                _ = try await reader.next()
                try await end(cause, kind, server)
                #expect(try await reader.rest().last?.type == "error")
            case .serverStream:
                let caller = try await MCPCaller.open(server, MCPCaller.stateful, token: token)
                var reader = EventReader(try await caller.listen())
                _ = try await reader.next()
                try await end(cause, kind, server)
                #expect(try await reader.messages().allSatisfy { $0["result"] == nil })
            case .listen:
                let wanted: JSONObject = ["notifications": ["resourcesListChanged": true]]
                let caller = MCPCaller(server, token: token)
                var reader = EventReader(try await caller.stream("subscriptions/listen", wanted, id: 7))
                #expect(try await reader.message()?.json["method"] == "notifications/subscriptions/acknowledged")
                try await end(cause, kind, server)
                let last = try #require(try await reader.messages().last)
                #expect(last["id"] == 7 && last["error"]?["message"]?.stringValue?.contains("this token") == true)
            case .question:
                let caller = try await MCPCaller.open(server, MCPCaller.stateful, token: token)
                _ = try await caller.call("createInventory", ["title": "lamp"])
                let call: JSONObject = ["name": "deleteInventory", "arguments": ["id": 1]]
                var reader = EventReader(try await caller.stream("tools/call", call, id: "del"))
                #expect(try await reader.message()?.json["method"] == "elicitation/create")
                try await end(cause, kind, server)
                // The question stays open for a reader with a new token.
                #expect(try await reader.messages().isEmpty)
            case .devices:
                let device = AlbumDevice(server: server, token: token)
                try await device.register()
                var reader = try await device.events()
                #expect(try await reader.next()?.type == "calls.open")
                try await end(cause, kind, server)
                #expect(try await reader.rest().isEmpty)
            }
            gate.open()
        }
    }

    /// The sign-in is ended by an administrator, at another browser.
    @Test(arguments: [Kind.chat, .runEvents, .reply])
    func aResponseEndsWithItsSignIn(kind: Kind) async throws {
        let gate = StandInGate()
        try await LimitedServer.with([.none], gate) { settings in
            settings.runLimits.disconnectGrace = .seconds(3600)
        } _: { server, _, tokens in
            let own = [("Content-Type", "application/json"), ("X-Torii", "1")]
            let signedIn = try await server.send(
                .post,
                "/v1/session",
                token: nil,
                body: #"{"token":"\#(tokens[0])"}"#,
                headers: own
            )
            let fields = signedIn.signInFields
            if kind == .reply {
                async let answer = server.send(
                    .post,
                    "/v1/chat",
                    token: nil,
                    body: #"{"message":"hi"}"#,
                    headers: [("Content-Type", "application/json")] + fields
                )
                try await server.readers(1)
                try await end(.signIn, kind, server)
                #expect(try await answer.status == 401)
            } else {
                // The stream is read first, because a sign-in that ends before the first byte is refused with 401.
                var reader = EventReader(try await server.stream(["message": "hi"], token: nil, headers: fields))
                let run = try await reader.next(2)[0].json["run"]?.stringValue ?? ""
                if kind == .runEvents {
                    reader = EventReader(try await server.reattach(run, token: nil, headers: fields))
                    _ = try await reader.next(2)
                }
                try await end(.signIn, kind, server)
                await #expect(throws: (any Error).self) { try await reader.rest() }
            }
            gate.open()
        }
    }
}

extension EndedAccessTests.Kind {
    /// The scopes of a client that may no longer read it.
    fileprivate var otherScopes: JSONValue {
        switch self {
        case .devices, .question: ["chat"]
        // Every client may use /mcp.
        case .serverStream, .listen: ["admin:read"]
        default: ["devices"]
        }
    }
}
