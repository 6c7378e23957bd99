// Types that the refused programs use. scripts/schemas compiles each program together with this file.
import AssistantIntents
import FoundationEssentials

@AppEntity(schema: .photos.album)
struct AlbumEntity {
    static let defaultQuery = AlbumQuery()
    let id: String
    var name: String
    var creationDate: Date?
    var albumType: AlbumType
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct AlbumQuery: EntityStringQuery {
    func entities(for identifiers: [String]) async throws -> [AlbumEntity] { [] }
    func entities(matching string: String) async throws -> [AlbumEntity] { [] }
}

@AppEnum(schema: .photos.albumType)
enum AlbumType: String {
    case custom
    static let caseDisplayRepresentations: [AlbumType: DisplayRepresentation] = [.custom: "Custom"]
}

@AssistantEntity(schema: .photos.asset)
struct AssetEntity {
    static let defaultQuery = AssetQuery()
    let id: String
    var creationDate: Date?
    var location: PlaceDescriptor?
    var assetType: AssetType?
    var isFavorite: Bool
    var isHidden: Bool
    var hasSuggestedEdits: Bool
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct AssetQuery: EntityStringQuery {
    func entities(for identifiers: [String]) async throws -> [AssetEntity] { [] }
    func entities(matching string: String) async throws -> [AssetEntity] { [] }
}

@AppEnum(schema: .photos.assetType)
enum AssetType: String {
    case photo, video
    static let caseDisplayRepresentations: [AssetType: DisplayRepresentation] = [.photo: "Photo", .video: "Video"]
}
