// rule: 1
// expect: the schema has to be written as '.domain.schema', as in '.photos.openAlbum'
import AssistantIntents

let schema = AppSchemaIntent.photos.openAlbum

@AppIntent(schema: schema)
struct Open: OpenIntent {
    var target: AlbumEntity
    func perform() async throws -> some IntentResult { .result() }
}
