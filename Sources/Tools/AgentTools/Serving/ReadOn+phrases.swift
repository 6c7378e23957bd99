public import ToolPhrases

extension ReadOn {
    /// The sentences that ask for the rest of a long answer.
    public var phrases: ToolPhrases { .readOn }
}

extension ToolPhrases {
    /// The phrases of `readOn`, without examples because they are useful only after an output was cut.
    public static let readOn = ToolPhrases(
        tool: ReadOn.toolName,
        effect: .reads,
        examples: [:],
        continuation: OutputContinuation(
            markers: ["The output is cut here: ", "出力はここで切れています"],
            source: .tool(ReadOn.toolName)
        ),
        phrases: .english(
            "[show|give|read] [me] [the] next page with id {id:text}",
            "(continue|read on|go on) (from|with|at) {id:text}",
            "read on",
            "(continue|go on) reading",
            "[show|tell|give|read] [me] the (rest|remainder) [of (it|that|the output)]",
            "[show|give|read] [me] the next page"
        )
            + .japanese(
                "{id:text}から(続き|次)[を](読んで|見せて|教えて|表示して|出して)",
                "IDが{id:text}の(次のページ|続き)[を](読んで|見せて|教えて|表示して|出して)",
                "[その|出力の]続き[(を|も)(読んで|見せて|教えて|表示して|出して)]",
                "次のページ[(を|も)(読んで|見せて|教えて|表示して|出して)]"
            )
    )
}
