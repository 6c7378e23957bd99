/// A regular expression as instructions for an automaton that is in many states at once.
struct RegexProgram: Sendable {
    enum Instruction: Sendable {
        /// Consumes one character of a class, then continues with the next instruction.
        case character(Int)
        case split(Int, Int)
        case jump(Int)
        case textStart
        case textEnd
        case wordBoundary(isNegated: Bool)
        /// Continues if another part matches from here, or if it does not.
        case look(part: Int, isNegated: Bool)
        case accept
    }

    /// A sequence of instructions with its own start: the expression, or the content of one look-around.
    struct Part: Sendable {
        var instructions: [Instruction] = []
        /// Whether it is matched from here towards the text's start.
        var goesBack = false
    }

    private(set) var parts: [Part] = [Part()]
    private(set) var classes: [CharacterClass] = []
    private(set) var size = 0
    private let maximumSize: Int

    /// Translates an expression; repeated parts are copied as often as they are counted.
    init(_ node: RegexNode, maximumSize: Int) throws(RegexError) {
        self.maximumSize = maximumSize
        try emit(node, into: 0)
        try append(.accept, to: 0)
    }

    private mutating func append(_ instruction: Instruction, to part: Int) throws(RegexError) {
        size += 1
        guard size <= maximumSize else {
            throw RegexError(
                message: "it is too large; counts such as {1,1000} are expanded, so use smaller ones or maxLength"
            )
        }
        parts[part].instructions.append(instruction)
    }

    private func end(of part: Int) -> Int { parts[part].instructions.count }

    private mutating func emit(_ node: RegexNode, into part: Int) throws(RegexError) {
        switch node {
        case .empty: break
        case .character(let characters):
            classes.append(characters.frozen)
            try append(.character(classes.count - 1), to: part)
        case .sequence(let nodes):
            if parts[part].goesBack {
                for node in nodes.reversed() { try emit(node, into: part) }
            } else {
                for node in nodes { try emit(node, into: part) }
            }
        case .alternatives(let choices): try emitAlternatives(choices, into: part)
        case .repeated(let body, let minimum, let maximum):
            try emitRepeated(body, minimum: minimum, maximum: maximum, into: part)
        case .textStart: try append(.textStart, to: part)
        case .textEnd: try append(.textEnd, to: part)
        case .wordBoundary(let isNegated): try append(.wordBoundary(isNegated: isNegated), to: part)
        case .look(let body, let isAhead, let isNegated):
            let other = parts.count
            parts.append(Part(goesBack: !isAhead))
            try emit(body, into: other)
            try append(.accept, to: other)
            try append(.look(part: other, isNegated: isNegated), to: part)
        }
    }

    private mutating func emitAlternatives(_ choices: [RegexNode], into part: Int) throws(RegexError) {
        var exits: [Int] = []
        for (index, choice) in choices.enumerated() {
            let isLast = index == choices.count - 1
            let fork = end(of: part)
            if !isLast { try append(.split(fork + 1, 0), to: part) }
            try emit(choice, into: part)
            guard !isLast else { break }
            exits.append(end(of: part))
            try append(.jump(0), to: part)
            parts[part].instructions[fork] = .split(fork + 1, end(of: part))
        }
        for exit in exits { parts[part].instructions[exit] = .jump(end(of: part)) }
    }

    private mutating func emitRepeated(
        _ body: RegexNode,
        minimum: Int,
        maximum: Int?,
        into part: Int
    ) throws(RegexError) {
        for _ in 0..<minimum {
            let start = end(of: part)
            try emit(body, into: part)
            // A part without instructions matches only the empty text, however often.
            if end(of: part) == start { return }
        }
        guard let maximum else {
            let fork = end(of: part)
            try append(.split(fork + 1, 0), to: part)
            try emit(body, into: part)
            try append(.jump(fork), to: part)
            parts[part].instructions[fork] = .split(fork + 1, end(of: part))
            return
        }
        // Each further repetition may be the last: all forks lead to the end.
        var forks: [Int] = []
        for _ in minimum..<maximum {
            forks.append(end(of: part))
            try append(.split(0, 0), to: part)
            try emit(body, into: part)
        }
        for fork in forks { parts[part].instructions[fork] = .split(fork + 1, end(of: part)) }
    }
}
