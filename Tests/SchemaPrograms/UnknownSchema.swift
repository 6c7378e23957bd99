// rule: 1
// expect: has no member 'openAlbm'
import AssistantIntents

@AppIntent(schema: .photos.openAlbm)
struct Open: OpenIntent {
    var target: AlbumEntity
    func perform() async throws -> some IntentResult { .result() }
}
