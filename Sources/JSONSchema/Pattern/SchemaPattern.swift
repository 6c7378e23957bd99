/// A compiled regular expression of `pattern` or `patternProperties`.
///
/// It is matched by an automaton that follows all possibilities at once, character by character. That takes at most text times
/// expression steps, whatever the expression; there is no backtracking that could run away. A look-around multiplies that by
/// the length it looks over. Every step is counted against ``JSONSchema/Limits/steps``.
final class SchemaPattern: Sendable {
    /// The expression as it was written.
    let source: String

    private let program: PatternProgram
    private let isAnchored: Bool

    /// Reads and translates an expression.
    init(_ source: String, maximumSize: Int) throws(PatternError) {
        self.source = source
        let node = try PatternParser.parse(source)
        isAnchored = node.isAnchored
        program = try PatternProgram(node, maximumSize: maximumSize)
    }

    /// Whether the expression matches anywhere in a text.
    ///
    /// - Parameter steps: What may be spent; what was spent is taken away.
    /// - Returns: `nil` when the steps did not suffice.
    func matches(_ text: String, steps: inout Int) -> Bool? {
        var matcher = PatternMatcher(program: program, text: text, steps: steps)
        let result = matcher.search(onlyAtStart: isAnchored)
        steps = matcher.steps
        return steps < 0 ? nil : result
    }
}
