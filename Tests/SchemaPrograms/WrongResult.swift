// rule: 11
// expect: 'perform()' returns '[AlbumEntity]' that does not match 'entity 'photos.album'' required by schema intent 'photos.createAlbum'
import AssistantIntents

@AppIntent(schema: .photos.createAlbum)
struct Create {
    var name: String
    func perform() async throws -> some IntentResult & ReturnsValue<[AlbumEntity]> { .result(value: []) }
}
