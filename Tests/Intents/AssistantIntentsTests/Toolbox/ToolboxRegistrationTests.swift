import AssistantIntents
import StreamingJSON
import Testing

/// The registration that a toolbox makes from the types of an app.
@Suite struct ToolboxRegistrationTests {
    @Test func theRegistrationOfTheAlbumApp() throws {
        let registration = try Toolbox.album(AlbumLibrary()).registration
        #expect(registration.catalog == SchemaCatalog.current.version)
        #expect(registration.app == .init(id: "com.example.album", version: "1.0"))
        let open = try #require(registration.intents.first { $0.schema == "photos.openAlbum" })
        #expect(open.intentID == "OpenAlbumIntent")
        #expect(open.modes == [.foreground])
        #expect(open.parameters == ["target": "entity:photos.album"])
        #expect(open.result == nil)
        #expect(open.policy == IntentPolicy(authentication: .unlocked))
        let create = try #require(registration.intents.first { $0.schema == "photos.createAlbum" })
        #expect(create.parameters == ["name": "String"])
        #expect(create.extensions == ["color": "String?"])
        #expect(create.result == "entity:photos.album")
        #expect(create.policy.authentication == AuthenticationLevel.none)
        let delete = try #require(registration.intents.first { $0.schema == "photos.deleteAlbum" })
        #expect(delete.policy.authentication == .local)
        let rename = try #require(registration.intents.first { $0.schema == "photos.updateAlbum" })
        #expect(rename.isIdempotent)
        #expect(rename.timeoutMilliseconds == 5_000)
        let update = try #require(registration.intents.first { $0.schema == "photos.updateAsset" })
        #expect(update.visibility == .model)
        #expect(update.parameters["target"] == "[entity:photos.asset]")
        let album = try #require(registration.entities.first { $0.schema == "photos.album" })
        #expect(album.queries == [.get, .matching, .suggested])
        #expect(album.isSyncable)
        #expect(
            album.properties == ["name": "String", "creationDate": "Date?", "albumType": "enum:photos.albumType"]
        )
        let asset = try #require(registration.entities.first { $0.schema == "photos.asset" })
        #expect(asset.queries == [.get, .indexed, .matching, .suggested])
        #expect(
            registration.enumerations.first { $0.schema == "photos.albumType" }?.cases == [
                .init(value: "custom", title: "Custom album"), .init(value: "favorites", title: "Favorites"),
            ]
        )
        #expect(try ToolboxRegistration(json: registration.json) == registration)
    }

    /// The faults that need the whole app are found when it starts.
    @Test func aToolboxWithoutAnEntity() throws {
        let error = #expect(throws: ToolboxError.self) {
            try Toolbox(app: .init(id: "com.example.album", version: "1")) { OpenAlbumIntent.self }
        }
        #expect(error?.faults.map(\.code) == [.missingEntity])
    }
}
