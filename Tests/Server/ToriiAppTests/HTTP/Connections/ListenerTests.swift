import AgentRuntime
import EventStreams
import Foundation
import Secrets
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct ListenerTests {
    @Test(arguments: [
        ("127.0.0.1", true), ("127.8.9.10", true), ("::1", true), ("localhost", true), ("0.0.0.0", false),
        ("::", false),
        ("192.168.0.1", false), ("127.0.0.1.example", false), ("127.example", false), ("example", false), ("", false),
        ("127.0.0.256", false), ("127..0.1", false),
    ])
    func loopbackIsThisMachine(_ host: String, isLoopback: Bool) { #expect(Listener.isLoopback(host) == isLoopback) }

    @Test func administratorsMayHaveASeparateAddress() async throws {
        try await TestServer.with { settings in
            settings.adminPort = 0
        } _: { server in
            let admin = try #require(server.adminURL)
            let token = TestServer.adminToken
            let keys = "/admin/upstreams/openai/keys"
            #expect(try await server.send(.get, keys, token: token).status == 404)
            #expect(try await server.send(.get, "/" + keys, token: token).status == 404)
            #expect(try await server.send(.get, "/metrics", token: token).status == 404)
            #expect(try await server.send(.get, keys, token: token, at: admin).status == 200)
            #expect(try await server.send(.get, keys, token: nil, at: admin).status == 401)
            // On this machine the metrics need no token.
            #expect(try await server.send(.get, "/metrics", token: nil, at: admin).status == 200)
            #expect(try await server.send(.post, "/v1/chat", body: #"{"message":"a"}"#, at: admin).status == 404)
            #expect(try await server.send(.get, "/v1/tools").status == 200)
            // Each page is at one address only; both need their files.
            #expect(try await server.send(.get, "/admin/", token: nil).status == 404)
            #expect(try await server.send(.get, "/admin/", token: nil, at: admin).status == 200)
            #expect(try await server.send(.get, "/", token: nil, at: admin).status == 404)
            #expect(try await server.send(.get, "/", token: nil).status == 200)
            for base in [admin, server.baseURL] {
                #expect(try await server.send(.get, "/favicon.svg", token: nil, at: base).status == 200)
                #expect(try await server.send(.get, "/healthz", token: nil, at: base).status == 200)
                let ready = try await server.send(.get, "/readyz", token: nil, at: base)
                #expect(ready.status == 200)
                #expect(ready.json["status"]?.stringValue == "ready")
            }
        }
    }

    @Test func anAddressThatOtherMachinesReachNeedsATokenFirst() async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await TestServer.with { settings in
                settings.adminHost = "0.0.0.0"
                settings.adminPort = 0
                settings.adminToken = nil
            } _: { _ in
                Issue.record("it listens")
            }
        }
        #expect(error?.name == "TORII_ADMIN_HOST")
        try await TestServer.with { settings in
            settings.adminHost = "0.0.0.0"
            settings.adminPort = 0
        } _: { server in
            let stranger = try await server.send(.get, "/metrics", token: nil, at: server.adminURL)
            #expect(stranger.status == 401)
            let known = try await server.send(.get, "/metrics", token: TestServer.adminToken, at: server.adminURL)
            #expect(known.status == 200)
        }
    }

    @Test(arguments: [false, true])
    func anAddressInUseIsReported(isAdministrators: Bool) async throws {
        // Another server uses the port.
        try await OpenAIStandIn.with(script: { _ in .text("") }) { standIn in
            let port = try #require(URL(string: standIn.baseURL)?.port)
            let error = await #expect(throws: SettingsError.self) {
                try await TestServer.with { settings in
                    settings.port = isAdministrators ? 0 : port
                    settings.adminPort = isAdministrators ? port : 0
                    // Only another setting helps, so the start fails at once.
                    settings.shutdownGrace = .seconds(3600)
                } _: { _ in
                    Issue.record("it listens")
                }
            }
            #expect(error?.name == (isAdministrators ? "TORII_ADMIN_PORT" : "TORII_PORT"))
            #expect(error?.message.contains("\(port)") == true)
        }
    }

    // An address that no machine has (RFC 5737), and an invalid name.
    @Test(arguments: ["192.0.2.1", "no name"])
    func anAddressThatThisMachineDoesNotHaveIsReported(host: String) async throws {
        let error = await #expect(throws: SettingsError.self) {
            try await TestServer.with { settings in
                settings.host = host
            } _: { _ in
                Issue.record("it listens")
            }
        }
        #expect(error?.name == "TORII_HOST")
        #expect(error?.message.contains(host) == true)
    }

    @Test func aStoppingServerIsNotReadyAndCompletesItsTurns() async throws {
        let gate = StandInGate()
        try await OpenAIStandIn.with(script: { _ in
            var reply = ScriptedReply.tokens(["first"])
            reply.steps.append(.wait(.gate(gate)))
            reply.steps.append(.token(" last"))
            return reply
        }) { standIn in
            try await TestServer.with { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                settings.adminPort = 0
                settings.shutdownGrace = .seconds(50)
            } _: { server in
                let response = try await server.stream("hi")
                await server.stop()
                // The request to stop is noticed a moment later.
                var ready = try await server.send(.get, "/readyz", token: nil, at: server.adminURL)
                while ready.status == 200 {
                    ready = try await server.send(.get, "/readyz", token: nil, at: server.adminURL)
                }
                #expect(ready.status == 503)
                #expect(ready.headers["Retry-After"] == "5")
                #expect(ready.json["checks"]?["turns"]?.stringValue == "failed")
                #expect(ready.json["checks"]?["store"]?.stringValue == "ok")
                gate.open()
                let events = try await response.events()
                #expect(events.last?.type == "run.completed")
                #expect(events.dropLast().last?.json["text"]?.stringValue == "first last")
            }
        }
    }
}
