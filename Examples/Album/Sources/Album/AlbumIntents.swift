import AssistantIntents
import Foundation

@AppIntent(schema: .photos.createAlbum)
struct CreateAlbum {
    var name: String
    @Dependency var library: PhotoLibrary

    func perform() async throws -> some IntentResult & ReturnsValue<AlbumEntity> {
        let album = try library.change { contents in
            contents.albumCount += 1
            let album = PhotoLibrary.Album(id: "album-\(contents.albumCount)", name: name, date: Date())
            contents.albums.append(album)
            return album
        }
        return .result(value: album.entity)
    }
}

@AppIntent(schema: .photos.openAlbum)
struct OpenAlbum: OpenIntent {
    var target: AlbumEntity
    @Dependency var library: PhotoLibrary

    func perform() async throws -> some IntentResult {
        try library.change { contents in
            let count = contents.albums.first { $0.id == target.id }?.photos.count ?? 0
            contents.screen = "Album \(target.name), \(count) photos"
        }
        return .result()
    }
}

@AppIntent(schema: .photos.openAsset)
struct OpenPhoto: OpenIntent {
    var target: PhotoEntity
    @Dependency var library: PhotoLibrary

    func perform() async throws -> some IntentResult {
        try library.change { $0.screen = "Photo \(target.title)" }
        return .result()
    }
}

/// Shows the photos for some words.
@AppIntent(schema: .system.searchInApp)
struct FindPhotos: ShowInAppSearchResultsIntent {
    var criteria: StringSearchCriteria
    @Dependency var library: PhotoLibrary

    func perform() async throws -> some IntentResult {
        let found = library.photos(matching: criteria.term).map(\.title)
        try library.change { $0.screen = "Search \(criteria.term): \(found.joined(separator: ", "))" }
        return .result()
    }
}

@AppIntent(schema: .photos.addAssetsToAlbum)
struct AddPhotos {
    var assets: [PhotoEntity]
    var album: AlbumEntity
    @Dependency var library: PhotoLibrary

    func perform() async throws -> some IntentResult {
        try library.change { contents in
            guard let place = contents.albums.firstIndex(where: { $0.id == album.id }) else { return }
            for asset in assets where !contents.albums[place].photos.contains(asset.id) {
                contents.albums[place].photos.append(asset.id)
            }
        }
        return .result()
    }
}

/// Deletes albums, after a confirmation on the device.
@AppIntent(schema: .photos.deleteAlbum)
struct DeleteAlbums: DeleteIntent {
    var entities: [AlbumEntity]
    @Dependency var library: PhotoLibrary

    func perform() async throws -> some IntentResult {
        let names = entities.map(\.name).joined(separator: ", ")
        try await requestConfirmation("Delete \(names)?")
        try library.change { contents in
            contents.albums.removeAll { album in entities.contains { $0.id == album.id } }
            contents.screen = "All photos"
        }
        return .result()
    }
}
