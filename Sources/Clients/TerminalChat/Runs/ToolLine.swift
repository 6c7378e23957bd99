import AgentWire
import StreamingJSON

/// The line of a tool call: its title, its first argument, its progress and time.
struct ToolLine: Sendable, Equatable {
    /// The call's id.
    let call: String
    /// The tool's name.
    let name: String
    /// The tool's title in the language of the texts; its name if it has none.
    let title: String
    /// The arguments.
    let arguments: JSONValue
    /// The time of the start.
    var startedAt: Duration
    /// The part that is done, from 0 to 1; `nil` if it is not known.
    var fraction: Double?
    /// The tool's note about its present work.
    var note: String?

    /// The most columns of the argument.
    private static let longestArgument = 40
    private static let barColumns = 10

    /// Returns the line of a call that runs.
    func running(_ drawing: Drawing, at now: Duration) -> StyledText {
        var line = StyledText(
            harmless: Spinner.mark(at: now - startedAt, hasUnicode: drawing.hasUnicode) + " ",
            .accent
        )
        line.append(label(drawing))
        if let fraction {
            let part = max(0, min(1, fraction))
            let done = Int((part * Double(Self.barColumns)).rounded())
            let mark = drawing.hasUnicode ? "━" : "="
            let rest = drawing.hasUnicode ? "━" : "-"
            line.append("  ")
            line.append(StyledText(harmless: String(repeating: mark, count: done), .code))
            line.append(StyledText(harmless: String(repeating: rest, count: Self.barColumns - done), .dim))
            line.append(" \(Int((part * 100).rounded())) %")
        }
        line.append("  " + drawing.duration((now - startedAt) / .seconds(1)), .dim)
        if let note, !note.isEmpty { line.append("  " + note.harmlessLine, .dim) }
        return line.cut(to: drawing.columns, drawing.rules)
    }

    /// Returns the lines of a call that has ended.
    func finished(_ end: WireToolCall, _ drawing: Drawing) -> [StyledText] {
        let isDone = end.status == .completed
        let mark = drawing.hasUnicode ? (isDone ? "✓ " : "✗ ") : (isDone ? "+ " : "x ")
        var line = StyledText(harmless: mark, isDone ? .success : .failure)
        line.append(label(drawing))
        line.append("  " + drawing.duration(Double(max(0, end.durationMilliseconds)) / 1000), .dim)
        let lines = [line.cut(to: drawing.columns, drawing.rules)]
        guard !isDone else { return lines }
        let reason = String(end.summary.prefix(500)).harmlessLine.trimmed
        guard !reason.isEmpty else { return lines }
        return lines
            + drawing.wrapped(StyledText(reason, .failure), first: StyledText(harmless: "  ", .plain)).prefix(3)
    }

    private func label(_ drawing: Drawing) -> StyledText {
        var label = StyledText(title.harmlessLine)
        if let argument = Self.firstArgument(of: arguments) {
            label.append(" ")
            label.append(StyledText(argument, .dim).cut(to: Self.longestArgument, drawing.rules))
        }
        return label
    }

    /// Returns the first argument that is a text, a number, or a list of them; `nil` if there is none.
    static func firstArgument(of arguments: JSONValue) -> String? {
        for (_, value) in arguments.objectValue ?? [:] {
            if let text = value.text?.trimmed, !text.isEmpty { return text }
            let texts = (value.arrayValue ?? []).prefix(8).compactMap(\.text)
            if !texts.isEmpty { return texts.joined(separator: ", ") }
        }
        return nil
    }
}

/// A mark that turns while something runs.
enum Spinner {
    private static let marks = Array("⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏")
    private static let plainMarks = Array("|/-\\")

    /// Returns the mark at a time since the start.
    static func mark(at elapsed: Duration, hasUnicode: Bool) -> String {
        let marks = hasUnicode ? marks : plainMarks
        let steps = Int(max(0, min(elapsed / .milliseconds(100), 1e9)))
        return String(marks[steps % marks.count])
    }
}
