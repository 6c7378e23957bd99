extension JSONSchema {
    /// How much work and how much nesting a schema may cause.
    ///
    /// Schemas and values come from strangers: a few lines of references are enough to ask for years of work. What goes beyond a
    /// limit is an error and never a hang.
    public struct Limits: Sendable, Hashable {
        /// The most steps that reading the schema, or one validation, may take.
        ///
        /// A schema applied to a value, a member, and a character tried by a pattern are a step each.
        public var steps: Int

        /// How deeply a schema document or a value may be nested.
        public var depth: Int

        /// How many schemas may be open at once while a value is checked, references included.
        ///
        /// Each takes two kilobytes of the stack, or six without optimisation.
        public var openSchemas: Int

        /// After this many violations validation stops looking for more.
        public var violations: Int

        /// The most instructions one regular expression may be translated to; `[a-z]{1,100}` needs about two hundred.
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
