// rule: 16
// expect: global function '_requireUnion' requires that 'String' conform to 'AppUnionValue'
import AssistantIntents

@AppIntent(schema: .audio.addToLibrary)
struct Add {
    var audioEntity: String
    func perform() async throws -> some IntentResult { .result() }
}
