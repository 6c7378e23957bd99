import EventStreams
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Ends of calls that come from the person or too late, and ends of a device's event stream.
@Suite(.timeLimit(.minutes(2))) struct IntentEndTests {
    /// A model that creates an album, and then repeats the output or says what it knows of late ones.
    private static let script: OpenAIStandIn.Script = { request in
        if request.lastUserText == "Fail" { return .failure(OpenAIStandIn.failure(400)) }
        if request.lastUserText == "And now?" {
            // The note of a turn stays with its message, so only the newest one counts.
            let newest = request.messages.last?["content"]?.stringValue
            let isLate = newest?.contains("photos.createAlbum: succeeded") == true
            return .text(isLate ? "late" : "nothing")
        }
        if let output = request.toolOutputs.last { return .text(output.text) }
        return .toolCalls([ScriptedToolCall("photos_createAlbum", arguments: #"{"name":"Winter"}"#, id: "c")])
    }

    @Test func aRejectedCallThatRunsIsStoppedAndItsLateEndIsKept() async throws {
        try await TestServer.withModel(Self.script) { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var events = try await device.events()
            var chat = EventReader(try await server.stream(["message": "Create Winter"]))
            let started = try #require(try await chat.next()?.json)
            let id = try #require(try await events.next("intent.requested")["callId"]?.stringValue)
            #expect(try await device.post(id, "claim").status == 200)
            #expect(try await device.post(id, "running").status == 200)
            let run = started["run"]?.stringValue ?? ""
            func decide(_ decision: JSONValue) async throws -> Int {
                let body: JSONValue = ["decisions": [decision]]
                return try await server.send(.post, "/v1/runs/\(run)/outputs", body: body.serialized()).status
            }
            let rejection: JSONValue = ["call": "c", "decision": "reject", "reason": "not now"]
            #expect(try await decide(rejection) == 202)
            let ended = try await events.next("call.ended")
            #expect(ended["callId"]?.stringValue == id && ended["state"] == "unknown" && ended["stop"] == true)
            let answer = try await chat.rest().first { $0.type == "message.completed" }?.json["text"]?.stringValue ?? ""
            #expect(answer.contains("It may have been carried out") && answer.contains("not now"), "\(answer)")
            #expect(try await decide(rejection) == 202)
            #expect(
                try await device.post(id, "output", AlbumDevice.succeeded(AlbumDevice.entity("a2", "Winter"))).status
                    == 410
            )
            // A turn that fails leaves it to the next one.
            let conversation = started["conversation"]?.stringValue ?? ""
            let body: JSONValue = ["message": "Fail", "conversation": .string(conversation)]
            let failed = try await server.send(.post, "/v1/chat", body: body.serialized())
            #expect(failed.status >= 400, "\(failed.text)")
            for text in ["late", "nothing"] {
                let next = try await server.chat("And now?", conversation: conversation)
                #expect(next["message"]?["text"] == .string(text), "\(next)")
            }
        }
    }

    @Test func anAppWithoutAToolboxHasNoCallsAndNoEvents() async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            for path in ["calls", "events"] {
                let answer = try await server.send(.get, "/v1/devices/phone/\(path)?app=none")
                #expect(answer.status == 404 && answer.text.contains("no toolbox of the app 'none'"), "\(answer.text)")
            }
        }
    }

    /// The ways to revoke access while a device's stream is open.
    enum Cause: CaseIterable { case token, client, removal }

    @Test(arguments: Cause.allCases)
    func aStreamEndsWithItsToken(cause: Cause) async throws {
        try await TestServer.with { server in
            let made = try await server.admin(.post, "clients", ["name": "phone", "scopes": ["chat", "devices"]]).json
            let token = try #require(made["token"]?["secret"]?.stringValue)
            let client = try #require(made["client"]?["id"]?.stringValue ?? made["id"]?.stringValue, "\(made)")
            let device = AlbumDevice(server: server, token: token)
            try await device.register()
            var events = try await device.events()
            #expect(try await events.next()?.type == "calls.open")
            let other = AlbumDevice(server: server)
            try await other.register()
            var others = try await other.events()
            #expect(try await others.next()?.type == "calls.open")
            let answer =
                switch cause {
                case .token:
                    try await server.admin(
                        .delete,
                        "clients/\(client)/tokens/\(made["client"]?["tokens"]?[0]?["id"]?.stringValue ?? "")"
                    )
                case .client: try await server.admin(.post, "clients/\(client)/revoke")
                case .removal: try await server.admin(.delete, "clients/\(client)")
                }
            #expect((200...204).contains(answer.status), "\(answer.text)")
            #expect(try await events.next() == nil)
            // The stream of another client continues.
            #expect(try await server.send(.delete, "/v1/devices/phone").status == 204)
            #expect(try await others.next() == nil)
        }
    }

    /// Nothing announces the end of a token's time, so the stream ends with its next comment.
    @Test func aStreamEndsWhenItsTokenExpires() async throws {
        try await TestServer.with { settings in
            settings.heartbeat = .milliseconds(20)
        } _: { server in
            let made = try await server.admin(.post, "clients", ["name": "phone", "scopes": ["chat", "devices"]]).json
            let token = try #require(made["token"]?["secret"]?.stringValue)
            let client = try #require(made["client"]?["id"]?.stringValue)
            let device = AlbumDevice(server: server, token: token)
            try await device.register()
            var events = try await device.events()
            #expect(try await events.next()?.type == "calls.open")
            let rotated = try await server.admin(
                .post,
                "clients/\(client)/rotate",
                ["overlap_seconds": 1]
            )
            #expect(rotated.status == 201, "\(rotated.text)")
            #expect(try await events.next() == nil)
            let other = try #require(rotated.json["token"]?["secret"]?.stringValue)
            var others = try await AlbumDevice(server: server, token: other).events()
            #expect(try await others.next()?.type == "calls.open")
        }
    }

    /// A page in a browser has a sign-in instead of a token.
    @Test func aStreamEndsWithItsSignIn() async throws {
        try await TestServer.with { settings in
            settings.heartbeat = .milliseconds(20)
        } _: { server in
            try await AlbumDevice(server: server).register()
            let page = [("Content-Type", "application/json"), ("X-Torii", "1")]
            let signedIn = try await server.send(
                .post,
                "/v1/session",
                token: nil,
                body: #"{"token":"\#(TestServer.clientToken)"}"#,
                headers: page
            )
            let own = [("Content-Type", "application/json")] + signedIn.signInFields
            var fields = HTTPHeaders()
            for (name, value) in own { fields.append(name, .plain(value)) }
            let url = server.baseURL + "/v1/devices/phone/events?app=com.example.album"
            let request = HTTPRequest(.get, url, headers: fields, isTrusted: true)
            var events = EventReader(try await server.client.send(request))
            #expect(try await events.next()?.type == "calls.open")
            let end = try await server.send(.delete, "/v1/session", token: nil, headers: own)
            #expect(end.status == 204)
            #expect(try await events.next() == nil)
        }
    }
}
