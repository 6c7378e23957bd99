/// Matches patterns in one part of a message, one after another: computes the best score for every state at every
/// token.
struct PatternRun {
    /// A place where a pattern may start.
    struct Opening {
        var start: Int
        /// The penalty for the words left out before it, below zero.
        var score: Int32 = 0
        /// Whether a pattern may start with a slot that accepts nearly anything; not after unexplained words, because
        /// the slot should include them.
        var allowsOpenSlot = true
    }

    /// The best path that ends before a token.
    struct Arrival {
        var score: Int32
        /// The weight of the message that literal text and specific slots explain.
        var weight: Int32
        var start: Int
        /// Whether its last part is a slot that accepts nearly anything.
        var endsWithOpenSlot: Bool
        fileprivate var link: Int32
    }

    struct Match {
        var score: Int32
        /// The weight of the message that literal text and specific slots explain.
        var weight: Int32
        var captures: [(slot: Int, content: SlotCandidate.Content)]
    }

    private struct Cell {
        var score: Int32 = .min
        var weight: Int32 = 0
        var link: Int32 = -1
    }

    /// The latest capture on the path to a cell, and a link to the one before it.
    private struct Link {
        var parent: Int32
        var slot: Int
        /// The number of the reader's reading, and of the candidate in it.
        var reading: Int
        var candidate: Int
        var start: Int
        var end: Int
    }

    private let reader: SlotReader
    private let tokens: ArraySlice<Token>
    private let words: MessageWords
    private let origin: Int
    private let limit: Int
    private let width: Int
    /// The cells and links of the first state, which are the same for every pattern.
    private var firstCells: [Cell]
    private var firstLinks: [Link] = []
    /// By place in the part: whether a pattern must not start there with a slot that accepts nearly anything.
    private var isClosed: [Bool]
    /// Computes the places at which a pattern may be reached; `nil` for a message with too many tokens.
    private let reach: PatternReach?
    /// The places where a pattern may start, as bits.
    private var openings: UInt64 = 0
    /// By state of the pattern, the places on a path to its end, as bits; empty for a message with too many tokens.
    private var useful: [UInt64] = []
    private var slots: [PatternSlot] = []
    private var cells: [Cell] = []
    /// The index of the first cell of each state; most states are never reached, and have none.
    private var rows: [Int] = []
    private var links: [Link] = []

    /// Prepares for patterns that start at one of these places of the reader's part of the message, or of a part of it.
    init(reader: SlotReader, range: Range<Int>? = nil, openings: [Opening]) {
        let range = range ?? reader.tokens.indices
        self.reader = reader
        tokens = reader.tokens
        words = reader.words
        origin = range.lowerBound
        limit = range.upperBound
        width = range.count + 1
        firstCells = Array(repeating: Cell(), count: width)
        isClosed = Array(repeating: false, count: width)
        reach = words.places.map { [tokens] in PatternReach($0, tokens[range]) }
        for opening in openings {
            let position = opening.start - origin
            isClosed[position] = !opening.allowsOpenSlot
            self.openings |= 1 &<< UInt64(position)
            firstCells[position] = Cell(score: opening.score, weight: 0, link: Int32(firstLinks.count))
            firstLinks.append(
                Link(parent: -1, slot: -1, reading: -1, candidate: -1, start: opening.start, end: opening.start)
            )
        }
    }

    /// Computes all states of a pattern, after clearing those of the previous one.
    ///
    /// - Parameters:
    ///   - endings: The places in the part where the pattern may end, as bits.
    ///   - threshold: The score that an arrival must exceed.
    /// - Returns: Whether such an arrival is possible; otherwise nothing is computed.
    mutating func advance(_ program: PatternProgram, endings: UInt64 = .max, above threshold: Int32 = .min) -> Bool {
        if let reach {
            guard reach.follow(program, from: openings, to: endings, above: threshold, &useful),
                reach.prune(&useful, of: program, to: endings, above: threshold)
            else { return false }
        }
        fill(program)
        return true
    }

    private mutating func fill(_ program: PatternProgram) {
        slots = program.slots
        cells.removeAll(keepingCapacity: true)
        cells += firstCells
        links.removeAll(keepingCapacity: true)
        links += firstLinks
        rows.removeAll(keepingCapacity: true)
        if useful.isEmpty {
            rows.append(0)
            rows.append(contentsOf: repeatElement(-1, count: program.stateCount - 1))
        } else {
            // All rows that may be needed are allocated at once; the first one exists already.
            var end = 0
            for places in useful {
                rows.append(places == 0 ? -1 : end)
                if places != 0 { end += width }
            }
            cells.append(contentsOf: repeatElement(Cell(), count: end - width))
        }
        for state in 0..<program.stateCount where rows[state] >= 0 {
            let row = rows[state]
            let literals = program.literals.range(of: state)
            let edges = program.edges.range(of: state)
            // No other places lead to the end.
            var rest = useful.isEmpty ? UInt64.max : useful[state]
            var next = 0
            while true {
                var position = next
                if useful.isEmpty {
                    next += 1
                } else {
                    position = rest.trailingZeroBitCount
                    rest &= rest &- 1
                }
                guard position < width else { break }
                let cell = cells[row + position]
                guard cell.score > .min else { continue }
                skipArticle(from: cell, state: state, position: position)
                if !literals.isEmpty { followLiterals(literals, of: program, from: cell, position: position) }
                for edge in edges { follow(program.edges[edge], from: cell, position: position) }
            }
        }
    }

