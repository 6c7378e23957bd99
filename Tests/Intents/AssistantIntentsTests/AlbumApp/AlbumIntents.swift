import AssistantIntents

@AppIntent(schema: .photos.openAlbum)
struct OpenAlbumIntent: OpenIntent {
    var target: AlbumEntity

    @Dependency var library: AlbumLibrary

    func perform() async throws -> some IntentResult {
        library.change { $0.shown = target.id }
        return .result()
    }
}

@AppIntent(schema: .photos.createAlbum)
struct CreateAlbumIntent {
    var name: String

    @Parameter(title: "Color")
    var color: String?

    @Dependency var library: AlbumLibrary

    func perform() async throws -> some IntentResult & ReturnsValue<AlbumEntity> {
        if name.isEmpty { throw $name.needsValueError("What is the album's name?") }
        let album = library.change { contents -> (id: String, name: String) in
            contents.creations += 1
            let album = (id: "a\(contents.albums.count + 1)", name: name)
            contents.albums.append(album)
            return album
        }
        return .result(value: AlbumEntity(album))
    }
}

@AppIntent(schema: .photos.deleteAlbum)
struct DeleteAlbumIntent: DeleteIntent {
    static let authenticationPolicy: IntentAuthenticationPolicy = .requiresLocalDeviceAuthentication

    var entities: [AlbumEntity]

    @Dependency var library: AlbumLibrary

    func perform() async throws -> some IntentResult {
        try await requestConfirmation("Delete \(entities.count) albums?")
        library.change { contents in contents.albums.removeAll { album in entities.contains { $0.id == album.id } } }
        return .result()
    }
}

@AppIntent(schema: .photos.updateAlbum)
struct RenameAlbumIntent: AppIntent {
    static var isIdempotent: Bool { true }
    static var timeLimit: Duration? { .seconds(5) }

    var target: AlbumEntity
    var name: String

    @Dependency var library: AlbumLibrary

    init() {}

    init(target: AlbumEntity, name: String) {
        self.target = target
        self.name = name
    }

    func perform() async throws -> some IntentResult {
        library.change { contents in
            guard let place = contents.albums.firstIndex(where: { $0.id == target.id }) else { return }
            contents.albums[place].name = name
        }
        return .result()
    }
}
