// rule: 6
// expect: global function '_requireSearchable' requires that 'Query' conform to 'EntityStringQuery'
import AssistantIntents

import FoundationEssentials

@AppEntity(schema: .photos.album)
struct Album {
    static let defaultQuery = Query()
    let id: String
    var name: String
    var creationDate: Date?
    var albumType: AlbumType
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}

struct Query: EntityQuery {
    func entities(for identifiers: [String]) async throws -> [Album] { [] }
}

@AppIntent(schema: .photos.openAlbum)
struct Open: OpenIntent {
    var target: Album
    func perform() async throws -> some IntentResult { .result() }
}
