import AssistantIntents
import Foundation

@AppEntity(schema: .photos.album)
struct AlbumEntity {
    static let defaultQuery = AlbumQuery()

    let id: String
    var name: String
    var creationDate: Date?
    var albumType: AlbumType
    var displayRepresentation: DisplayRepresentation { "\(name)" }
}

extension AlbumEntity {
    init(_ album: PhotoLibrary.Album) {
        self.init(id: album.id)
        (name, creationDate, albumType) = (album.name, album.date, .custom)
    }
}

@AppEnum(schema: .photos.albumType)
enum AlbumType: String {
    case custom

    static let caseDisplayRepresentations: [AlbumType: DisplayRepresentation] = [.custom: "Custom album"]
}

struct AlbumQuery: EntityStringQuery {
    @Dependency var library: PhotoLibrary

    func entities(for identifiers: [String]) async throws -> [AlbumEntity] {
        library.current.albums.filter { identifiers.contains($0.id) }.map(AlbumEntity.init)
    }

    func entities(matching string: String) async throws -> [AlbumEntity] {
        library.current.albums.filter { $0.name.range(of: string, options: .caseInsensitive) != nil }
            .map(AlbumEntity.init)
    }

    func suggestedEntities() async throws -> [AlbumEntity] { library.current.albums.map(AlbumEntity.init) }
}
