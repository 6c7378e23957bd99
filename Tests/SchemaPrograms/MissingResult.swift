// rule: 11
// expect: 'perform()' has to return 'ReturnsValue<entity 'photos.album'>' as required by schema intent 'photos.createAlbum'
import AssistantIntents

@AppIntent(schema: .photos.createAlbum)
struct Create {
    var name: String
    func perform() async throws -> some IntentResult { .result() }
}
