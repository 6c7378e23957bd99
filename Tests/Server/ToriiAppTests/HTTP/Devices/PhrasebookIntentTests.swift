import EventStreams
import Foundation
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// Intents that the built-in model predicts from the phrases of the catalog, in both languages.
@Suite(.timeLimit(.minutes(3))) struct PhrasebookIntentTests {
    private func text(_ chat: inout EventReader) async throws -> String {
        let shown = try await chat.rest()
        #expect(shown.last?.type == "run.completed", "\(shown.map { "\($0.type) \($0.data)" })")
        return shown.first { $0.type == "message.completed" }?.json["text"]?.stringValue ?? ""
    }

    @Test(arguments: [
        ("Open the album Summer", "Summer", "Open"), ("「夏」のアルバムを開いて", "夏", "開"),
    ])
    func wordsForAnAlbumAreResolvedByAQueryFirst(message: String, title: String, word: String) async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var events = try await device.events()
            var chat = EventReader(try await server.stream(["message": .string(message)]))
            let query = try await events.next("entity.requested")
            #expect(query["arguments"]?["text"]?.stringValue == title)
            let found = AlbumDevice.answered(
                AlbumDevice.entity("a2", title + " 2025"),
                AlbumDevice.entity("a1", title)
            )
            #expect(try await device.post(try #require(query["queryId"]?.stringValue), "output", found).status == 202)
            let call = try await events.next("intent.requested")
            #expect(call["schema"] == "photos.openAlbum")
            #expect(call["input"] == ["target": ["type": "photos.album", "id": "a1"]])
            try await device.run(try #require(call["callId"]?.stringValue))
            let answer = try await text(&chat)
            #expect(answer.contains(title) && answer.contains("phone") && answer.contains(word), "\(answer)")
        }
    }

    @Test(arguments: [("Create an album called Winter", "Winter"), ("「冬」というアルバムを作って", "冬")])
    func aNameIsTakenFromTheMessage(message: String, name: String) async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var events = try await device.events()
            var chat = EventReader(try await server.stream(["message": .string(message)]))
            let call = try await events.next("intent.requested")
            #expect(call["schema"] == "photos.createAlbum" && call["input"] == ["name": .string(name)])
            try await device.run(
                try #require(call["callId"]?.stringValue),
                output: AlbumDevice.entity("a5", name)
            )
            let answer = try await text(&chat)
            #expect(answer.contains(name) && answer.contains("phone"), "\(answer)")
        }
    }

    @Test func choicesOfTheAppAreShownWithoutFences() async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var events = try await device.events()
            var chat = EventReader(try await server.stream(["message": "Create an album called Winter"]))
            let call = try #require(try await events.next("intent.requested")["callId"]?.stringValue)
            #expect(try await device.post(call, "claim").status == 200)
            #expect(try await device.post(call, "running").status == 200)
            let needs: JSONValue = ["parameter": "name", "choices": ["Winter 2025", "Winter 2026"]]
            let report: JSONValue = ["attempt": 1, "status": "needs_value", "needs": needs]
            #expect(try await device.post(call, "output", report).status == 202)
            // The same again, although a part of it may not be kept.
            #expect(try await device.post(call, "output", report).status == 200)
            let answer = try await text(&chat)
            #expect(answer.contains("needs a value for name") && answer.contains("- Winter 2026"), "\(answer)")
            #expect(!answer.contains("quoted text"), "\(answer)")
        }
    }

    @Test func anAlbumThatDoesNotExistIsReported() async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var events = try await device.events()
            var chat = EventReader(try await server.stream(["message": "Open the album Summer"]))
            let query = try await events.next("entity.requested")
            let id = try #require(query["queryId"]?.stringValue)
            #expect(try await device.post(id, "output", AlbumDevice.answered()).status == 202)
            let answer = try await text(&chat)
            #expect(answer.contains("Summer") && answer.contains("no "), "\(answer)")
        }
    }

    @Test func ofSeveralAlbumsThePersonChooses() async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var events = try await device.events()
            var chat = EventReader(try await server.stream(["message": "Open the album Summer"]))
            let query = try await events.next("entity.requested")
            let found = AlbumDevice.answered(
                AlbumDevice.entity("a1", "Summer 2024"),
                AlbumDevice.entity("a2", "Summer 2025")
            )
            #expect(try await device.post(try #require(query["queryId"]?.stringValue), "output", found).status == 202)
            let answer = try await text(&chat)
            #expect(answer.contains("Which one") && answer.contains("Summer 2024") && answer.contains("Summer 2025"))
        }
    }

    @Test func aDeletionNamesTheAlbumToThePerson() async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var events = try await device.events()
            var chat = EventReader(try await server.stream(["message": "Delete the album Summer"]))
            let query = try await events.next("entity.requested")
            let found = AlbumDevice.answered(AlbumDevice.entity("a1", "Summer"))
            #expect(try await device.post(try #require(query["queryId"]?.stringValue), "output", found).status == 202)
            let run = try #require(try await chat.next()?.json["run"]?.stringValue)
            var action: JSONValue?
            while action == nil, let event = try await chat.next() {
                if event.type == "action.required", event.json["kind"] == "approval" { action = event.json }
            }
            #expect(action?["text"]?.stringValue?.contains("entities: Summer") == true, "\(action ?? .null)")
            let body: JSONValue = ["decisions": [["call": action?["call"] ?? .null, "decision": "approve"]]]
            #expect(try await server.send(.post, "/v1/runs/\(run)/outputs", body: body.serialized()).status == 202)
            let call = try await events.next("intent.requested")
            #expect(call["input"] == ["entities": [["type": "photos.album", "id": "a1"]]])
            try await device.run(try #require(call["callId"]?.stringValue))
            #expect(try await text(&chat).contains("Summer"))
        }
    }

    /// The server also has an inventory, whose items may have any name.
    @Test(arguments: [("Get rid of the Winter album", "Winter"), ("冬のアルバムを消して", "冬")])
    func anAlbumIsNoItemOfTheInventory(message: String, title: String) async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var events = try await device.events()
            var chat = EventReader(try await server.stream(["message": .string(message)]))
            let query = try await events.next("entity.requested")
            #expect(query["schema"] == "photos.album" && query["arguments"]?["text"]?.stringValue == title)
            let id = try #require(query["queryId"]?.stringValue)
            #expect(try await device.post(id, "output", AlbumDevice.answered()).status == 202)
            _ = try await text(&chat)
        }
    }

    @Test(arguments: [("Create an album", "name"), ("アルバムを作って", "名前")])
    func aMissingNameIsAskedFor(message: String, word: String) async throws {
        try await TestServer.with { server in
            let device = AlbumDevice(server: server)
            try await device.register()
            var chat = EventReader(try await server.stream(["message": .string(message)]))
            let answer = try await text(&chat)
            #expect(answer.contains(word), "\(answer)")
            #expect(try await device.calls() == [])
        }
    }

    @Test func aClientWithoutDevicesIsAnsweredAsBefore() async throws {
        try await TestServer.with { server in
            let reply = try await server.chat("Open the album Summer")
            #expect(reply["tool_calls"] == [])
        }
    }
}
