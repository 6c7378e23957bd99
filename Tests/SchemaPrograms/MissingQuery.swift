// rule: 7
// expect: missing 'static let defaultQuery' of schema entity 'audio.artist'
import AssistantIntents

@AppEntity(schema: .audio.artist)
struct Artist {
    let id: String
    var name: String
    var displayRepresentation: DisplayRepresentation { "\(id)" }
}
