import StreamSafeText

/// Parses the notation of ``Phrase``.
///
/// A pattern may be a stranger's: its length, its depth and its slots are bounded, because trees of patterns are walked by recursion and
/// matching needs time for each state and slot.
struct PatternParser {
    /// The most bytes of a pattern.
    static let longest = 4_096
    /// The most brackets within each other.
    static let deepest = 32
    /// The most slots of a pattern.
    static let mostSlots = 64

    private let pattern: String
    private let characters: [Character]
    private var position = 0
    private var depth = 0
    private var slots = 0

    private init(_ pattern: String) {
        self.pattern = pattern
        self.characters = Array(pattern)
    }

    static func parse(_ pattern: String) throws(PhrasebookError) -> PatternNode {
        guard pattern.utf8.count <= longest else {
            throw PhrasebookError(
                code: .invalidPattern,
                message: "it has more than \(longest) bytes; divide it into several phrases",
                pattern: String(pattern.prefix(utf8Count: 80)) + "…"
            )
        }
        var parser = PatternParser(pattern.streamSafe)
        return try parser.alternatives(until: nil)
    }

    /// Reads branches up to the closing bracket, or up to the end if no bracket is expected.
    private mutating func alternatives(until close: Character?) throws(PhrasebookError) -> PatternNode {
        guard depth <= Self.deepest else { throw error("the brackets are nested more than \(Self.deepest) deep") }
        depth += 1
        defer { depth -= 1 }
        var branches: [PatternNode] = []
        var branch: [PatternNode] = []
        var literal = ""

        func finished(_ parts: [PatternNode], _ literal: String) -> [PatternNode] {
            literal.isEmpty ? parts : parts + [.literal(literal)]
        }

        while position < characters.count {
            let character = characters[position]
            position += 1
            switch character {
            case close:
                branches.append(.sequence(finished(branch, literal)))
                return branches.count == 1 ? branches[0] : .alternatives(branches)
            case "|":
                branches.append(.sequence(finished(branch, literal)))
                (branch, literal) = ([], "")
            case "(":
                branch = finished(branch, literal)
                literal = ""
                branch.append(try alternatives(until: ")"))
            case "[":
                branch = finished(branch, literal)
                literal = ""
                branch.append(.optional(try alternatives(until: "]")))
            case "{":
                branch = finished(branch, literal)
                literal = ""
                branch.append(.slot(try slot()))
            case ")", "]", "}":
                throw error("there is a “\(character)” without its opening bracket")
            default:
                literal.append(character)
            }
        }
        if let close { throw error("a “\(close)” is missing") }
        branches.append(.sequence(finished(branch, literal)))
        return branches.count == 1 ? branches[0] : .alternatives(branches)
    }

    private mutating func slot() throws(PhrasebookError) -> PatternSlot {
        slots += 1
        guard slots <= Self.mostSlots else { throw error("there are more than \(Self.mostSlots) slots") }
        let start = position - 1
        guard let end = characters[position...].firstIndex(of: "}") else { throw error("a “}” is missing") }
        var content = String(characters[position..<end])
        position = end + 1
        let needsGap = start > 0 && characters[start - 1] == " "

        if let equals = content.firstIndex(of: "=") {
            let choices = content[content.index(after: equals)...].split(separator: "|").map(String.init)
            let name = String(content[..<equals])
            guard !name.isEmpty, !choices.isEmpty else { throw error("a slot needs a name and a type") }
            return PatternSlot(arguments: [name], type: .choice(Choices(choices)), repeats: false, needsGap: needsGap)
        }
        let repeats = content.hasSuffix("*")
        if repeats { content.removeLast() }
        let parts = content.split(separator: ":", omittingEmptySubsequences: false)
        let names = parts[0].split(separator: "/").map(String.init)
        guard parts.count == 2, !names.isEmpty, names.count <= 2 else { throw error("a slot needs a name and a type") }
        guard let type = SlotType(name: parts[1], argument: names[0]) else {
            throw PhrasebookError(
                code: .unknownSlotType,
                message: "there is no slot type “\(parts[1])”",
                pattern: pattern
            )
        }
        return PatternSlot(arguments: names, type: type, repeats: repeats, needsGap: needsGap)
    }

    private func error(_ message: String) -> PhrasebookError {
        PhrasebookError(code: .invalidPattern, message: message, pattern: pattern)
    }
}

/// A parsed pattern.
indirect enum PatternNode: Equatable {
    case literal(String)
    case slot(PatternSlot)
    case sequence([PatternNode])
    case alternatives([PatternNode])
    case optional(PatternNode)

    /// The pieces of literal text, and the texts of choices.
    var texts: [String] {
        switch self {
        case .literal(let text): [text]
        case .slot(let slot):
            if case .choice(let choices) = slot.type { choices.texts } else { [] }
        case .sequence(let nodes), .alternatives(let nodes): nodes.flatMap(\.texts)
        case .optional(let node): node.texts
        }
    }

    /// The same without the units after numbers, which are parts of values: "minutes", 「時」.
    var textsWithoutUnits: [String] {
        switch self {
        case .literal, .slot: return texts
        case .alternatives(let nodes): return nodes.flatMap(\.textsWithoutUnits)
        case .optional(let node): return node.textsWithoutUnits
        case .sequence(let nodes):
            var texts: [String] = []
            var isAfterNumber = false
            for node in nodes {
                // A space is a literal of its own.
                if case .literal(let text) = node, text.allSatisfy(\.isWhitespace) { continue }
                if !isAfterNumber { texts += node.textsWithoutUnits }
                isAfterNumber =
                    if case .slot(let slot) = node { [.number, .integer, .digits].contains(slot.type) } else { false }
            }
            return texts
        }
    }
}

/// A slot of a pattern.
struct PatternSlot: Hashable, Sendable {
    /// The argument it fills, or the two arguments for the ends of a range.
    var arguments: [String]
    var type: SlotType
    var repeats: Bool
    /// Whether the pattern has a space before it, so that the text needs a gap there too.
    var needsGap: Bool
    /// The number of its type in the vocabulary of its phrases.
    var typeNumber = Vocabulary.name

    /// The row of its readings: there are two for each type, the second one for slots that repeat.
    var row: Int { 2 * typeNumber + (repeats ? 1 : 0) }
}
