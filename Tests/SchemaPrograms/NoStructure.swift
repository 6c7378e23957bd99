// rule: all
// expect: @AppIntent works on structures
import AssistantIntents

@AppIntent(schema: .photos.createAlbum)
final class Create {
    func perform() async throws -> some IntentResult { .result() }
}
