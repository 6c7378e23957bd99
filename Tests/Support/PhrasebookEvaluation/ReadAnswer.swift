import FoundationEssentials

/// An answer as a person reads it, with the outputs from which it was made.
///
/// It knows nothing about the model's internals: each kind is recognized by the words alone.
struct ReadAnswer {
    private let text: String
    private let lines: [String]
    private let first: String
    private let calls: [RecordedCall]

    init(_ text: String, _ calls: [RecordedCall]) {
        self.text = text
        self.calls = calls
        lines = text.split(separator: "\n").map(String.init)
        first = lines.first ?? ""
    }

    /// Whether the answer proposes a change that a plain yes makes.
    var isProposal: Bool {
        isQuestion && lines.contains { $0.hasSuffix("Say yes or no.") || $0.hasSuffix("はい・いいえでどうぞ。") }
    }

    /// Returns whether the answer is of a kind.
    func isKind(_ kind: AnswerKind) -> Bool {
        switch kind {
        case .number: hasNumber && !isQuestion && !isMiss
        case .yesNo: Self.judgements.contains { first.lowercased().hasPrefix($0) } && !isMiss
        case .list: showsOutput && !isQuestion
        case .comparison: !calls.isEmpty && Self.comparing.contains { first.lowercased().contains($0) }
        case .created: isDone(by: "createInventory")
        case .changed: isDone(by: "updateInventory")
        case .deletion: calls.contains { $0.isWaiting }
        case .question: isQuestion && !isMiss
        case .miss: isMiss && !Self.greetings.contains { first.lowercased().contains($0) }
        case .greeting: Self.greetings.contains { first.lowercased().contains($0) } || isHelp
        case .forecast: lines.contains { Self.isForecast($0) }
        case .text: !first.isEmpty && !isQuestion && !isMiss
        }
    }

    private static let judgements = ["yes", "no,", "no.", "no:", "no –", "はい", "いいえ"]
    private static let comparing = [
        " than ", "more", "less", "fewer", "most", "the least", "er:", "er than", "against", "difference", "same", "より",
        "ほう", "方が", "いちばん", "最も", "差", "違い", "同じ",
    ]
    private static let greetings = [
        "hello", "hi!", "you are welcome", "good-bye", "glad", "all right", "こんにちは", "どういたしまして", "また", "よかった", "承知",
    ]

    private var isQuestion: Bool {
        lines.contains { $0.hasSuffix("?") || $0.contains("? ") || $0.contains("？") } && !calls.contains { $0.isChange }
    }

    private var suggestions: [String] { lines.filter { $0.hasPrefix("- “") || $0.hasPrefix("・「") } }

    private var isMiss: Bool {
        let isRefusal =
            first.contains("cannot") || first.contains("did not understand") || first.contains("できません")
            || first.contains("理解できませんでした")
        return (1...3).contains(suggestions.count) && isRefusal
    }

    /// Whether it is the list of possible requests, without a refusal.
    private var isHelp: Bool { !suggestions.isEmpty && !isMiss }

    /// Whether the first line has a digit or a word for none, apart from days, IDs and names.
    private var hasNumber: Bool {
        let line = first.replacing(/“[^”]*”|「[^」]*」|\d{4}-\d{2}-\d{2}|(ID:?|item) ?\d+|\([^)]*\)/, with: "")
        return line.contains { $0.isNumber } || line.contains("none") || line.contains("no ") || line.contains("ありません")
    }

    /// Whether it contains all the results of the last reading call.
    private var showsOutput: Bool {
        guard let output = calls.last(where: { !$0.isChange })?.output else { return false }
        let found = output.split(separator: "\n").filter { !$0.hasPrefix("--- ") }
        return found.allSatisfy { text.contains($0.trimmingPrefix("ID: ")) }
    }

    private func isDone(by tool: String) -> Bool {
        guard let call = calls.last(where: { $0.tool == tool }), !call.hasFailed, let output = call.output else {
            return false
        }
        let item = output.split(separator: "\n").first { $0.hasPrefix("ID: ") }
        return item.map { text.contains($0) } ?? false
    }

    private static func isForecast(_ line: String) -> Bool { line.prefixMatch(of: /\d{4}-\d{2}-\d{2}: .*°/) != nil }
}
