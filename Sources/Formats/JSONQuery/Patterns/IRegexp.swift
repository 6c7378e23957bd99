/// A regular expression of RFC 9485, checked and translated character by character.
///
/// I-Regexp is a small language that most engines share: no look-around, no lazy repetition, no `\d`, `\w` or `\s`. The
/// translation follows §5.3 of the RFC, after which `^` and `$` outside brackets are anchors.
struct IRegexp {
    private let source: [Unicode.Scalar]
    private var offset = 0
    private var result = String.UnicodeScalarView()

    /// Returns the expression as one of ECMA-262 with the `u` flag; `nil` if it is no I-Regexp.
    static func translated(_ source: String) -> String? {
        var translator = Self(source: Array(source.unicodeScalars))
        return translator.translate() ? String(translator.result) : nil
    }

    private init(source: [Unicode.Scalar]) { self.source = source }

    private mutating func translate() -> Bool {
        var openGroups = 0
        // A quantifier may follow an atom, but no branch's start and no quantifier.
        var isAfterAtom = false
        while let scalar = next() {
            switch scalar {
            case "|":
                append("|")
                isAfterAtom = false
                continue
            case "(":
                openGroups += 1
                append("(?:")
                isAfterAtom = false
                continue
            case ")":
                guard openGroups > 0 else { return false }
                openGroups -= 1
                append(")")
            case "*", "+", "?", "{":
                guard isAfterAtom, quantifier(scalar) else { return false }
                isAfterAtom = false
                continue
            case ".": append("[^\\n\\r]")
            // A group, because ECMA-262 has no quantifier after an anchor.
            case "^", "$": append("(?:\(scalar))")
            case "[": guard brackets() else { return false }
            case "\\": guard escape() else { return false }
            case "]", "}": return false
            default: append(scalar)
            }
            isAfterAtom = true
        }
        return openGroups == 0
    }

    private mutating func quantifier(_ first: Unicode.Scalar) -> Bool {
        guard first == "{" else {
            result.append(first)
            return true
        }
        guard let minimum = digits() else { return false }
        append("{\(minimum)")
        if accept(",") {
            append(",")
            if let maximum = digits() {
                guard minimum <= maximum else { return false }
                append(String(maximum))
            }
        }
        append("}")
        return accept("}")
    }

    private mutating func digits() -> Int? {
        var value: Int?
        while let scalar = current, ("0"..."9").contains(scalar) {
            // So large a count is over every limit, so its exact value does not matter.
            value = min((value ?? 0) * 10 + Int(scalar.value - 0x30), 1_000_000_000)
            offset += 1
        }
        return value
    }
}

// MARK: - Sets of characters

extension IRegexp {
    private mutating func brackets() -> Bool {
        append("[")
        if accept("^") { append("^") }
        var isEmpty = true
        while let scalar = next() {
            switch scalar {
            case "]":
                append("]")
                return !isEmpty
            case "-":
                // A hyphen means itself only as the first or the last member.
                guard isEmpty || current == "]" else { return false }
                append(scalar)
            case "\\" where current == "p" || current == "P":
                guard property() else { return false }
            default:
                guard let lower = member(scalar), range(from: lower) else { return false }
            }
            isEmpty = false
        }
        return false
    }

    /// Appends a character, or the range that starts with it.
    private mutating func range(from lower: Unicode.Scalar) -> Bool {
        append(lower)
        guard current == "-", offset + 1 < source.count, source[offset + 1] != "]" else { return true }
        offset += 1
        guard let scalar = next(), scalar != "-", let upper = member(scalar), lower <= upper else { return false }
        result.append("-")
        append(upper)
        return true
    }

    private mutating func member(_ scalar: Unicode.Scalar) -> Unicode.Scalar? {
        switch scalar {
        case "[", "]": nil
        case "\\": escapedScalar()
        default: scalar
        }
    }
}

// MARK: - Escapes

extension IRegexp {
    private mutating func escape() -> Bool {
        if current == "p" || current == "P" { return property() }
        guard let scalar = escapedScalar() else { return false }
        append(scalar)
        return true
    }

    private mutating func escapedScalar() -> Unicode.Scalar? {
        guard let scalar = next() else { return nil }
        switch scalar {
        case "n": return "\n"
        case "r": return "\r"
        case "t": return "\t"
        case "("..."+", "-", ".", "?", "["..."^", "{"..."}": return scalar
        default: return nil
        }
    }

    /// The general categories of §3, each a letter and the letters that may follow it.
    private static let categories: [Unicode.Scalar: String] = [
        "L": "lmotu", "M": "cen", "N": "dlo", "P": "cdefios", "Z": "lps", "S": "ckmo", "C": "cfno",
    ]

    /// Reads and appends `p{…}` or `P{…}`.
    private mutating func property() -> Bool {
        guard let kind = next(), accept("{"), let first = next(), let second = Self.categories[first] else {
            return false
        }
        append("\\\(kind){\(first)")
        if let scalar = current, scalar != "}" {
            guard second.unicodeScalars.contains(scalar) else { return false }
            offset += 1
            result.append(scalar)
        }
        append("}")
        return accept("}")
    }
}

// MARK: - Characters

extension IRegexp {
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

    private mutating func append(_ text: String) { result.append(contentsOf: text.unicodeScalars) }

    /// Appends a character that means itself.
    private mutating func append(_ scalar: Unicode.Scalar) {
        let isPlain = !scalar.isASCII || scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
        if isPlain { result.append(scalar) } else { append("\\u{\(String(scalar.value, radix: 16))}") }
    }
}
