// rule: 8
// expect: type 'Query' does not conform to protocol 'EntityQuery'
import AssistantIntents

@AppEntity(schema: .audio.artist)
struct Artist {
    static let defaultQuery = Query()
    let id: String
    var name: String
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct Query: EntityStringQuery {
    typealias Entity = Artist
    func entities(matching string: String) async throws -> [Artist] { [] }
}
