import AgentTools
import StreamingJSON

/// The text of items without a template: a line an item, with the names and values of its members.
enum AnswerLines {
    private static let longestLine = 2_000

    /// Returns the text; a text that is alone stays as it is.
    static func text(of items: [JSONValue]) -> String {
        if items.count == 1, let text = items[0].stringValue { return text }
        return items.map { "- " + TextLine(line(of: $0), limit: longestLine).text }.joined(separator: "\n")
    }

    private static func line(of item: JSONValue) -> String {
        switch item {
        case .string(let text): text
        case .object(let members):
            members.map { "\($0.key): \($0.value.stringValue ?? $0.value.serialized())" }.joined(separator: "; ")
        default: item.serialized()
        }
    }
}
