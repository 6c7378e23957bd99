/// A way to point at something that was named before: a pattern, and what it picks.
struct ReferenceExpression: Sendable {
    var pattern: String
    /// What is picked, by the number in the slot `n`.
    var pick: @Sendable (Int) -> Referents.Pick

    init(_ pattern: String, _ pick: @escaping @Sendable (Int) -> Referents.Pick) {
        self.pattern = pattern
        self.pick = pick
    }
}

/// The ways to point at something, of all languages, ready to be matched.
struct ReferenceGrammar: Sendable {
    struct Compiled: Sendable {
        var program: PatternProgram
        var pick: @Sendable (Int) -> Referents.Pick
    }

    let references: [Compiled]

    init(vocabulary: inout Vocabulary) throws(PhrasebookError) {
        var references: [Compiled] = []
        for language in PhraseLanguage.allCases {
            for expression in LanguageData.of(language, \.references) {
                references.append(
                    Compiled(
                        program: try PatternProgram(expression.pattern, vocabulary: &vocabulary),
                        pick: expression.pick
                    )
                )
            }
        }
        self.references = references
    }
}
