// rule: 4
// expect: missing required property 'albumType' from schema entity 'photos.album'
import AssistantIntents

import FoundationEssentials

@AppEntity(schema: .photos.album)
struct Album {
    static let defaultQuery = Query()
    let id: String
    var name: String
    var creationDate: Date?
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct Query: EntityStringQuery {
    func entities(for identifiers: [String]) async throws -> [Album] { [] }
    func entities(matching string: String) async throws -> [Album] { [] }
}
