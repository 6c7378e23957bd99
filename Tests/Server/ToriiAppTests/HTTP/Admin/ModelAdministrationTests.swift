import AgentRuntime
import AgentWire
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import ToriiApp

/// The offered models, over HTTP.
@Suite(.timeLimit(.minutes(1))) struct ModelAdministrationTests {
    @Test func ofSeveralModelsTheFirstReadyOneIsTheDefault() async throws {
        try await TestServer.with { settings in
            settings.models = ["openai:m", "phrasebook"].compactMap { ModelReference($0) }
            // With an address, the model would need no key.
            settings.addresses[.openai] = nil
        } _: { server async throws in
            let list = try await server.admin(.get, "models").json["models"]
            #expect(
                list == [
                    [
                        "name": "openai:m", "ready": false, "default": false,
                        "obstacle": "no key is stored; add one with `torii keys add openai`",
                    ],
                    ["name": "phrasebook", "ready": true, "default": true],
                ]
            )
        }
    }

    @Test func theDefaultFollowsTheKeys() async throws {
        let key = "sk-first-0123456789abcdef"
        try await OpenAIStandIn.with(keys: [key], script: { _ in .text("Yes.") }) { standIn in
            try await TestServer.with { settings in
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                func models() async throws -> [WireOfferedModel] {
                    try WireList<WireOfferedModel>(jsonValue: await server.admin(.get, "models").json).elements
                }
                let before = try await models()
                #expect(before.filter(\.isReady).map(\.name) == ["phrasebook"])
                #expect(before.filter(\.isDefault).map(\.name) == ["phrasebook"])
                let added = try await server.admin(.post, "upstreams/openai/keys", ["secret": .string(key)])
                #expect(added.status == 201)
                let after = try await models()
                #expect(after.map(\.name) == before.map(\.name))
                let preferred = after.filter(\.isDefault)
                #expect(preferred.count == 1 && preferred[0].isReady && preferred[0].name.hasPrefix("openai:"))
                let client = try await server.admin(.post, "clients", ["name": "phone", "scopes": ["chat"]])
                let token = try #require(client.json["token"]?["secret"]?.stringValue)
                #expect(try await server.admin(.get, "models", token: token).status == 403)
            }
        }
    }
}
