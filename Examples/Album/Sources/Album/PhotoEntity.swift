import AssistantIntents
import Foundation

@AppEntity(schema: .photos.asset)
struct PhotoEntity {
    static let defaultQuery = PhotoQuery()

    let id: String
    let title: String
    var creationDate: Date?
    var location: PlaceDescriptor?
    var assetType: PhotoType?
    var isFavorite: Bool
    var isHidden: Bool
    var hasSuggestedEdits: Bool
    // The app does not edit photos.
    var aperture: Double?
    var exposure: Double?
    var saturation: Double?
    var warmth: Double?
    var filter: PhotoFilter?
    var isPortraitModeEnabled: Bool?
    var displayRepresentation: DisplayRepresentation { "\(title)" }
}

extension PhotoLibrary.Photo {
    /// The photo as an entity.
    var entity: PhotoEntity {
        let entity = PhotoEntity(id: id, title: title)
        entity.creationDate = date
        entity.assetType = .photo
        entity.isFavorite = isFavorite
        entity.isHidden = false
        entity.hasSuggestedEdits = false
        return entity
    }
}

@AppEnum(schema: .photos.assetType)
enum PhotoType: String {
    case photo
    case video

    static let caseDisplayRepresentations: [PhotoType: DisplayRepresentation] = [.photo: "Photo", .video: "Video"]
}

@AppEnum(schema: .photos.filterType)
enum PhotoFilter: String {
    case original

    static let caseDisplayRepresentations: [PhotoFilter: DisplayRepresentation] = [.original: "Original"]
}

struct PhotoQuery: EntityStringQuery {
    @Dependency var library: PhotoLibrary

    func entities(for identifiers: [String]) async throws -> [PhotoEntity] {
        library.current.photos.filter { identifiers.contains($0.id) }.map(\.entity)
    }

    func entities(matching string: String) async throws -> [PhotoEntity] {
        library.photos(matching: string).map(\.entity)
    }

    func suggestedEntities() async throws -> [PhotoEntity] { library.current.photos.map(\.entity) }
}
