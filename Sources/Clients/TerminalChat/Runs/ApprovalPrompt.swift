import AgentWire
import FoundationEssentials
import StreamingJSON

/// The question whether a call may be made, with the decision by one key.
///
/// A key that was meant for the message must not decide. So keys decide nothing in the first 400 ms, and while the person types on
/// without a pause of that length.
struct ApprovalPrompt: Sendable, Equatable {
    /// The effect of a key.
    enum Effect: Sendable, Equatable {
        /// The call is approved.
        case approved
        /// The call is rejected.
        case rejected
        /// The call is rejected, and the person writes the reason.
        case asksReason
        /// The key was pressed too early, and decides nothing.
        case ignored
        /// The key has no meaning here.
        case unknown
    }

    /// The time without keys before a key decides.
    static let quietTime = Duration.milliseconds(400)

    /// The call that waits.
    let action: RequiredAction
    /// The time from which on a key decides.
    private var decidesAt: Duration
    /// The time from which on a line decides, because the person can have seen the question.
    private var isSeenAt: Duration
    /// Whether the decision was sent.
    var isDecided = false

    /// Makes a question that appears now.
    init(_ action: RequiredAction, at now: Duration) {
        self.action = action
        decidesAt = now + Self.quietTime
        isSeenAt = decidesAt
    }

    /// Makes the question appear again, for example after the one before it was decided.
    mutating func appear(at now: Duration) {
        decidesAt = now + Self.quietTime
        isSeenAt = decidesAt
    }

    /// Returns whether the question has been there long enough for a line, whose Enter cannot be an accident, to decide.
    func isSeen(at now: Duration) -> Bool { now >= isSeenAt }

    /// Accepts a key.
    mutating func accept(_ key: Key, at now: Duration) -> Effect {
        guard !isDecided, case .text(let text) = key else { return .unknown }
        guard now >= decidesAt else {
            decidesAt = now + Self.quietTime
            return .ignored
        }
        // An input method for Japanese types full-width letters.
        switch text {
        case "a", "ａ": return .approved
        case "r", "ｒ": return .rejected
        case "R", "Ｒ": return .asksReason
        default:
            decidesAt = now + Self.quietTime
            return .unknown
        }
    }

    /// Returns the lines of the question.
    ///
    /// - Parameters:
    ///   - count: The number of questions that wait, with this one.
    ///   - hasKeys: Whether keys decide, so that they are named.
    func lines(_ drawing: Drawing, count: Int, hasKeys: Bool) -> [StyledText] {
        let bar = StyledText(harmless: drawing.hasUnicode ? "┃ " : "| ", .warning)
        var heading = StyledText(drawing.words("Waits for your decision", "確認が必要です"), TextStyle(.yellow, isBold: true))
        heading.append(" · \(action.name.harmlessLine)", .dim)
        if count > 1 { heading.append(drawing.words(" · 1 of \(count)", " · \(count) 件中 1 件目"), .dim) }
        var lines = drawing.wrapped(heading, first: bar, others: bar)
        let question = action.text.isEmpty ? action.name : action.text
        lines += drawing.wrapped(StyledText(String(question.prefix(4000))), first: bar, others: bar).prefix(20)
        if let arguments = action.arguments.objectValue, !arguments.isEmpty {
            let inner = drawing.with(columns: max(10, drawing.columns - 4))
            for line in DataDrawing.tree(action.arguments, inner).prefix(12) { lines.append(bar + "  " + line) }
        }
        lines += drawing.wrapped(footer(drawing, hasKeys: hasKeys), first: bar, others: bar)
        return lines
    }

    private func footer(_ drawing: Drawing, hasKeys: Bool) -> StyledText {
        var line = StyledText()
        if isDecided {
            line.append(drawing.words("Sending…", "送信中…"), .dim)
            return line
        }
        if hasKeys {
            for (key, name) in [
                ("a", drawing.words("approve", "承認")), ("r", drawing.words("reject", "却下")),
                ("R", drawing.words("reject with a reason", "理由を書いて却下")),
            ] {
                line.append("[\(key)]", .accent)
                line.append(" \(name)  ")
            }
        }
        let left = action.deadline.timeIntervalSince(drawing.now)
        let time = drawing.duration(left.rounded(.down))
        line.append(
            left > 0
                ? drawing.words("\(time) left", "残り \(time)")
                : drawing.words("Nobody decided in time.", "期限が過ぎました。"),
            .dim
        )
        return line
    }
}
