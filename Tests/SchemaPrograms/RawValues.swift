// rule: 10
// expect: schema enum 'photos.albumType' needs raw values of the type 'String'
import AssistantIntents

@AppEnum(schema: .photos.albumType)
enum Kind: Int {
    case custom
    static let caseDisplayRepresentations: [Kind: DisplayRepresentation] = [.custom: "Custom"]
}
