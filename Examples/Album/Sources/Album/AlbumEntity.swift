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

extension PhotoLibrary.Album {
    /// The album as an entity.
    var entity: AlbumEntity {
        let entity = AlbumEntity(id: id)
        entity.name = name
        entity.creationDate = date
        entity.albumType = .custom
        return entity
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
        library.current.albums.filter { identifiers.contains($0.id) }.map(\.entity)
    }

    func entities(matching string: String) async throws -> [AlbumEntity] {
        library.current.albums.filter { $0.name.range(of: string, options: .caseInsensitive) != nil }
            .map(\.entity)
    }

    func suggestedEntities() async throws -> [AlbumEntity] { library.current.albums.map(\.entity) }
}
