/// One pattern on one part of a message: the best score for every state at every token.
struct PatternRun {
    struct Match {
        var score: Int32
        /// How much of the message is explained by literal text and by slots that say something.
        var weight: Int32
        var start: Int
        var captures: [(slot: Int, content: SlotCandidate.Content)]
        /// Whether what it ends with is a slot that takes nearly anything.
        var endsWithOpenSlot: Bool
    }

    private struct Cell {
        var score: Int32 = .min
        var weight: Int32 = 0
        var link: Int32 = -1
    }

    /// The latest capture on the way to a cell, and the one before it.
    private struct Link {
        var parent: Int32
        var slot: Int
        var content: SlotCandidate.Content?
        var start: Int
        var end: Int
    }

    private let program: PatternProgram
    private let reader: SlotReader
    private let origin: Int
    private let limit: Int
    private let width: Int
    private var cells: [Cell] = []
    /// Where the cells of a state begin; most states are never reached, and have none.
    private var rows: [Int]
    private var links: [Link] = []
    private var closedStarts: Set<Int> = []

    /// Prepares a pattern for the reader's part of the message, or for some of it.
    init(_ program: PatternProgram, reader: SlotReader, range: Range<Int>? = nil) {
        let range = range ?? reader.tokens.indices
        self.program = program
        self.reader = reader
        origin = range.lowerBound
        limit = range.upperBound
        width = range.count + 1
        rows = Array(repeating: -1, count: program.edges.count)
    }

    /// Lets the pattern begin at a token, at the price of what is lost before it.
    ///
    /// - Parameter allowsOpenSlot: whether it may begin with a slot that takes nearly anything; not after words that nothing
    ///   explains, for the slot would stop short of them.
    mutating func begin(at start: Int, score: Int32 = 0, allowsOpenSlot: Bool = true) {
        if !allowsOpenSlot { closedStarts.insert(start) }
        links.append(Link(parent: -1, slot: -1, content: nil, start: start, end: start))
        cells[row(0) + start - origin] = Cell(score: score, weight: 0, link: Int32(links.count - 1))
    }

    /// Fills in all states.
    mutating func advance() {
        for state in program.edges.indices where rows[state] >= 0 {
            let row = rows[state]
            for position in 0..<width {
                let cell = cells[row + position]
                guard cell.score > .min else { continue }
                skipArticle(from: cell, state: state, position: position)
                for edge in program.edges[state] { follow(edge, from: cell, position: position) }
            }
        }
    }

    /// The best match that ends before a token.
    func match(endingAt end: Int) -> Match? {
        let row = rows[program.edges.count - 1]
        guard row >= 0 else { return nil }
        let cell = cells[row + end - origin]
        guard cell.score > .min else { return nil }
        var captures: [(slot: Int, content: SlotCandidate.Content)] = []
        var path: [Link] = []
        var next = cell.link
        while next >= 0 {
            path.append(links[Int(next)])
            next = links[Int(next)].parent
        }
        let slots = path.dropLast()
        for link in slots.reversed() {
            if let content = link.content { captures.append((link.slot, content)) }
        }
        return Match(
            score: cell.score,
            weight: cell.weight,
            start: path.last?.start ?? origin,
            captures: captures,
            endsWithOpenSlot: slots.first.map { $0.end == end && isOpen($0) } ?? false
        )
    }

    private func isOpen(_ link: Link) -> Bool { program.slots[link.slot].type.takesNearlyAnything }

    /// Where the cells of a state begin, which are made on first use.
    private mutating func row(_ state: Int) -> Int {
        if rows[state] < 0 {
            rows[state] = cells.count
            cells.append(contentsOf: repeatElement(Cell(), count: width))
        }
        return rows[state]
    }

    private mutating func offer(_ cell: Cell, to state: Int, at position: Int) {
        let index = row(state) + position
        if cell.score > cells[index].score { cells[index] = cell }
    }

    private mutating func skipArticle(from cell: Cell, state: Int, position: Int) {
        guard position + 1 < width else { return }
        let token = reader.tokens[origin + position]
        guard token.kind == .word, reader.isBoundary(origin + position + 1),
            LanguageData.english.articles.contains(token.key)
        else { return }
        var moved = cell
        moved.score += Score.article * Int32(token.weight)
        offer(moved, to: state, at: position + 1)
    }

    private mutating func follow(_ edge: PatternProgram.Edge, from cell: Cell, position: Int) {
        switch edge.step {
        case .jump:
            offer(cell, to: edge.target, at: position)
        case .literal(let word, let weight):
            guard let found = token(word, from: origin + position) else { return }
            var moved = cell
            moved.score += Score.literal * weight
            moved.weight += weight
            offer(moved, to: edge.target, at: found + 1 - origin)
        case .slot(let number):
            let slot = program.slots[number]
            let start = reader.skippingMarks(from: origin + position)
            guard start < limit else { return }
            if slot.needsGap, reader.tokens[start].isGlued { return }
            if slot.type.takesNearlyAnything, closedStarts.contains(start), links[Int(cell.link)].parent < 0,
                cell.weight == 0
            {
                return
            }
            for candidate in reader.candidates(for: slot, at: start) where candidate.end <= limit {
                let index = row(edge.target) + candidate.end - origin
                guard cell.score + candidate.score > cells[index].score else { continue }
                links.append(
                    Link(parent: cell.link, slot: number, content: candidate.content, start: start, end: candidate.end)
                )
                cells[index] = Cell(
                    score: cell.score + candidate.score,
                    weight: cell.weight + candidate.weight,
                    link: Int32(links.count - 1)
                )
            }
        }
    }

    /// The token that is this word: the one at `index`, or the first one after the marks there.
    private func token(_ word: Int32, from index: Int) -> Int? {
        var index = index
        while index < limit {
            if reader.words[index] == word || reader.aliases[index] == word { return index }
            guard reader.tokens[index].isSkippable else { return nil }
            index += 1
        }
        return nil
    }
}
