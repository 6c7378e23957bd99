// rule: 9
// expect: parameter 'color' is not part of schema intent 'photos.createAlbum'; additional parameters must be optional
import AssistantIntents

@AppIntent(schema: .photos.createAlbum)
struct Create {
    var name: String
    @Parameter(title: "Color") var color: String
    func perform() async throws -> some IntentResult & ReturnsValue<AlbumEntity> { .result(value: AlbumEntity(id: "")) }
}
