extension JSONSchema {
    /// The limits on the work and the nesting that a schema may cause.
    ///
    /// Schemas and values are untrusted: a few lines of references are enough to demand years of work. Exceeding a
    /// limit is an error and never a hang.
    public struct Limits: Sendable, Hashable {
        /// The maximum number of steps for reading the schema, or for one validation.
        ///
        /// Each application of a schema to a value, each member, and each character tried by a pattern is a step.
        public var steps: Int

        /// The maximum nesting of a schema document or a value.
        public var depth: Int

        /// The maximum number of schemas that are open at once while a value is checked, references included.
        ///
        /// Each uses two kilobytes of the stack, or six without optimization.
        public var openSchemas: Int

        /// The number of violations after which validation stops.
        public var violations: Int

        /// The maximum number of instructions for one regular expression; `[a-z]{1,100}` needs about two hundred.
        public var patternSize: Int

        /// Makes limits; the defaults suit arguments and answers of a few megabytes.
        public init(
            steps: Int = 5_000_000,
            depth: Int = 256,
            openSchemas: Int = 512,
            violations: Int = 32,
            patternSize: Int = 20_000
        ) {
            self.steps = steps
            self.depth = depth
            self.openSchemas = openSchemas
            self.violations = violations
            self.patternSize = patternSize
        }
    }
}
