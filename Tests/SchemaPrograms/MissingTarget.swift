// rule: 3
// expect: missing required parameter 'target' from schema intent 'photos.openAlbum'
import AssistantIntents

@AppIntent(schema: .photos.openAlbum)
struct Open: OpenIntent {
    var album: AlbumEntity?
    func perform() async throws -> some IntentResult { .result() }
}
