// rule: 4
// expect: missing required parameter 'name' from schema intent 'photos.createAlbum'
import AssistantIntents

@AppIntent(schema: .photos.createAlbum)
struct Create {
    func perform() async throws -> some IntentResult & ReturnsValue<AlbumEntity> { .result(value: AlbumEntity(id: "")) }
}
