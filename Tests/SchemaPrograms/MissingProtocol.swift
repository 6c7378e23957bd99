// rule: 2
// expect: intent does not conform to 'OpenIntent' required by schema intent 'photos.openAlbum'
import AssistantIntents

@AppIntent(schema: .photos.openAlbum)
struct Open {
    var target: AlbumEntity
    func perform() async throws -> some IntentResult { .result() }
}
