import AssistantIntents
import FoundationEssentials

@AppEntity(schema: .photos.album)
struct AlbumEntity: OwnershipProvidingEntity, SyncableEntity {
    static let defaultQuery = AlbumQuery()

    let id: String
    /// A value of the app that is no property of the schema.
    let row: Int

    var name: String
    var creationDate: Date?
    var albumType: AlbumType

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(title: "\(name)", subtitle: "Album")
    }

    var ownership: EntityOwnership { id == "a2" ? .shared : [] }
}

extension AlbumEntity {
    init(_ album: (id: String, name: String)) {
        self.init(id: album.id, row: 1)
        name = album.name
        creationDate = Date(timeIntervalSince1970: 1_764_000_000)
        albumType = .custom
    }
}

struct AlbumQuery: EntityStringQuery {
    @Dependency var library: AlbumLibrary

    func entities(for identifiers: [String]) async throws -> [AlbumEntity] {
        library.change { $0.albums.filter { identifiers.contains($0.id) } }.map(AlbumEntity.init)
    }

    func entities(matching string: String) async throws -> [AlbumEntity] {
        library.change { $0.albums.filter { $0.name.lowercased().contains(string.lowercased()) } }.map(AlbumEntity.init)
    }

    func suggestedEntities() async throws -> [AlbumEntity] {
        library.change(\.albums).map(AlbumEntity.init)
    }
}

@AppEnum(schema: .photos.albumType)
enum AlbumType: String {
    case custom
    case favorites

    static let caseDisplayRepresentations: [AlbumType: DisplayRepresentation] = [
        .custom: "Custom album",
        .favorites: "Favorites",
    ]
}
