// rule: 15
// expect: authentication policy '.alwaysAllowed' is weaker than the minimum '.requiresAuthentication' of schema intent 'photos.deleteAlbum'
import AssistantIntents

@AppIntent(schema: .photos.deleteAlbum)
struct Delete: DeleteIntent {
    static let authenticationPolicy: IntentAuthenticationPolicy = .alwaysAllowed
    var entities: [AlbumEntity]
    func perform() async throws -> some IntentResult { .result() }
}
