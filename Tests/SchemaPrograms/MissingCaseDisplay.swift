// rule: 10
// expect: case 'smart' has no words for people; add it to 'caseDisplayRepresentations'
import AssistantIntents

@AppEnum(schema: .photos.albumType)
enum Kind: String {
    case custom, smart
    static let caseDisplayRepresentations: [Kind: DisplayRepresentation] = [.custom: "Custom"]
}
