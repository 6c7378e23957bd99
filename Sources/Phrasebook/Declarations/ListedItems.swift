import StreamingJSON

/// How the outputs of a tool name the things that a later message may point at: "the second one", 「それ」.
///
/// Only whole numbers after a fixed beginning of a line are read, so nothing that somebody stored under such a line counts.
public struct ListedItems: Sendable, Hashable {
    /// The argument that takes such a number in other calls.
    public var argument: String

    /// What a line that names a thing begins with; the number follows.
    public var linePrefix: String

    /// What to say before a list, in each language; nothing when it is empty.
    public var heading: [PhraseLanguage: AnswerTemplate]

    /// What stands between the number and the thing's title.
    public var titlePrefix: String

    /// What may stand after the title; the last of these in a line counts.
    public var titleEnds: [String]

    /// Declares what the lines look like.
    public init(
        argument: String,
        linePrefix: String,
        titlePrefix: String = " - ",
        titleEnds: [String] = [],
        heading: [PhraseLanguage: AnswerTemplate] = [:]
    ) {
        self.argument = argument
        self.linePrefix = linePrefix
        self.titlePrefix = titlePrefix
        self.titleEnds = titleEnds
        self.heading = heading
    }

    /// What to say before an output; `nil` for one that names nothing, such as a failure.
    func heading(for output: String, arguments: JSONObject, in language: PhraseLanguage) -> String? {
        let count = numbers(in: output).count
        return count == 0 ? nil : heading[language]?.text(count: count, arguments: arguments)
    }

    /// The numbers in an output, in order.
    func numbers(in output: String) -> [Int] {
        output.lines.compactMap { line in
            line.rest(after: linePrefix).flatMap { Int($0.leadingDigits) }
        }
    }
}
