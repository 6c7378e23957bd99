// rule: 10
// expect: case 'past' is not part of schema enum 'calendar.eventSpan', whose cases are fixed
import AssistantIntents

@AppEnum(schema: .calendar.eventSpan)
enum Span: String {
    case this, future, all, past
    static let caseDisplayRepresentations: [Span: DisplayRepresentation] = [
        .this: "This", .future: "Future", .all: "All", .past: "Past",
    ]
}
