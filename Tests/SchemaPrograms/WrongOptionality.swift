// rule: 4
// expect: parameter 'name' has the type 'String?' that does not match 'String' required by schema intent 'photos.createAlbum'
import AssistantIntents

@AppIntent(schema: .photos.createAlbum)
struct Create {
    var name: String?
    func perform() async throws -> some IntentResult & ReturnsValue<AlbumEntity> { .result(value: AlbumEntity(id: "")) }
}
