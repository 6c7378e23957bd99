// rule: 11
// expect: global function '_requireEntity' requires the types 'AppSchema.Photos.Album' and 'AssetEntity.Schema' (aka 'AppSchema.Photos.Asset') be equivalent
import AssistantIntents

@AppIntent(schema: .photos.createAlbum)
struct Create {
    var name: String
    func perform() async throws -> some IntentResult & ReturnsValue<AssetEntity> { .result(value: AssetEntity(id: "")) }
}
