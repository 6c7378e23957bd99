/// A compiled regular expression of `pattern` or `patternProperties`; JSONQuery runs those of `match` and `search` with it.
///
/// An automaton matches it by following all possibilities at once, character by character. That needs at most text
/// length times expression length steps, whatever the expression; it never backtracks. A look-around multiplies that by
/// the length it covers. Every step is counted against ``JSONSchema/Limits/steps``.
package final class SchemaRegex: Sendable {
    /// The expression as it was written.
    package let source: String

    /// The number of instructions, which is also a measure of the work of the translation.
    package var size: Int { program.size }

    private let program: RegexProgram
    private let isAnchored: Bool

    /// Reads and translates an expression.
    package init(_ source: String, maximumSize: Int) throws(RegexError) {
        self.source = source
        let node = try RegexParser.parse(source)
        isAnchored = node.isAnchored
        program = try RegexProgram(node, maximumSize: maximumSize)
    }

    /// Returns whether the expression matches anywhere in a text.
    ///
    /// - Parameter steps: The steps left, reduced by those spent.
    /// - Returns: `nil` if the steps did not suffice.
    package func matches(_ text: String, steps: inout Int) -> Bool? {
        var matcher = RegexMatcher(program: program, text: text, steps: steps)
        let result = matcher.search(onlyAtStart: isAnchored)
        steps = matcher.steps
        return steps < 0 ? nil : result
    }
}
