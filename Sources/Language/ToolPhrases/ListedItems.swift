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
}