    /// Returns whether a state at a place can lead to the end of the pattern.
    @inline(__always)
    private func isUseful(_ state: Int, at position: Int) -> Bool {
        useful.isEmpty || useful[state] >> UInt64(position) & 1 != 0
    }

    /// Returns the best path that ends before a token.
    func arrival(at end: Int) -> Arrival? {
        guard let row = rows.last, row >= 0 else { return nil }
        let cell = cells[row + end - origin]
        guard cell.score > .min else { return nil }
        let last = Int(cell.link)
        var first = last
        while links[first].parent >= 0 { first = Int(links[first].parent) }
        return Arrival(
            score: cell.score,
            weight: cell.weight,
            start: links[first].start,
            endsWithOpenSlot: last != first && links[last].end == end
                && slots[links[last].slot].type.acceptsNearlyAnything,
            link: cell.link
        )
    }

    /// Returns the contents of the slots on the path to an arrival.
    func match(of arrival: Arrival) -> Match {
        var captures: [(slot: Int, content: SlotCandidate.Content)] = []
        var next = arrival.link
        while next >= 0 {
            let link = links[Int(next)]
            if link.slot >= 0 { captures.append((link.slot, reader[link.reading][link.candidate].content)) }
            next = link.parent
        }
        return Match(score: arrival.score, weight: arrival.weight, captures: captures.reversed())
    }

    /// Returns the index of the first cell of a state, allocating the cells on first use.
    private mutating func row(_ state: Int) -> Int {
        if rows[state] < 0 {
            rows[state] = cells.count
            cells.append(contentsOf: repeatElement(Cell(), count: width))
        }
        return rows[state]
    }

    private mutating func offer(_ cell: Cell, to state: Int, at position: Int) {
        guard isUseful(state, at: position) else { return }
        let index = row(state) + position
        if cell.score > cells[index].score { cells[index] = cell }
    }

    private mutating func skipArticle(from cell: Cell, state: Int, position: Int) {
        guard position + 1 < width, words.isArticle[origin + position], reader.isBoundary(origin + position + 1) else {
            return
        }
        var moved = cell
        moved.score += Score.article * Int32(tokens[origin + position].weight)
        offer(moved, to: state, at: position + 1)
    }

    private mutating func followLiterals(
        _ range: Range<Int>,
        of program: PatternProgram,
        from cell: Cell,
        position: Int
    ) {
        let index = origin + position
        guard index < limit else { return }
        if tokens[index].isSkippable {
            for number in range {
                let edge = program.literals[number]
                if let found = token(edge.word, from: index) { follow(edge, from: cell, to: found) }
            }
            return
        }
        let (word, alias) = (words.numbers[index], words.aliases[index])
        if word >= 0 {
            for edge in program.literals(range, for: word) { follow(program.literals[edge], from: cell, to: index) }
        }
        if alias >= 0, alias != word {
            for edge in program.literals(range, for: alias) { follow(program.literals[edge], from: cell, to: index) }
        }
    }

    private mutating func follow(_ edge: PatternProgram.LiteralEdge, from cell: Cell, to token: Int) {
        var moved = cell
        moved.score += Score.literal * edge.weight
        moved.weight += edge.weight
        offer(moved, to: edge.target, at: token + 1 - origin)
    }

    private mutating func follow(_ edge: PatternProgram.Edge, from cell: Cell, position: Int) {
        switch edge.step {
        case .jump:
            offer(cell, to: edge.target, at: position)
        case .slot(let number):
            let start = reader.skippingMarks(from: origin + position)
            guard start < limit else { return }
            if edge.needsGap, tokens[start].isGlued { return }
            if edge.isOpen, isClosed[start - origin], cell.weight == 0, links[Int(cell.link)].parent < 0 { return }
            let reading = reader.knownReading(edge.row, at: start) ?? reader.reading(of: slots[number], at: start)
            let candidates = reader[reading]
            for place in candidates.indices {
                // The fields are read one by one because copying a candidate counts references to its content.
                let (end, score, weight) = (candidates[place].end, candidates[place].score, candidates[place].weight)
                guard end <= limit, isUseful(edge.target, at: end - origin) else { continue }
                let index = row(edge.target) + end - origin
                guard cell.score + score > cells[index].score else { continue }
                links.append(
                    Link(
                        parent: cell.link,
                        slot: number,
                        reading: reading,
                        candidate: place,
                        start: start,
                        end: end
                    )
                )
                cells[index] = Cell(
                    score: cell.score + score,
                    weight: cell.weight + weight,
                    link: Int32(links.count - 1)
                )
            }
        }
    }

    /// Returns the token with this word: the one at `index`, or the first one after the marks there.
    private func token(_ word: Int32, from index: Int) -> Int? {
        var index = index
        while index < limit {
            if words.numbers[index] == word || words.aliases[index] == word { return index }
            guard tokens[index].isSkippable else { return nil }
            index += 1
        }
        return nil
    }
}
