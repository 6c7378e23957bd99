// rule: 9
// expect: property 'extra' is not part of schema entity 'audio.artist'; additional properties must be optional
import AssistantIntents

@AppEntity(schema: .audio.artist)
struct Artist {
    static let defaultQuery = Query()
    let id: String
    var name: String
    @Property(title: "Extra") var extra: String
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct Query: EntityStringQuery {
    func entities(for identifiers: [String]) async throws -> [Artist] { [] }
    func entities(matching string: String) async throws -> [Artist] { [] }
}
