// rule: 2
// expect: intent does not conform to 'AudioRecordingIntent' required by schema intent 'phone.startCall'
import AssistantIntents

@UnionValue
enum Destination { case number(String) }

@AppEnum(schema: .phone.audioVisualMode)
enum Mode: String {
    case audio, video
    static let caseDisplayRepresentations: [Mode: DisplayRepresentation] = [.audio: "Audio", .video: "Video"]
}

@AppIntent(schema: .phone.startCall)
struct Call: AudioStartingIntent {
    var destination: Destination
    var audioVisualMode: Mode
    func perform() async throws -> some IntentResult { .result() }
}
