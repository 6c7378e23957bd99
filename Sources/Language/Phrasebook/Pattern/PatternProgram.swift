/// A pattern as a graph of states without cycles.
///
/// Every edge leads to a state with a higher number, so one pass over the states in order visits everything that can be reached.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        case jump
        case slot(Int)
    }

    struct Edge: Sendable {
        var step: Step
        var target: Int
        /// Whether the slot requires a space before it.
        var needsGap = false
        /// Whether the slot accepts nearly anything.
        var isOpen = false
        /// The row of the slot's readings.
        var row = 0
    }

    struct LiteralEdge: Sendable {
        var word: Int32
        var weight: Int32
        var target: Int
    }

    /// The edges that require a word, sorted by the state they leave and then by their words.
    private(set) var literals = StateEdges<LiteralEdge>()
    /// The other edges, sorted by the state they leave; the last state accepts.
    private(set) var edges = StateEdges<Edge>()
    private(set) var slots: [PatternSlot] = []
    /// Groups of words; without one of each group the pattern cannot match.
    private(set) var required = WordGroups([])
    /// The maximum score of a unit of weight outside literal text and quotations: in a slot, or after the pattern as
    /// words that close a request.
    private(set) var slotScore = Score.closing
    /// Whether a slot accepts several values, whose separators count as literal text.
    private(set) var hasLists = false
    /// Whether the pattern has any literal text, or a slot of declared texts.
    private(set) var hasLiteralText = false

    /// The edges that leave each state, during compilation.
    private var states: [(literals: [LiteralEdge], edges: [Edge])] = [([], [])]

    init(_ pattern: String, vocabulary: inout Vocabulary) throws(PhrasebookError) {
        let node = try PatternParser.parse(pattern)
        var end = 0
        required = WordGroups(emit(node, from: &end, vocabulary: &vocabulary).map { $0.sorted() })
        if end != states.count - 1 {
            let last = newState()
            states[end].edges.append(Edge(step: .jump, target: last))
        }
        for state in states {
            literals.add(state.literals.sorted { $0.word < $1.word })
            edges.add(state.edges)
        }
        states = []
    }

    /// The number of states.
    var stateCount: Int { edges.stateCount }

    /// Returns the edges for this word, among a range of edges that all leave one state.
    func literals(_ range: Range<Int>, for word: Int32) -> Range<Int> {
        var (low, high) = (range.lowerBound, range.upperBound)
        while low < high {
            let middle = (low + high) / 2
            if literals[middle].word < word { low = middle + 1 } else { high = middle }
        }
        while high < range.upperBound, literals[high].word == word { high += 1 }
        return low..<high
    }

    private mutating func newState() -> Int {
        states.append(([], []))
        return states.count - 1
    }

    /// Adds the states of `node`, moves `state` to its end, and returns groups of words such that every path through it
    /// needs one of each.
    private mutating func emit(
        _ node: PatternNode,
        from state: inout Int,
        vocabulary: inout Vocabulary
    ) -> Set<Set<Int32>> {
        switch node {
        case .literal(let text):
            var needed: Set<Set<Int32>> = []
            // A single kana is a particle, which the same sound in a name such as 「ノート」 must not match.
            let foldsKana = text.count { $0.isKana } > 1
            for token in Utterance(text).tokens where token.kind != .punctuation {
                let word = vocabulary.number(for: foldsKana ? token.key.kanaFolded : token.key)
                let next = newState()
                states[state].literals.append(
                    LiteralEdge(word: word, weight: Int32(token.weight), target: next)
                )
                state = next
                needed.insert([word])
                hasLiteralText = true
            }
            return needed
        case .slot(var slot):
            slot.typeNumber = vocabulary.number(for: slot.type)
            slots.append(slot)
            slotScore = max(slotScore, slot.repeats ? Score.literal : slot.type.score)
            hasLists = hasLists || slot.repeats
            if [.question, .world, .address].contains(slot.type) { hasLiteralText = true }
            let next = newState()
            states[state].edges.append(
                Edge(
                    step: .slot(slots.count - 1),
                    target: next,
                    needsGap: slot.needsGap,
                    isOpen: slot.type.acceptsNearlyAnything,
                    row: slot.row
                )
            )
            state = next
            return slot.type == .quoted || slot.type == .address ? [[vocabulary.number(for: Token.quotationKey)]] : []
        case .sequence(let nodes):
            var needed: Set<Set<Int32>> = []
            for node in nodes { needed.formUnion(emit(node, from: &state, vocabulary: &vocabulary)) }
            return needed
        case .alternatives(let nodes):
            return join(nodes, from: &state, vocabulary: &vocabulary)
        case .optional(let node):
            return join([node, .sequence([])], from: &state, vocabulary: &vocabulary)
        }
    }

    private mutating func join(
        _ nodes: [PatternNode],
        from state: inout Int,
        vocabulary: inout Vocabulary
    ) -> Set<Set<Int32>> {
        var ends: [Int] = []
        var branches: [Set<Set<Int32>>] = []
        for node in nodes {
            var end = state
            branches.append(emit(node, from: &end, vocabulary: &vocabulary))
            ends.append(end)
        }
        let joined = newState()
        for end in ends { states[end].edges.append(Edge(step: .jump, target: joined)) }
        state = joined
        return Self.required(byOneOf: branches)
    }

    /// Returns the groups that all the branches require, and one group with the rarest word of each branch.
    private static func required(byOneOf branches: [Set<Set<Int32>>]) -> Set<Set<Int32>> {
        guard var common = branches.first else { return [] }
        var hardest: Set<Int32> = []
        for branch in branches {
            common.formIntersection(branch)
            // The latest words are those that the fewest earlier patterns have.
            guard let word = branch.min(by: { ($0.count, -($0.max() ?? 0)) < ($1.count, -($1.max() ?? 0)) }) else {
                return []
            }
            hardest.formUnion(word)
        }
        return common.isEmpty ? [hardest] : common.union([hardest])
    }
}
