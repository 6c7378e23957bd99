/// A pattern as a graph of states without cycles.
///
/// Every edge leads to a state with a higher number, so one pass over the states in order visits everything that can be reached.
struct PatternProgram: Sendable {
    enum Step: Sendable {
        case jump
        case literal(word: Int32, weight: Int32)
        case slot(Int)
    }

    struct Edge: Sendable {
        var step: Step
        var target: Int
    }

    /// The edges that leave each state; the last state accepts.
    private(set) var edges: [[Edge]] = [[]]
    private(set) var slots: [PatternSlot] = []
    /// Groups of words; without one of each the pattern cannot match.
    private(set) var required: [[Int32]] = []
    /// Whether there is any literal text in the pattern, or a slot that stands for some.
    private(set) var saysSomething = false

    init(_ pattern: String, vocabulary: inout Vocabulary) throws(PhrasebookError) {
        let node = try PatternParser.parse(pattern)
        var end = 0
        required = emit(node, from: &end, vocabulary: &vocabulary).map { $0.sorted() }
        if end != edges.count - 1 {
            let last = newState()
            edges[end].append(Edge(step: .jump, target: last))
        }
    }

    private mutating func newState() -> Int {
        edges.append([])
        return edges.count - 1
    }

    /// Adds the states of `node`, moves `state` to where it ends, and returns groups of words of which every way through it needs one each.
    private mutating func emit(
        _ node: PatternNode,
        from state: inout Int,
        vocabulary: inout Vocabulary
    ) -> Set<Set<Int32>> {
        switch node {
        case .literal(let text):
            var needed: Set<Set<Int32>> = []
            // A single kana is a particle, which the same sound in a name such as 「ノート」 must not stand for.
            let foldsKana = text.count { $0.isKana } > 1
            for token in Utterance(text).tokens where token.kind != .punctuation {
                let word = vocabulary.number(for: foldsKana ? token.key.kanaFolded : token.key)
                let next = newState()
                edges[state].append(Edge(step: .literal(word: word, weight: Int32(token.weight)), target: next))
                state = next
                needed.insert([word])
                saysSomething = true
            }
            return needed
        case .slot(let slot):
            slots.append(slot)
            if slot.type == .question || slot.type == .address { saysSomething = true }
            let next = newState()
            edges[state].append(Edge(step: .slot(slots.count - 1), target: next))
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
        for end in ends { edges[end].append(Edge(step: .jump, target: joined)) }
        state = joined
        return Self.required(byOneOf: branches)
    }

    /// What all the branches need, and one group of the word that is hardest to find of each.
    private static func required(byOneOf branches: [Set<Set<Int32>>]) -> Set<Set<Int32>> {
        guard var common = branches.first else { return [] }
        var hardest: Set<Int32> = []
        for branch in branches {
            common.formIntersection(branch)
            // The latest words are the ones that fewest patterns before this one have.
            guard let word = branch.min(by: { ($0.count, -($0.max() ?? 0)) < ($1.count, -($1.max() ?? 0)) }) else {
                return []
            }
            hardest.formUnion(word)
        }
        return common.isEmpty ? [hardest] : common.union([hardest])
    }
}
