// rule: 7
// expect: missing 'var displayRepresentation' of schema entity 'audio.artist'
import AssistantIntents

@AppEntity(schema: .audio.artist)
struct Artist {
    static let defaultQuery = Query()
    let id: String
    var name: String
}

struct Query: EntityStringQuery {
    func entities(for identifiers: [String]) async throws -> [Artist] { [] }
    func entities(matching string: String) async throws -> [Artist] { [] }
}
