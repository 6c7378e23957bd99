import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Toolboxes of apps over HTTP: what is accepted, what is rejected and why, and what a restart keeps.
@Suite(.timeLimit(.minutes(2))) struct ToolboxRegistrationTests {
    @Test func aRegistrationIsCheckedAndListed() async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            let answer = try await device.register()
            #expect(answer.status == 200, "\(answer.text)")
            #expect(
                answer.json["accepted"]?["intents"]
                    == ["photos.openAlbum", "photos.createAlbum", "photos.deleteAlbum"]
            )
            #expect(answer.json["rejected"] == [])
            #expect(answer.json["toolboxVersion"] == 1)
            // The same again is the same version, another one is the next.
            #expect(try await device.register().json["toolboxVersion"] == 1)
            let fewer = device.registration(intents: [AlbumDevice.createAlbum])
            #expect(try await device.register(fewer).json["toolboxVersion"] == 2)
            let list = try await server.send(.get, "/v1/devices").json
            let app = try #require(list["devices"]?[0]?["apps"]?[0])
            #expect(app["app"]?["id"] == "com.example.album")
            #expect(app["intents"] == ["photos.createAlbum"])
            #expect(list["devices"]?[0]?["live"] == true)
            let stored = try await server.send(.get, "/v1/devices/phone/toolbox").json
            #expect(stored["toolboxes"]?[0]?["registration"]?["intents"]?[0]?["schema"] == "photos.createAlbum")
            #expect(try await server.send(.delete, "/v1/devices/phone/toolbox?app=com.example.album").status == 204)
            #expect(try await server.send(.delete, "/v1/devices/phone/toolbox?app=com.example.album").status == 404)
            #expect(try await server.send(.delete, "/v1/devices/phone").status == 204)
            #expect(try await server.send(.get, "/v1/devices").json["devices"] == [])
            #expect(try await server.send(.get, "/v1/devices/phone/toolbox").status == 404)
        }
    }

    private static let faulty: [(intent: JSONValue, code: String)] = [
        (["schema": "photos.openAlbm", "intentId": "A", "parameters": [:]], "unknown_schema"),
        (
            ["schema": "photos.createAlbum", "intentId": "A", "parameters": [:], "result": "entity:photos.album"],
            "missing_parameter"
        ),
        (
            [
                "schema": "photos.openAlbum", "intentId": "A", "modes": ["foreground"],
                "parameters": ["target": "entity:photos.asset"],
            ], "parameter_type"
        ),
        (
            [
                "schema": "photos.createAlbum", "intentId": "A", "parameters": ["name": "String", "color": "String"],
                "result": "entity:photos.album",
            ], "unexpected_parameter"
        ),
    ]

    @Test func aFaultyIntentIsRejectedWithItsReasonAndTheOthersAreAccepted() async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            for (intent, code) in Self.faulty {
                let answer = try await device.register(
                    device.registration(intents: [intent, AlbumDevice.deleteAlbum])
                )
                #expect(answer.status == 200, "\(answer.text)")
                let rejected = answer.json["rejected"]?.arrayValue ?? []
                #expect(rejected.contains { $0["code"] == .string(code) }, "\(code): \(answer.text)")
                #expect(answer.json["accepted"]?["intents"] == ["photos.deleteAlbum"])
                if code == "unknown_schema" {
                    #expect(rejected[0]["message"]?.stringValue?.contains("photos.openAlbum") == true)
                }
            }
        }
    }

    @Test func aWeakerPolicyIsRejected() async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            guard case .object(var weaker) = AlbumDevice.deleteAlbum else { return }
            weaker["policy"] = ["confirm": "risk", "authentication": "none"]
            let answer = try await device.register(device.registration(intents: [.object(weaker)]))
            #expect(answer.json["rejected"]?[0]?["code"] == "weaker_policy", "\(answer.text)")
        }
    }

    @Test(arguments: [("2025-01", "older_catalogue"), ("2031-01", "newer_catalogue")])
    func anotherCatalogIsAWarning(version: String, code: String) async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            let answer = try await device.register(device.registration(more: ["catalogue": .string(version)]))
            #expect(answer.status == 200)
            #expect(
                answer.json["warnings"]?.arrayValue?.contains { $0["code"] == .string(code) } == true,
                "\(answer.text)"
            )
            #expect(answer.json["accepted"]?["intents"]?.arrayValue?.count == 3)
        }
    }

    @Test func aDocumentThatIsNoneIsRefusedWithItsPlace() async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            for (body, pointer) in [
                (["catalogue": "2026-11"], "#/app"),
                (["catalogue": "next", "app": ["id": "a", "version": "1"]], "#/catalogue"),
                (
                    ["catalogue": "2026-11", "app": ["id": "a", "version": "1"], "intents": [["schema": 5]]],
                    "#/intents/0/schema"
                ),
            ] as [(JSONValue, String)] {
                let answer = try await device.register(body)
                #expect(answer.status == 400, "\(answer.text)")
                #expect(
                    answer.json["errors"]?[0]?["pointer"]?.stringValue?.hasPrefix(pointer) == true,
                    "\(answer.text)"
                )
            }
            let other = AlbumDevice(server: server, id: "no device")
            #expect(
                try await server.send(.put, "/v1/devices/a%20b/toolbox", body: other.registration().serialized()).status
                    == 400
            )
        }
    }

    @Test func devicesAndAppsAreBounded() async throws {
        try await TestServer.with { server in
            func status(_ id: String, _ app: String) async throws -> Int {
                try await AlbumDevice(server: server, id: id, app: app).register().status
            }
            var statuses: [Int] = []
            for number in 0..<9 { statuses.append(try await status("phone", "app\(number)")) }
            #expect(statuses == Array(repeating: 200, count: 8) + [409])
            statuses = []
            for number in 1..<17 { statuses.append(try await status("d\(number)", "app")) }
            #expect(statuses == Array(repeating: 200, count: 15) + [409])
            // A registered one may be replaced.
            let again = try await status("d15", "app")
            #expect(again == 200)
        }
    }

    @Test func aNameAndAPreferredAppAreSet() async throws {
        try await TestServer.with { server in
            try await AlbumDevice(server: server).register()
            func patch(_ body: String) async throws -> TestServer.Answer {
                try await server.send(.patch, "/v1/devices/phone", body: body)
            }
            let named = try await patch(#"{"name":"Naomi's phone","defaultApp":"com.example.album"}"#)
            #expect(named.json["name"] == "Naomi's phone" && named.json["defaultApp"] == "com.example.album")
            #expect(try await patch(#"{"name":null}"#).json["name"] == .null)
            #expect(try await patch(#"{"defaultApp":"none"}"#).status == 400)
            #expect(try await patch("{}").status == 400)
            #expect(try await server.send(.patch, "/v1/devices/other", body: #"{"name":"x"}"#).status == 404)
        }
    }
}
