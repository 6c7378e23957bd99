import AssistantIntents
import StreamingJSON
import Testing

/// Queries about the things of the album app.
@Suite struct ToolboxQueryTests {
    private let library = AlbumLibrary()

    private func titles(_ answer: EntityQueryAnswer) -> [String]? {
        guard case .entities(let entities) = answer else { return nil }
        return entities.compactMap { $0["display"]?["title"]?.stringValue }
    }

    private func query(
        _ arguments: EntityQueryCall.Arguments,
        schema: String = "photos.album",
        properties: Set<String>? = nil,
        limit: Int = 50
    ) -> EntityQueryCall {
        EntityQueryCall(queryID: "q", schema: schema, arguments: arguments, properties: properties, limit: limit)
    }

    @Test func thingsByTheirIdentifiers() async throws {
        let toolbox = try Toolbox.album(library)
        #expect(titles(await toolbox.answer(query(.get(["a2", "a9", "a1"])))) == ["Winter", "Summer"])
        #expect(titles(await toolbox.answer(query(.get([])))) == [])
    }

    @Test func thingsByWords() async throws {
        let toolbox = try Toolbox.album(library)
        #expect(titles(await toolbox.answer(query(.matching("summer")))) == ["Summer"])
        #expect(titles(await toolbox.answer(query(.suggested))) == ["Summer", "Winter"])
        #expect(titles(await toolbox.answer(query(.suggested, limit: 1))) == ["Summer"])
    }

    /// The answer has the requested properties only.
    @Test func theAnswerHasTheLeastData() async throws {
        let toolbox = try Toolbox.album(library)
        guard case .entities(let entities) = await toolbox.answer(query(.get(["a2"]), properties: ["name"])) else {
            Issue.record("the query has to be answered")
            return
        }
        #expect(
            entities == [
                [
                    "type": "photos.album", "id": "a2", "display": ["title": "Winter", "subtitle": "Album"],
                    "ownership": "shared", "properties": ["name": "Winter"],
                ]
            ]
        )
    }

    /// The pictures have no query for words, and are found in the index.
    @Test func thingsInTheIndex() async throws {
        let toolbox = try Toolbox.album(library)
        #expect(titles(await toolbox.answer(query(.matching("fuji"), schema: "photos.asset"))) == [])
        toolbox.index(library.change { $0.pictures }.map(AssetEntity.make))
        #expect(titles(await toolbox.answer(query(.matching("fuji"), schema: "photos.asset"))) == ["Fuji"])
        toolbox.removeFromIndex(AssetEntity.self, id: "p1")
        #expect(titles(await toolbox.answer(query(.matching("fuji"), schema: "photos.asset"))) == [])
    }

    @Test func queriesThatTheAppDoesNotAnswer() async throws {
        let toolbox = try Toolbox.album(library)
        for (query, code) in [
            (query(.filter(["name": "Summer"])), IntentError.Code.unavailable),
            (query(.suggested, schema: "audio.song"), .unknownSchema),
        ] {
            guard case .failed(let error) = await toolbox.answer(query) else {
                Issue.record("the query has to fail")
                continue
            }
            #expect(error.code == code)
        }
    }
}
