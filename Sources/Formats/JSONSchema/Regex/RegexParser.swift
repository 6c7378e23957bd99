/// Reads a regular expression of ECMA-262 with the meaning of its `u` flag, as JSON Schema requires.
///
/// Beyond the strict grammar it accepts common deviations: an escaped sign that needs no escape (`\-`, `\@`), a brace
/// that starts no count, and a hyphen beside `\w` in brackets.
struct RegexParser {
    /// The maximum nesting of groups, so that the stack does not grow.
    private static let maximumNesting = 100

    private let source: [Unicode.Scalar]
    private var offset = 0

    private init(_ source: String) { self.source = Array(source.unicodeScalars) }

    /// Reads a whole expression.
    static func parse(_ source: String) throws(RegexError) -> RegexNode {
        var parser = RegexParser(source)
        let node = try parser.alternatives(nesting: 0)
        guard parser.current == nil else { throw parser.failure("')' closes no group") }
        return node
    }
}

// MARK: - Structure

extension RegexParser {
    private mutating func alternatives(nesting: Int) throws(RegexError) -> RegexNode {
        guard nesting <= Self.maximumNesting else {
            throw failure("groups are nested more than \(Self.maximumNesting) deep")
        }
        var choices = [try sequence(nesting: nesting)]
        while accept("|") { choices.append(try sequence(nesting: nesting)) }
        return choices.count == 1 ? choices[0] : .alternatives(choices)
    }

    private mutating func sequence(nesting: Int) throws(RegexError) -> RegexNode {
        var parts: [RegexNode] = []
        while let scalar = current, scalar != "|", scalar != ")" {
            let part = try atom(nesting: nesting)
            parts.append(try quantified(part))
        }
        return parts.count == 1 ? parts[0] : parts.isEmpty ? .empty : .sequence(parts)
    }

    private mutating func atom(nesting: Int) throws(RegexError) -> RegexNode {
        guard let scalar = next() else { return .empty }
        switch scalar {
        case "^": return .textStart
        case "$": return .textEnd
        case ".": return .character(.anyExceptLineEnds)
        case "(": return try group(nesting: nesting)
        case "[": return .character(try bracketed())
        case "\\": return try escape()
        case "*", "+", "?":
            offset -= 1
            throw failure("'\(scalar)' has nothing to repeat")
        case "{":
            offset -= 1
            let isCount = try count() != nil
            if isCount { throw failure("a count has nothing to repeat") }
            offset += 1
            return .character(CharacterClass(scalar.value))
        default:
            return .character(CharacterClass(scalar.value))
        }
    }

    private mutating func group(nesting: Int) throws(RegexError) -> RegexNode {
        let start = offset - 1
        var look: (isAhead: Bool, isNegated: Bool)?
        if accept("?") {
            if accept("=") {
                look = (true, false)
            } else if accept("!") {
                look = (true, true)
            } else if accept("<") {
                if accept("=") {
                    look = (false, false)
                } else if accept("!") {
                    look = (false, true)
                } else {
                    try groupName()
                }
            } else if !accept(":") {
                throw failure("'(?' must continue as in (?:…), (?=…), (?!…), (?<=…), (?<!…) or (?<name>…)")
            }
        }
        let body = try alternatives(nesting: nesting + 1)
        guard accept(")") else {
            offset = start
            throw failure("this group is not closed")
        }
        return look.map { .look(body, isAhead: $0.isAhead, isNegated: $0.isNegated) } ?? body
    }

    private mutating func groupName() throws(RegexError) {
        let start = offset
        while let scalar = current, scalar != ">" {
            let properties = scalar.properties
            let isAllowed =
                scalar == "_" || scalar == "$" || (offset == start ? properties.isIDStart : properties.isIDContinue)
            guard isAllowed else { throw failure("a group's name cannot hold '\(scalar)'") }
            offset += 1
        }
        guard offset > start, accept(">") else { throw failure("a group's name has to be written as in (?<name>…)") }
    }

    private mutating func quantified(_ node: RegexNode) throws(RegexError) -> RegexNode {
        let bounds: (minimum: Int, maximum: Int?)
        if accept("*") {
            bounds = (0, nil)
        } else if accept("+") {
            bounds = (1, nil)
        } else if accept("?") {
            bounds = (0, 1)
        } else if current == "{", let count = try count() {
            bounds = count
        } else {
            return node
        }
        // Greediness does not affect whether there is a match.
        _ = accept("?")
        return .repeated(node, minimum: bounds.minimum, maximum: bounds.maximum)
    }

    /// Reads `{2}`, `{2,}` or `{2,5}`; does not advance if the brace starts none of them.
    private mutating func count() throws(RegexError) -> (minimum: Int, maximum: Int?)? {
        let start = offset
        guard accept("{"), let minimum = number() else {
            offset = start
            return nil
        }
        var maximum: Int? = minimum
        if accept(",") { maximum = number() }
        guard accept("}") else {
            offset = start
            return nil
        }
        if let maximum, maximum < minimum {
            offset = start
            throw failure("the upper bound of the count is below the lower bound")
        }
        return (minimum, maximum)
    }

    private mutating func number() -> Int? {
        var value: Int?
        while let scalar = current, ("0"..."9").contains(scalar) {
            // A count this large is refused because of the size of its translation.
            value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000_000)
            offset += 1
        }
        return value
    }
}

// MARK: - Brackets

