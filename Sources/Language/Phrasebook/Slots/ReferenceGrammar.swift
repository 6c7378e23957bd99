/// An expression that refers to an earlier thing: a pattern, and the thing it picks.
struct ReferenceExpression: Sendable {
    var pattern: String
    /// Returns the pick for the number in the slot `n`.
    var pick: @Sendable (Int) -> Referents.Pick

    init(_ pattern: String, _ pick: @escaping @Sendable (Int) -> Referents.Pick) {
        self.pattern = pattern
        self.pick = pick
    }
}

/// The referring expressions of all languages, compiled for matching.
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
