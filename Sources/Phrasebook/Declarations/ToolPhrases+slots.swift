extension ToolPhrases {
    /// Returns the names of the arguments that the patterns fill, and compiles the patterns to find their faults.
    ///
    /// - Throws: ``PhrasebookError`` for the first pattern that is not valid.
    public func slotArguments() throws(PhrasebookError) -> Set<String> {
        var names: Set<String> = []
        var vocabulary = Vocabulary()
        for phrase in phrases {
            for pattern in [phrase.pattern, phrase.question?.answer].compactMap(\.self) {
                let program = try PatternProgram(pattern, vocabulary: &vocabulary)
                guard program.hasLiteralText || pattern != phrase.pattern else {
                    throw PhrasebookError(
                        code: .invalidPattern,
                        message: "a phrase needs some literal text",
                        pattern: pattern
                    )
                }
                names.formUnion(program.slots.flatMap(\.arguments))
            }
        }
        return names
    }
}
