import AgentRuntime
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

@Suite(.timeLimit(.minutes(1))) struct AdminKeyTests {
    private static let first = "sk-first-0123456789abcdef"
    private static let second = "sk-second-fedcba9876543210"
    private static let keys = "upstreams/openai/keys"

    /// A label, and whether it is accepted.
    @Test(arguments: [
        ("main", true), ("予備 🔑", true), ("a\u{1B}[31mb", false), ("a\u{9B}31mb", false), ("a\nb", false),
        ("a\u{7F}", false),
        ("a\u{2028}b", false), ("a\u{202E}b", false), ("a\u{0}b", false), (String(repeating: "x", count: 201), false),
    ])
    func aLabelIsOneLineThatNoTerminalObeys(label: String, isAccepted: Bool) async throws {
        try await withServer { server, _ in
            let added = try await server.admin(
                .post,
                Self.keys,
                ["secret": .string(Self.first), "label": .string(isAccepted ? label : "x")]
            )
            #expect(added.status == 201)
            let id = try #require(added.json["key"]?["id"]?.stringValue)
            let changed = try await server.admin(.patch, "\(Self.keys)/\(id)", ["label": .string(label)])
            #expect(changed.status == (isAccepted ? 200 : 400), "\(changed.text)")
            guard !isAccepted else { return }
            #expect(changed.json["errors"]?[0]?["pointer"] == "#/label")
            let other = try await server.admin(
                .post,
                Self.keys,
                ["secret": .string(Self.second), "label": .string(label)]
            )
            #expect(other.status == 400 && other.json["errors"]?[0]?["pointer"] == "#/label")
        }
    }

    private func withServer(_ body: @Sendable (TestServer, OpenAIStandIn) async throws -> Void) async throws {
        try await OpenAIStandIn.with(keys: [Self.first, Self.second], script: { _ in .text("Yes.") }) { standIn in
            try await TestServer.with { settings in
                settings.addresses[.openai] = standIn.baseURL
            } _: { server in
                try await body(server, standIn)
            }
        }
    }

    @Test func aKeyHasSettingsThatCanBeChanged() async throws {
        try await withServer { server, _ in
            let body: JSONValue = [
                "secret": .string(Self.first), "label": "first", "weight": 3, "models": ["gpt-5*"],
                "expires_at": "2099-12-31T00:00:00Z",
            ]
            let added = try await server.admin(.post, Self.keys, body)
            #expect(added.status == 201)
            let key = try #require(added.json["key"])
            #expect(key["weight"] == 3)
            #expect(key["models"] == ["gpt-5*"])
            #expect(key["tools"] == [])
            #expect(key["expires_at"] == "2099-12-31T00:00:00Z")
            #expect(key["health"]?["state"] == "healthy")
            #expect(key["last_check"]?["result"] == "verified" && key["last_check"]?["at"]?.stringValue != nil)
            let path = "\(Self.keys)/\(key["id"]?.stringValue ?? "")"
            let change: JSONValue = ["weight": 0, "models": [], "tools": ["searchWeb"], "expires_at": .null]
            let changed = try await server.admin(.patch, path, change)
            #expect(changed.status == 200)
            #expect(changed.json["key"]?["label"] == "first")
            #expect(changed.json["key"]?["weight"] == 0)
            #expect(changed.json["key"]?["models"] == [])
            #expect(changed.json["key"]?["tools"] == ["searchWeb"])
            #expect(changed.json["key"]?["expires_at"] == .null)
        }
    }

    @Test func aRefusedKeyIsDeadUntilACheckOrARestore() async throws {
        try await withServer { server, standIn in
            let added = try await server.admin(.post, Self.keys, ["secret": .string(Self.first)])
            let id = try #require(added.json["key"]?["id"]?.stringValue)
            standIn.accept(keys: [Self.second])
            let refused = try await server.admin(.post, "\(Self.keys)/\(id)/check")
            #expect(refused.status == 200)
            #expect(refused.json["check"]?["result"] == "invalid")
            #expect(refused.json["key"]?["health"]?["state"] == "dead")
            let pools = try await server.admin(.get, "upstreams").json["upstreams"]?.arrayValue
            let pool = try #require(pools?.first { $0["name"] == "openai" })
            #expect(pool["active_keys"] == 1)
            #expect(pool["health"] == ["healthy": 0, "resting": 0, "out_of_credit": 0, "dead": 1])
            let restored = try await server.admin(.post, "\(Self.keys)/\(id)/restore")
            #expect(restored.json["key"]?["health"]?["state"] == "unchecked")
        }
    }

    @Test func aKeyWhoseUpstreamIsAwayIsUncheckedEverywhere() async throws {
        try await TestServer.with { settings in
            settings.addresses[.openai] = TestServer.nowhere
            settings.models = [ModelReference(provider: .openai, name: "m")]
        } _: { server in
            let added = try await server.admin(.post, Self.keys, ["secret": .string(" \(Self.first)\n")])
            #expect(added.status == 201, "\(added.text)")
            let health = added.json["key"]?["health"]
            #expect(health?["state"] == "unchecked")
            #expect(health?["advice"]?.stringValue?.contains("torii keys check openai") == true)
            let pools = try await server.admin(.get, "upstreams").json["upstreams"]?.arrayValue
            #expect(pools?.first { $0["name"] == "openai" }?["health"]?["unchecked"] == 1)
            let ready = try await server.send(.get, "/readyz", token: nil).json
            #expect(ready["status"] == "degraded" && ready["checks"]?["models"] == "failed")
            #expect(ready["reason"]?.stringValue?.contains("1 unchecked") == true)
            let model = try await server.admin(.get, "models").json["models"]?[0]
            #expect(model?["ready"] == false)
            #expect(model?["obstacle"]?.stringValue?.contains("1 unchecked") == true)
        }
    }

    @Test(arguments: ["sk-first-…", "a b", "sk-a\nsk-b"]) func aTextThatIsNoKeyIsRefused(text: String) async throws {
        try await withServer { server, standIn in
            for path in [Self.keys, "upstreams/openai/rotations"] {
                let answer = try await server.admin(.post, path, ["secret": .string(text)])
                #expect(answer.status == 400 && !answer.text.contains(text), "\(answer.text)")
            }
            #expect(standIn.requests.isEmpty)
        }
    }

    /// Method, path, body, status, type of problem.
    @Test(arguments: [
        ("GET", "upstreams/opnai/keys", nil as String?, 404, "not-found"),
        ("POST", "upstreams/openai/keys", #"{"secret":"","wieght":1}"#, 400, "invalid-request"),
        ("POST", "upstreams/openai/keys", #"{"secret":"sk-1","expires_at":"soon"}"#, 400, "invalid-request"),
        ("POST", "upstreams/openai/keys", nil, 400, "invalid-request"),
        ("PATCH", "upstreams/openai/keys/none", #"{"weight":1}"#, 404, "not-found"),
        ("POST", "upstreams/openai/keys/none/check", nil, 404, "not-found"),
        ("PUT", "upstreams/openai/keys/none", "{}", 405, "method-not-allowed"),
        ("GET", "upstreams/openai/rotations?limit=0", nil, 400, "invalid-request"),
        ("GET", "upstreams?all=1", nil, 400, "invalid-request"),
        ("GET", "rotations/none", nil, 404, "not-found"),
        ("POST", "rotations/none/rollback", nil, 404, "not-found"),
        ("POST", "upstreams/openai/rotations", #"{"secret":"sk-1","drain_seconds":-1}"#, 400, "invalid-request"),
        ("POST", "upstreams/openai/rotations", #"{"secret":"sk-1"}"#, 404, "not-found"),
        ("GET", "audit?limit=many", nil, 400, "invalid-request"), ("DELETE", "audit", nil, 405, "method-not-allowed"),
        ("GET", "audit/verification?noted=1", nil, 400, "invalid-request"),
        ("GET", "usage?from=today", nil, 400, "invalid-request"),
        ("GET", "clients/none", nil, 404, "not-found"),
        ("POST", "clients", #"{"name":"a","scopes":["chad"]}"#, 400, "invalid-request"),
        ("POST", "clients", #"{"name":"a","limits":{"money_per_day":2.5}}"#, 400, "invalid-request"),
        ("POST", "clients", #"{"name":"a","limits":{"tokens_per_day":0}}"#, 400, "invalid-request"),
    ])
    func invalidCallsAreProblems(
        method: String,
        path: String,
        body: String?,
        status: Int,
        problem: String
    ) async throws {
        try await TestServer.with { server in
            let answer = try await server.send(
                .init(rawValue: method),
                "/admin/" + path,
                token: TestServer.adminToken,
                body: body
            )
            #expect(answer.status == status)
            #expect(answer.problem == problem)
            #expect(answer.headers["Content-Type"] == "application/problem+json")
            #expect(answer.json["request_id"]?.stringValue?.isEmpty == false)
        }
    }
}
