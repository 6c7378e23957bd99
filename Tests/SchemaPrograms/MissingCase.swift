// rule: 10
// expect: missing case 'future' of schema enum 'calendar.eventSpan', whose cases are fixed
import AssistantIntents

@AppEnum(schema: .calendar.eventSpan)
enum Span: String {
    case this, all
    static let caseDisplayRepresentations: [Span: DisplayRepresentation] = [.this: "This", .all: "All"]
}
