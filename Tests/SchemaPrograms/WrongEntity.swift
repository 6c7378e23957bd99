// rule: 5
// expect: global function '_requireEntity' requires the types 'AppSchema.Photos.Album' and 'AssetEntity.Schema' (aka 'AppSchema.Photos.Asset') be equivalent
import AssistantIntents

@AppIntent(schema: .photos.openAlbum)
struct Open: OpenIntent {
    var target: AssetEntity
    func perform() async throws -> some IntentResult { .result() }
}
