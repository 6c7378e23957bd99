// rule: 5
// expect: global function '_requireEntity' requires that 'Album' conform to 'AssistantSchemaEntity'
import AssistantIntents

struct Album: AppEntity {
    static let defaultQuery = Query()
    static let typeDisplayRepresentation: TypeDisplayRepresentation = "Album"
    let id: String
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct Query: EntityStringQuery {
    func entities(for identifiers: [String]) async throws -> [Album] { [] }
    func entities(matching string: String) async throws -> [Album] { [] }
}

@AppIntent(schema: .photos.openAlbum)
struct Open: OpenIntent {
    var target: Album
    func perform() async throws -> some IntentResult { .result() }
}
