// rule: 4
// expect: parameter 'name' has to be a variable, because a call sets it; write 'var'
import AssistantIntents

@AppIntent(schema: .photos.createAlbum)
struct Create {
    let name: String
    func perform() async throws -> some IntentResult & ReturnsValue<AlbumEntity> { .result(value: AlbumEntity(id: "")) }
}
