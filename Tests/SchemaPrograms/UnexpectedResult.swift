// rule: 11
// expect: 'perform()' returns a value, and schema intent 'photos.openAlbum' has none; return 'some IntentResult'
import AssistantIntents

@AppIntent(schema: .photos.openAlbum)
struct Open: OpenIntent {
    var target: AlbumEntity
    func perform() async throws -> some IntentResult & ReturnsValue<AlbumEntity> { .result(value: target) }
}
