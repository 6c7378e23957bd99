import Accounts
import AgentRuntime
import Foundation
import SigningIssuers
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The routes of administrators for issuers, and what clients and operators are told of issuers.
@Suite(.timeLimit(.minutes(2))) struct IssuerAdministrationTests: IssuerSuite {
    let signer = SigningIssuer()

    @Test(
        arguments: [
            (.otherIssuer, "names the issuer"), (.keysAt("http://169.254.169.254/keys"), "TORII_ISSUER_HOSTS"),
            (.keysAt("http://localhost:1/keys"), "TORII_ISSUER_HOSTS"), (.redirect, "redirect"), (.huge, "no document"),
            (.manyKeys, "100 keys"), (.html, "not JSON"), (.status(503), "HTTP 503"), (.drip, "no document"),
        ] as [(IssuerStandIn.Fault, String)]
    )
    func anIssuerThatCannotBeReadIsNotAdded(fault: IssuerStandIn.Fault, word: String) async throws {
        try await with { server, standIn, client async throws in
            standIn.set(fault)
            let refused = try await add(settings(standIn), to: client, server)
            #expect(refused.status == 502 && refused.problem == "upstream-failed", "\(refused.text)")
            #expect(refused.json["detail"]?.stringValue?.contains(word) == true, "\(refused.text)")
            #expect(try await server.admin(.get, "clients/\(client)/issuers").json["issuers"] == [])
        }
    }

    @Test func anIssuerWithoutABindingIsNotAdded() async throws {
        try await with { server, standIn, client async throws in
            let unbound = try await add(["issuer": .string(standIn.issuer)], to: client, server)
            #expect(unbound.status == 400 && unbound.text.contains("--audience"), "\(unbound.text)")
            let preset = try await server.admin(
                .post,
                "clients/preset:client:settings/issuers",
                ["name": "login", "settings": settings(standIn)]
            )
            #expect(preset.status == 409, "\(preset.text)")
            _ = try await add(settings(standIn), to: client, server)
            let other = try await server.makeClientWithUsers("other").id
            let overlap = try await add(settings(standIn), to: other, server)
            #expect(overlap.status == 400 && overlap.text.contains("would accept the same token"), "\(overlap.text)")
        }
    }

    @Test func keysAreReplacedWhole() async throws {
        try await with { server, standIn, client async throws in
            _ = try await add(settings(standIn), to: client, server)
            let old = try token(standIn)
            #expect(try await status(old, server) == 200)
            let next = SigningIssuer(keyID: "b")
            let new = try next.token(["iss": .string(standIn.issuer)])
            standIn.publish([signer.jwk, next.jwk])
            let both = try await server.admin(.post, "clients/\(client)/issuers/login/check")
            #expect(both.json["issuer"]?["keys"]?.arrayValue?.count == 2, "\(both.text)")
            #expect(try await status(old, server) == 200)
            #expect(try await status(new, server) == 200)
            standIn.publish([next.jwk])
            _ = try await server.admin(.post, "clients/\(client)/issuers/login/check")
            #expect(try await status(old, server) == 401)
            #expect(try await status(new, server) == 200)
            // A failed reading keeps the keys, and the operator sees why.
            standIn.set(.status(500))
            let failed = try await server.admin(.post, "clients/\(client)/issuers/login/check")
            #expect(failed.json["issuer"]?["warnings"]?[0]?.stringValue?.contains("HTTP 500") == true, "\(failed.text)")
            #expect(try await status(new, server) == 200)
        }
    }

    @Test func oneSettingIsChangedByItsRevision() async throws {
        try await with { server, standIn, client async throws in
            let added = try await add(settings(standIn, ["require": ["group": ["x"]]]), to: client, server)
            let path = "clients/\(client)/issuers/login"
            let read = try await server.admin(.get, path)
            #expect(read.status == 200 && read.json["issuer"]?["settings"] == added.json["issuer"]?["settings"])
            let change: JSONValue = ["settings": ["leeway": 5], "revision": 0]
            let changed = try await server.admin(.patch, path, change)
            #expect(changed.json["issuer"]?["settings"]?["leeway"] == 5, "\(changed.text)")
            #expect(changed.json["issuer"]?["settings"]?["require"] == ["group": ["x"]])
            #expect(try await server.admin(.patch, path, change).status == 409)
            #expect(try await server.admin(.get, "clients/\(client)/issuers/none").status == 404)
        }
    }

    @Test func aTrialSaysWhatToDo() async throws {
        try await with { server, standIn, client async throws in
            _ = try await add(settings(standIn), to: client, server)
            func trial(_ token: String) async throws -> JSONValue {
                try await server.admin(.post, "clients/\(client)/issuers/test", ["token": .string(token)]).json
            }
            let good = try await trial(try token(standIn))
            #expect(good["accepted"] == true && good["issuer"] == "login" && good["steps"]?.arrayValue?.count == 10)
            #expect(good["result"]?[0] == "User: a new user" && good["result"]?[1] == "Plan: default", "\(good)")
            for (claims, word) in [
                (["aud": "account"], "Keycloak"), (["aud": "00000003-0000-0000-c000-000000000000"], "Microsoft Graph"),
                (["nonce": "n"], "ID token"), (["exp": 1_700_000_000, "iat": 1_699_999_000], "expired"),
            ] as [(JSONObject, String)] {
                let bad = try await trial(try token(standIn, claims))
                #expect(bad["accepted"] == false)
                #expect(bad["steps"]?.arrayValue?.last?.stringValue?.contains(word) == true, "\(bad)")
            }
            let unknown = try await trial(try token(standIn, header: ["kid": "unknown"]))
            #expect(unknown["steps"]?.arrayValue?.last?.stringValue?.contains("torii issuers check") == true)
            // Nobody was created.
            #expect(try await server.admin(.get, "clients/\(client)/users").json["users"] == [])
        }
    }

    @Test func clientsOfMCPFindTheIssuer() async throws {
        let path = "/.well-known/oauth-protected-resource/mcp"
        try await with { server, standIn, client async throws in
            #expect(try await server.send(.get, path, token: nil).status == 404)
            let added = try await add(["issuer": .string(standIn.issuer), "mcp": true], to: client, server)
            #expect(added.json["issuer"]?["audiences"] == ["https://torii.example/mcp"], "\(added.text)")
            let metadata = try await server.send(.get, path, token: nil)
            #expect(metadata.json["authorization_servers"] == [.string(standIn.issuer)], "\(metadata.text)")
            #expect(metadata.json["resource"] == "https://torii.example/mcp")
            let caller = MCPCaller(server, token: try token(standIn, ["aud": "https://torii.example/mcp"]))
            let tools = try await caller.send("tools/list")
            #expect(
                tools.status == 200 && tools.json["result"]?["tools"]?.arrayValue?.isEmpty == false,
                "\(tools.text)"
            )
            // A token for another resource is refused, with the place of the metadata.
            let other = try await MCPCaller(server, token: try token(standIn)).send("tools/list")
            #expect(other.status == 401)
            #expect(other.headers["WWW-Authenticate"]?.contains("resource_metadata=") == true)
        }
    }

    /// An issuer that is announced and not accepted would send people in a circle.
    @Test func anAnnouncedIssuerThatNobodyAcceptsIsNamed() async throws {
        let folder = NSTemporaryDirectory() + "torii-issuers-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await IssuerStandIn.with(keys: [signer.jwk]) { standIn async throws in
            var settings = Settings()
            settings.dataDirectory = folder
            settings.authorizationServers = ["https://login.example", standIn.issuer]
            settings.issuerHosts = IssuerHosts("127.0.0.1:*") ?? .publicHosts
            settings.tools = []
            settings.port = 9
            for upstream in [Upstream.openai, .anthropic, .tavily, .mediaWiki, .openMeteo, .openMeteoGeocoding] {
                settings.addresses[upstream] = TestServer.nowhere
            }
            let configured = settings
            try await TestServer.with(dataDirectory: folder) { settings in
                settings.authorizationServers = configured.authorizationServers
                settings.issuerHosts = configured.issuerHosts
                settings.publicURL = SigningIssuer.audience
            } _: { server async throws in
                let client = try await server.makeClientWithUsers().id
                _ = try await add(self.settings(standIn), to: client, server)
                for name in ["second", "third"] {
                    let apart = self.settings(standIn, ["audiences": .string("https://\(name).example")])
                    let path = "clients/\(client)/issuers"
                    _ = try await server.admin(.post, path, ["name": .string(name), "settings": apart])
                }
                let secret: JSONValue = ["name": "backend", "kind": "secret"]
                #expect(try await server.admin(.post, "clients/\(client)/issuers", secret).status == 201)
                let ready = try await server.send(.get, "/readyz", token: nil)
                let reason = ready.json["reason"]?.stringValue ?? ""
                #expect(ready.status == 200 && ready.json["checks"]?["issuers"] == "failed")
                #expect(reason.contains("https://login.example") && !reason.contains(standIn.issuer), "\(reason)")
            }
            // Issuers are read at once: each answers when all have been asked.
            let gate = StandInGate()
            standIn.set(.slow(gate))
            let before = standIn.requests.count
            async let report = Doctor(settings: configured).examine()
            _ = await standIn.server.requests(atLeast: before + 6)
            gate.open()
            let findings = await report.findings
            let named = findings.filter { $0.subject == "TORII_AUTHORIZATION_SERVERS" }
            #expect(named.map(\.state) == [.broken] && named[0].message.contains("https://login.example"))
            let issuers = findings.filter { $0.subject.hasPrefix("issuer ") }
            #expect(issuers.map(\.subject) == ["login", "second", "third", "backend"].map { "issuer \($0)" })
            #expect(issuers.prefix(3).allSatisfy { $0.state == .ok }, "\(issuers)")
            // The doctor has no public URL here, which says nothing about the server.
            #expect(issuers.last?.state == .warning && issuers.last?.message.contains("TORII_PUBLIC_URL") == true)
            // Nothing limits all users of the client together.
            #expect(findings.filter { $0.subject == "client app" }.map(\.state) == [.warning])
        }
    }
}
