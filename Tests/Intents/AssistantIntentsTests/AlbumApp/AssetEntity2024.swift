import AssistantIntents
import FoundationEssentials

// The names of 2024.

@AssistantEntity(schema: .photos.asset)
struct AssetEntity: IndexedEntity {
    static let defaultQuery = AssetQuery()

    let id: String
    let picture: String

    @Property(title: "Title")
    var title: String?

    var creationDate: Date?
    var location: PlaceDescriptor?
    var assetType: AssetType?
    var isFavorite: Bool
    var isHidden: Bool
    var hasSuggestedEdits: Bool

    var displayRepresentation: DisplayRepresentation {
        DisplayRepresentation(
            title: title.map { "\($0)" } ?? "Unknown",
            subtitle: assetType?.localizedStringResource ?? "Picture"
        )
    }
}

extension AssetEntity {
    static func make(_ picture: (id: String, title: String?, isFavorite: Bool)) -> AssetEntity {
        let entity = AssetEntity(id: picture.id, picture: picture.id)
        entity.title = picture.title
        entity.assetType = .photo
        entity.isFavorite = picture.isFavorite
        entity.isHidden = false
        entity.hasSuggestedEdits = false
        return entity
    }
}

struct AssetQuery: EntityQuery {
    @Dependency var library: AlbumLibrary

    func entities(for identifiers: [AssetEntity.ID]) async throws -> [AssetEntity] {
        library.change { $0.pictures.filter { identifiers.contains($0.id) } }.map(AssetEntity.make)
    }
}

@AssistantEnum(schema: .photos.assetType)
enum AssetType: String, AppEnum {
    case photo
    case video

    static let caseDisplayRepresentations: [AssetType: DisplayRepresentation] = [
        .photo: "Photo",
        .video: "Video",
    ]
}

@AssistantIntent(schema: .photos.openAsset)
struct OpenAssetIntent: OpenIntent {
    var target: AssetEntity

    @Dependency
    var library: AlbumLibrary

    @MainActor
    func perform() async throws -> some IntentResult {
        library.change { $0.shown = target.id }
        return .result()
    }
}

@AssistantIntent(schema: .photos.updateAsset)
struct UpdateAssetIntent: AppIntent {
    static let isAssistantOnly = true

    var target: [AssetEntity]
    var name: String?
    var isHidden: Bool?
    var isFavorite: Bool?

    @Dependency
    var library: AlbumLibrary

    func perform() async throws -> some IntentResult {
        library.change { contents in
            for index in contents.pictures.indices
            where target.contains(where: { $0.id == contents.pictures[index].id }) {
                // A name that is left out stays; one that is set to none is removed.
                if case .set(let name) = $name.valueState { contents.pictures[index].title = name }
                if let isFavorite { contents.pictures[index].isFavorite = isFavorite }
            }
        }
        return .result()
    }
}
