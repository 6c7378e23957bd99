extension JSONQuery {
    /// The limits of a query and of its evaluation.
    ///
    /// Exceeding a limit is an error and never a hang: `$..a..a..a` selects 117,480 nodes in a chain of 90 objects.
    public struct Limits: Sendable, Hashable {
        /// The maximum length of a query in bytes.
        public var byteCount: Int

        /// The maximum number of segments in a query, those of the queries in its filters included.
        public var segments: Int

        /// The maximum nesting of filters, parentheses and function calls, counted together.
        public var filterDepth: Int

        /// The number of steps that each node of the document adds to ``baseSteps``.
        ///
        /// A visited node, a selector applied to a node, and a tested node are a step each. 64 characters compared or
        /// tried by a pattern are one step together.
        public var stepsPerNode: Int

        /// The number of steps for a document of any size.
        public var baseSteps: Int

        /// The maximum number of selected nodes.
        public var results: Int

        /// The maximum number of instructions for one regular expression; `[a-z]{1,100}` needs about two hundred.
        public var patternSize: Int

        /// Makes limits; the defaults suit documents of a few megabytes.
        public init(
            byteCount: Int = 4_096,
            segments: Int = 64,
            filterDepth: Int = 16,
            stepsPerNode: Int = 10,
            baseSteps: Int = 100_000,
            results: Int = 100_000,
            patternSize: Int = 5_000
        ) {
            self.byteCount = byteCount
            self.segments = segments
            self.filterDepth = filterDepth
            self.stepsPerNode = stepsPerNode
            self.baseSteps = baseSteps
            self.results = results
            self.patternSize = patternSize
        }
    }
}
