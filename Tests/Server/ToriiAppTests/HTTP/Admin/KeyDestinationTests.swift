import AgentTools
import DeclaredTools
import Foundation
import GRDB
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Stored keys go only where they were stored for, whatever a file of tools says later.
@Suite(.timeLimit(.minutes(1))) struct KeyDestinationTests {
    private static let keys = "upstreams/orders/keys"

    private static func text(
        _ base: String,
        auth: String = #"{header: {X-Api-Key: "{key}"}}"#,
        path: String = "/orders/{id}"
    ) -> String {
        """
        torii: 1
        upstream: orders
        base: \(base)
        auth: \(auth)
        check: {get: /orders}
        tools:
          - name: readOrder
            description: Reads an order.
            effect: reads
            arguments: {id: {type: string}}
            required: [id]
            request: {get: "\(path)"}
            answer: {fields: {id: $.id}}

        """
    }

    private struct Scene: Sendable {
        let server: TestServer
        let orders: OrdersStandIn
        /// The service of somebody else.
        let other: OrdersStandIn
        /// A token with `admin:tools` alone.
        let token: String

        func store(_ text: String) async throws {
            let body: JSONValue = ["text": .string(text)]
            let stored = try await server.admin(.put, "tool-files/orders.yaml", body, token: token)
            #expect(stored.status == 200, "\(stored.text)")
        }

        func trial() async throws -> JSONValue {
            try await server.admin(.post, "tool-trials/readOrder", ["arguments": ["id": "5"]], token: token).json
        }
    }

    private func withScene(_ body: @Sendable (Scene) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-tools-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hosts = try AllowedHosts(parsing: "127.0.0.1, localhost")
        try await OrdersStandIn.with(keys: ["key-0123456789"]) { orders in
            try await OrdersStandIn.with { other in
                try await TestServer.with { settings in
                    settings.toolsFolder = folder
                    settings.toolsHosts = hosts
                } _: { server in
                    let client: JSONValue = ["name": "tools", "scopes": ["admin:tools"]]
                    let token = try await server.admin(.post, "clients", client).json["token"]?["secret"]?.stringValue
                    let scene = Scene(server: server, orders: orders, other: other, token: try #require(token))
                    try await scene.store(Self.text(orders.baseURL))
                    let added = try await server.admin(.post, Self.keys, ["secret": "key-0123456789"])
                    #expect(added.status == 201 && added.json["key"]?["destinations"]?.arrayValue?.count == 1)
                    #expect(try await scene.trial()["status"] == "completed")
                    try await body(scene)
                }
            }
        }
    }

    @Test func aKeyStaysUntilAnAdministratorOfKeysConfirms() async throws {
        try await withScene { scene in
            let server = scene.server
            try await scene.store(Self.text(scene.other.baseURL))
            let trial = try await scene.trial()
            #expect(trial["status"] == "failed")
            #expect(trial["output"]?.stringValue?.contains("an administrator of the keys has to confirm") == true)
            let called = try await server.send(.post, "/v1/tools/readOrder", body: #"{"id": "6"}"#)
            #expect(called.json["status"] == "failed")
            let key = try await server.admin(.get, Self.keys).json["keys"]?[0]
            let id = key?["id"]?.stringValue ?? ""
            #expect(key?["unconfirmed"]?[0]?.stringValue == "\(scene.other.baseURL) header x-api-key")
            // The check of a key asks nobody else either.
            #expect(try await server.admin(.post, "\(Self.keys)/\(id)/check").json["check"]?["result"] == "unknown")
            let readiness = try await server.send(.get, "/readyz").json
            #expect(readiness["checks"]?["tools"] == "failed" && readiness["status"] == "degraded")
            #expect(scene.other.requests.isEmpty)

            let path = "\(Self.keys)/\(id)/confirm"
            let wanted: JSONValue = ["destinations": key?["unconfirmed"] ?? .null]
            #expect(try await server.admin(.post, path, wanted, token: scene.token).status == 403)
            let seen: JSONValue = ["destinations": ["https://elsewhere.example header x-api-key"]]
            #expect(try await server.admin(.post, path, seen).status == 409)
            #expect(try await server.admin(.post, path, wanted).json["key"]?["unconfirmed"]?.isNull == true)
            #expect(try await scene.trial()["status"] == "completed")
            #expect(scene.other.requests.last?.header("X-Api-Key") == "key-0123456789")
            #expect(try await server.send(.get, "/readyz").json["checks"]?["tools"] == "ok")
            let actions = try await server.admin(.get, "audit").json["rows"]?.arrayValue?.compactMap {
                $0["outcome"]?.stringValue
            }
            #expect(actions?.contains { $0.contains("destinations \(scene.other.baseURL)") } == true)
        }
    }

    /// A rotation to a place that the old key is not confirmed for would leave no key to go back to.
    @Test func aRotationNeedsConfirmedPlaces() async throws {
        try await withScene { scene in
            let (server, path) = (scene.server, "upstreams/orders/rotations")
            let body: JSONValue = ["secret": "key-9876543210"]
            try await scene.store(Self.text(scene.other.baseURL))
            let refused = try await server.admin(.post, path, body)
            #expect(refused.status == 409, "\(refused.text)")
            #expect(refused.json["detail"]?.stringValue?.contains("torii keys confirm orders") == true)
            #expect(scene.other.requests.isEmpty)
            let keys = try await server.admin(.get, Self.keys).json["keys"]?.arrayValue ?? []
            #expect(
                keys.count == 1 && keys.first?["destinations"]?[0]?.stringValue?.hasPrefix(scene.orders.baseURL) == true
            )
            #expect(try await server.admin(.get, path).json["rotations"]?.arrayValue?.isEmpty == true)

            let confirmation: JSONValue = ["destinations": keys.first?["unconfirmed"] ?? .null]
            let id = keys.first?["id"]?.stringValue ?? ""
            #expect(try await server.admin(.post, "\(Self.keys)/\(id)/confirm", confirmation).status == 200)
            let rotation = try await server.admin(.post, path, body)
            #expect(rotation.status == 201, "\(rotation.text)")

            // The file moves on, so neither key may be sent there.
            try await scene.store(Self.text(scene.orders.baseURL))
            let rollback = "rotations/\(rotation.json["id"]?.stringValue ?? "")/rollback"
            let kept = try await server.admin(.post, rollback)
            #expect(
                kept.status == 409 && kept.json["detail"]?.stringValue?.contains("torii keys confirm orders") == true
            )
            #expect(try await server.admin(.post, rollback, ["force": true]).json["state"] == "rolled_back")
        }
    }

    @Test func aKeyThatIsGivenAgainGoesToTheNewPlace() async throws {
        try await withScene { scene in
            try await scene.store(Self.text(scene.other.baseURL))
            #expect(try await scene.server.admin(.post, Self.keys, ["secret": "key-for-the-new-place"]).status == 201)
            for _ in 0..<4 { #expect(try await scene.trial()["status"] == "completed") }
            #expect(scene.other.requests.allSatisfy { $0.header("X-Api-Key") == "key-for-the-new-place" })
            try await scene.store(Self.text(scene.orders.baseURL))
            #expect(try await scene.trial()["status"] == "completed")
            #expect(scene.orders.requests.last?.header("X-Api-Key") == "key-0123456789")
        }
    }

    @Test(
        arguments: [
            (#"[{bearer: "{key}"}]"#, false), (#"{header: {X-Other: "{key}"}}"#, false),
            (#"{query: {q: "{key}"}}"#, false),
            (#"{cookie: {k: "{key}"}}"#, false), (#"{basic: {user: a, password: "{key}"}}"#, false),
            (#"{header: {x-api-key: "{key}"}}"#, true),
        ]
    )
    func aKeyKeepsItsPlaceInTheRequest(_ auth: String, _ isSame: Bool) async throws {
        try await withScene { scene in
            let before = scene.orders.requests.count
            try await scene.store(Self.text(scene.orders.baseURL, auth: auth))
            let trial = try await scene.trial()
            #expect((trial["status"] == "completed") == isSame, "\(trial)")
            #expect((scene.orders.requests.count > before) == isSame)
        }
    }

    @Test func tokenEndpointsAndNamesOfTheSameMachineAreOtherPlaces() async throws {
        try await withScene { scene in
            let token = "\(scene.other.baseURL)/oauth/token"
            try await scene.store(
                Self.text(
                    "\(scene.orders.baseURL)\nhosts: [\(scene.other.baseURL)]",
                    auth: "{oauth2: {token: \"\(token)\"}}"
                )
            )
            #expect(try await scene.trial()["status"] == "failed")
            let port = scene.orders.server.port
            try await scene.store(Self.text("http://localhost:\(port)"))
            #expect(try await scene.trial()["status"] == "failed")
            #expect(scene.other.requests.isEmpty)
        }
    }

    /// The programs on the data folder between the earlier version and the server with the files.
    enum Between: CaseIterable { case nothing, serverWithoutFiles, commandWithoutFiles, commandWithFiles }

    /// Keys of a version that recorded no places belong to where the files send keys at the first start of this one.
    @Test(arguments: Between.allCases) func keysOfEarlierVersionsBelongToTheirFiles(_ between: Between) async throws {
        let folder = NSTemporaryDirectory() + "torii-earlier-\(UUID().uuidString)"
        try FileManager.default.createDirectory(atPath: folder + "/tools", withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let hosts = try AllowedHosts(parsing: "127.0.0.1")
        try await OrdersStandIn.with(keys: ["key-0123456789"]) { orders in
            try Self.text(orders.baseURL).write(
                toFile: folder + "/tools/orders.yaml",
                atomically: true,
                encoding: .utf8
            )
            for isUpgrade in [false, true] {
                if isUpgrade {
                    let database = try DatabaseQueue(path: folder + "/data/torii.sqlite")
                    try await database.write { try $0.execute(sql: "UPDATE sealedSecret SET destinations = NULL") }
                    try database.close()
                    var settings = Settings()
                    settings.dataDirectory = folder + "/data"
                    settings.toolsHosts = hosts
                    switch between {
                    case .nothing: break
                    case .serverWithoutFiles: try await TestServer.with(dataDirectory: folder + "/data") { _ in }
                    case .commandWithoutFiles: try await AdminClient.with(settings) { _ in }
                    case .commandWithFiles:
                        settings.toolsFolder = folder + "/tools"
                        try await AdminClient.with(settings) { admin in
                            let keys = try await admin.send(.init(.get, "upstreams", "orders", "keys"))["keys"]
                            #expect(keys?[0]?["unconfirmed"]?.isNull == true && keys?.arrayValue?.count == 1)
                        }
                    }
                }
                try await TestServer.with(dataDirectory: folder + "/data") { settings in
                    settings.toolsFolder = folder + "/tools"
                    settings.toolsHosts = hosts
                } _: { server in
                    if !isUpgrade {
                        let added = try await server.admin(.post, Self.keys, ["secret": "key-0123456789"])
                        #expect(added.status == 201)
                    }
                    let trial = try await server.admin(.post, "tool-trials/readOrder", ["arguments": ["id": "5"]])
                    #expect(trial.json["status"] == "completed", "\(trial.text)")
                    #expect(try await server.send(.get, "/readyz", token: nil).json["status"] == "ready")
                }
            }
        }
    }
}
