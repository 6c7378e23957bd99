import StreamingJSON

/// The format in which a tool's outputs list things that a later message may refer to: "the second one", 「それ」.
///
/// Only whole numbers after a fixed start of a line are read, so no stored text inside such a line counts.
public struct ListedItems: Sendable, Hashable {
    /// The argument of other calls that accepts such a number.
    public var argument: String

    /// The start of a line that lists a thing; its number follows.
    public var linePrefix: String

    /// The sentence before a list, in each language; none for an empty list.
    public var heading: [PhraseLanguage: AnswerTemplate]

    /// The text between the number and the thing's title.
    public var titlePrefix: String

    /// The texts that may follow the title; the last of these in a line counts.
    public var titleEnds: [String]

    /// Declares the format of the lines.
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

    /// Returns the sentence before an output; `nil` for an output that lists nothing, such as a failure.
    func heading(for output: String, arguments: JSONObject, in language: PhraseLanguage) -> String? {
        let count = numbers(in: output).count
        return count == 0 ? nil : heading[language]?.text(count: count, arguments: arguments)
    }

    /// Returns the numbers in an output, in order.
    func numbers(in output: String) -> [Int] {
        output.lines.compactMap { line in
            line.rest(after: linePrefix).flatMap { Int($0.leadingDigits) }
        }
    }
}
