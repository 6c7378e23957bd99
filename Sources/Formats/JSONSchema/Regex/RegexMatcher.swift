/// One search of an expression in one text.
struct RegexMatcher {
    /// The steps left; below zero the search was aborted and its result is meaningless.
    private(set) var steps: Int

    private let program: RegexProgram
    private let text: [Unicode.Scalar]
    /// The results of earlier look-arounds, by part and place.
    private var lookResults: [Look: Bool] = [:]

    private struct Look: Hashable {
        let part: Int
        let place: Int
    }

    /// The instructions at which a part is, each once.
    private struct States {
        var instructions: [Int] = []
        /// The iteration in which an instruction was last inserted; a new iteration forgets them all.
        private var rounds: [Int]
        private var round = 1

        init(size: Int) { rounds = Array(repeating: 0, count: size) }

        mutating func insert(_ instruction: Int) -> Bool {
            if rounds[instruction] == round { return false }
            rounds[instruction] = round
            return true
        }

        mutating func removeAll() {
            instructions.removeAll(keepingCapacity: true)
            round += 1
        }
    }

    init(program: RegexProgram, text: String, steps: Int) {
        self.program = program
        // Reading the text costs steps, too, even if the first character decides.
        self.steps = steps - text.utf8.count / 16
        self.text = self.steps < 0 ? [] : Array(text.unicodeScalars)
    }

    /// Returns whether the expression matches, starting anywhere or only at the text's start.
    mutating func search(onlyAtStart: Bool) -> Bool { steps >= 0 && run(0, from: 0, isSearch: !onlyAtStart) }

    private mutating func run(_ part: Int, from start: Int, isSearch: Bool) -> Bool {
        let size = program.parts[part].instructions.count
        let goesBack = program.parts[part].goesBack
        var current = States(size: size)
        var next = States(size: size)
        var place = start
        var open: [Int] = []
        // The two sets have room for every instruction.
        steps -= size / 8
        if enter(0, of: part, at: place, into: &current, open: &open) { return true }
        while steps >= 0 {
            let isAtEnd = goesBack ? place == 0 : place == text.count
            if isAtEnd || current.instructions.isEmpty && !isSearch { return false }
            let scalar = text[goesBack ? place - 1 : place]
            place += goesBack ? -1 : 1
            for instruction in current.instructions {
                steps -= 1
                guard case .character(let set) = program.parts[part].instructions[instruction],
                    program.classes[set].contains(scalar)
                else { continue }
                if enter(instruction + 1, of: part, at: place, into: &next, open: &open) { return true }
            }
            if isSearch, enter(0, of: part, at: place, into: &next, open: &open) { return true }
            swap(&current, &next)
            next.removeAll()
        }
        return false
    }

    /// Adds an instruction and all that can be reached from it without a character.
    ///
    /// - Parameter open: A buffer for the instructions still to be followed, reused between calls.
    /// - Returns: Whether the end of the part is among them.
    private mutating func enter(
        _ start: Int,
        of part: Int,
        at place: Int,
        into states: inout States,
        open: inout [Int]
    ) -> Bool {
        open.removeAll(keepingCapacity: true)
        open.append(start)
        while let instruction = open.popLast(), steps >= 0 {
            guard states.insert(instruction) else { continue }
            steps -= 1
            switch program.parts[part].instructions[instruction] {
            case .character: states.instructions.append(instruction)
            case .split(let first, let second):
                open.append(second)
                open.append(first)
            case .jump(let target): open.append(target)
            case .textStart: if place == 0 { open.append(instruction + 1) }
            case .textEnd: if place == text.count { open.append(instruction + 1) }
            case .wordBoundary(let isNegated):
                if isWordBoundary(place) != isNegated { open.append(instruction + 1) }
            case .look(let other, let isNegated):
                if look(other, at: place) != isNegated { open.append(instruction + 1) }
            case .accept: return true
            }
        }
        return false
    }

    private mutating func look(_ part: Int, at place: Int) -> Bool {
        let key = Look(part: part, place: place)
        if let known = lookResults[key] { return known }
        let result = run(part, from: place, isSearch: false)
        lookResults[key] = result
        return result
    }

    private func isWordBoundary(_ place: Int) -> Bool {
        let before = place > 0 && Self.wordCharacters.contains(text[place - 1])
        let after = place < text.count && Self.wordCharacters.contains(text[place])
        return before != after
    }

    private static let wordCharacters = CharacterClass.wordCharacters.frozen
}