extension RegexParser {
    private mutating func bracketed() throws(RegexError) -> CharacterClass {
        let start = offset - 1
        let isNegated = accept("^")
        var result = CharacterClass()
        while let scalar = current, scalar != "]" {
            let low = try bracketedAtom()
            guard case .scalar(let lower) = low, current == "-", offset + 1 < source.count, source[offset + 1] != "]"
            else {
                result.formUnion(low.characters)
                continue
            }
            offset += 1
            switch try bracketedAtom() {
            case .scalar(let upper):
                guard lower <= upper else { throw failure("the end of the range is before its start") }
                result.insert(lower...upper)
            case .set(let set):
                // `a-\d` is no range: the three are literal members of the set.
                result.formUnion(CharacterClass([0x2D...0x2D]))
                result.formUnion(low.characters)
                result.formUnion(set)
            }
        }
        guard accept("]") else {
            offset = start
            throw failure("this bracket is not closed")
        }
        return isNegated ? result.inverted : result
    }

    private enum BracketedAtom {
        case scalar(UInt32)
        case set(CharacterClass)

        var characters: CharacterClass {
            switch self {
            case .scalar(let scalar): CharacterClass(scalar)
            case .set(let set): set
            }
        }
    }

    private mutating func bracketedAtom() throws(RegexError) -> BracketedAtom {
        guard let scalar = next() else { throw failure("this bracket is not closed") }
        guard scalar == "\\" else { return .scalar(scalar.value) }
        if accept("b") { return .scalar(0x08) }
        if let set = try characterSet() { return .set(set) }
        return .scalar(try escapedScalar())
    }
}

// MARK: - Escapes

extension RegexParser {
    private mutating func escape() throws(RegexError) -> RegexNode {
        if accept("b") { return .wordBoundary(isNegated: false) }
        if accept("B") { return .wordBoundary(isNegated: true) }
        if let set = try characterSet() { return .character(set) }
        if current == "k" || ("1"..."9").contains(current ?? "0") {
            throw failure("back-references are not supported because they cannot be matched in bounded time")
        }
        return .character(CharacterClass(try escapedScalar()))
    }

    private mutating func characterSet() throws(RegexError) -> CharacterClass? {
        if accept("d") { return .digits }
        if accept("D") { return CharacterClass.digits.complement }
        if accept("w") { return .wordCharacters }
        if accept("W") { return CharacterClass.wordCharacters.complement }
        if accept("s") { return .whiteSpace }
        if accept("S") { return CharacterClass.whiteSpace.complement }
        guard current == "p" || current == "P" else { return nil }
        let isNegated = next() == "P"
        guard accept("{") else { throw failure("\\p has to be followed by a property in braces, as in \\p{Letter}") }
        let start = offset
        while let scalar = current, scalar != "}" {
            guard scalar.isASCII, scalar.properties.isAlphabetic || scalar == "_" || scalar == "=" else { break }
            offset += 1
        }
        var name = ""
        name.unicodeScalars.append(contentsOf: source[start..<offset])
        guard accept("}"), let property = UnicodeProperty(name) else {
            throw failure(
                "the property \\p{\(name)} is not known; general categories, scripts and binary properties are"
            )
        }
        return CharacterClass(property, isNegated: isNegated)
    }

    private mutating func escapedScalar() throws(RegexError) -> UInt32 {
        guard let scalar = next() else { throw failure("a backslash ends the expression") }
        switch scalar {
        case "t": return 0x09
        case "n": return 0x0A
        case "v": return 0x0B
        case "f": return 0x0C
        case "r": return 0x0D
        case "0" where !("0"..."9").contains(current ?? "a"): return 0
        case "c":
            guard let letter = current, letter.isASCII, letter.properties.isAlphabetic else {
                throw failure("\\c has to be followed by a letter")
            }
            offset += 1
            return letter.value % 32
        case "x": return try hexadecimal(digits: 2)
        case "u": return try unicodeEscape()
        default:
            guard !scalar.isASCII || !CharacterClass.asciiLettersAndDigits.contains(scalar) else {
                offset -= 1
                throw failure("the escape \\\(scalar) is not known to ECMA-262")
            }
            return scalar.value
        }
    }

    private mutating func unicodeEscape() throws(RegexError) -> UInt32 {
        if accept("{") {
            let start = offset
            var value: UInt32 = 0
            while let digit = current.flatMap({ UInt32(String($0), radix: 16) }), value <= 0x10FFFF {
                value = value * 16 + digit
                offset += 1
            }
            guard offset > start, value <= 0x10FFFF, accept("}") else {
                throw failure("\\u{…} has to hold a code point in hexadecimal")
            }
            return value
        }
        let first = try hexadecimal(digits: 4)
        guard (0xD800..<0xDC00).contains(first) else { return first }
        let start = offset
        if accept("\\"), accept("u"), let second = try? hexadecimal(digits: 4), (0xDC00..<0xE000).contains(second) {
            return 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)
        }
        offset = start
        return first
    }

    private mutating func hexadecimal(digits: Int) throws(RegexError) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<digits {
            guard let digit = current.flatMap({ UInt32(String($0), radix: 16) }) else {
                throw failure("\(digits) hexadecimal digits are expected")
            }
            value = value * 16 + digit
            offset += 1
        }
        return value
    }
}

// MARK: - Characters

extension RegexParser {
    private var current: Unicode.Scalar? { offset < source.count ? source[offset] : nil }

    private mutating func next() -> Unicode.Scalar? {
        guard let scalar = current else { return nil }
        offset += 1
        return scalar
    }

    private mutating func accept(_ expected: Unicode.Scalar) -> Bool {
        guard current == expected else { return false }
        offset += 1
        return true
    }

    private func failure(_ message: String) -> RegexError {
        RegexError(message: "\(message) (at character \(min(offset, source.count) + 1))")
    }
}

extension CharacterClass {
    /// The characters that have a special meaning when they are escaped.
    static let asciiLettersAndDigits = CharacterClass([0x30...0x39, 0x41...0x5A, 0x61...0x7A]).frozen
}
