import AgentRuntime
import EventStreams
import Foundation
import StandIns
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// A photo album app on a device, as a thin client would be: its registration, its event stream, and its requests.
struct AlbumDevice {
    let server: TestServer
    var id = "phone"
    var app = "com.example.album"
    var token = TestServer.clientToken

    static let openAlbum: JSONValue = [
        "schema": "photos.openAlbum", "intentId": "OpenAlbum", "modes": ["foreground"],
        "parameters": ["target": "entity:photos.album"],
    ]
    static let createAlbum: JSONValue = [
        "schema": "photos.createAlbum", "intentId": "CreateAlbum", "parameters": ["name": "String"],
        "result": "entity:photos.album",
    ]
    static let deleteAlbum: JSONValue = [
        "schema": "photos.deleteAlbum", "intentId": "DeleteAlbum", "parameters": ["entities": "[entity:photos.album]"],
    ]
    static let album: JSONValue = [
        "schema": "photos.album", "entityId": "Album", "queries": ["get", "matching", "suggested"],
        "properties": ["name": "String", "creationDate": "Date?", "albumType": "enum:photos.albumType"],
    ]
    static let albumType: JSONValue = [
        "schema": "photos.albumType", "cases": [["value": "custom", "title": "Custom album"]],
    ]

    func registration(
        intents: [JSONValue] = [openAlbum, createAlbum, deleteAlbum],
        entities: [JSONValue] = [album],
        more: JSONObject = [:]
    ) -> JSONValue {
        var object: JSONObject = [
            "catalogue": "2026-11", "app": ["id": .string(app), "version": "3.1"], "timeZone": "Asia/Tokyo",
            "locale": "ja_JP", "intents": .array(intents), "entities": .array(entities), "enums": [Self.albumType],
        ]
        for (name, value) in more { object[name] = value }
        return .object(object)
    }

    @discardableResult
    func register(_ registration: JSONValue? = nil) async throws -> TestServer.Answer {
        let body = registration ?? self.registration()
        return try await server.send(.put, "/v1/devices/\(id)/toolbox", token: token, body: body.serialized())
    }

    /// Returns an entity on the wire.
    static func entity(
        _ id: String,
        _ title: String,
        ownership: String = "private",
        type: String = "photos.album"
    ) -> JSONValue {
        [
            "type": .string(type), "id": .string(id), "display": ["title": .string(title)],
            "ownership": .string(ownership), "properties": ["name": .string(title), "albumType": "custom"],
        ]
    }

    func events(after last: String? = nil) async throws -> EventReader {
        var fields = HTTPHeaders()
        fields.append("Authorization", .plain("Bearer \(token)"))
        if let user = server.user { fields.append("Torii-User", .plain(user)) }
        if let last { fields.append("Last-Event-ID", .plain(last)) }
        let url = server.baseURL + "/v1/devices/\(id)/events?app=\(app)"
        return EventReader(
            try await server.client.send(HTTPRequest(.get, url, headers: fields, isTrusted: true))
        )
    }

    func post(_ call: String, _ step: String, _ body: JSONValue = ["attempt": 1]) async throws -> TestServer.Answer {
        try await server.send(.post, "/v1/devices/\(id)/calls/\(call)/\(step)", body: body.serialized())
    }

    /// Claims a call, starts it, and reports its output.
    func run(_ call: String, output: JSONValue = .null) async throws {
        #expect(try await post(call, "claim").status == 200)
        #expect(try await post(call, "running").status == 200)
        #expect(try await post(call, "output", Self.succeeded(output)).status == 202)
    }

    static func succeeded(_ output: JSONValue = .null, attempt: Int = 1) -> JSONValue {
        ["attempt": .integer(attempt), "status": "succeeded", "output": output]
    }

    static func answered(_ entities: JSONValue...) -> JSONValue {
        ["status": "answered", "entities": .array(entities)]
    }

    func calls() async throws -> [JSONValue] {
        try await server.send(.get, "/v1/devices/\(id)/calls?app=\(app)").json["calls"]?.arrayValue ?? []
    }
}

extension TestServer {
    /// Runs a server whose model plays a script.
    static func withModel<Result: Sendable>(
        _ script: @escaping OpenAIStandIn.Script,
        dataDirectory: String? = nil,
        _ set: @Sendable (inout Settings) -> Void = { _ in },
        _ body: @Sendable (TestServer) async throws -> Result
    ) async throws -> Result {
        try await OpenAIStandIn.with(script: script) { standIn async throws in
            try await TestServer.with(dataDirectory: dataDirectory) { settings in
                settings.models = [ModelReference(provider: .openai, name: "m")]
                settings.addresses[.openai] = standIn.baseURL
                set(&settings)
            } _: { server async throws in
                try await body(server)
            }
        }
    }
}

extension EventReader {
    /// Reads up to the next event of a type.
    mutating func next(_ type: String) async throws -> JSONValue {
        while let event = try await next() { if event.type == type { return event.json } }
        throw Ended()
    }

    struct Ended: Error {}
}
