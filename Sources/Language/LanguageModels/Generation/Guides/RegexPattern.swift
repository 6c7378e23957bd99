import _StringProcessing

/// A regular expression in the form of JSON Schema's `pattern`: in the syntax of ECMA-262, in its Unicode mode.
///
/// In this syntax an expression matches anywhere in the text unless it is anchored, and only syntax characters may be
/// escaped.
struct RegexPattern {
    /// The expression, anchored at both ends.
    let source: String

    /// Translates an expression.
    ///
    /// Returns `nil` for an expression without an equivalent: one that runs custom code, changes options inline (such
    /// as ignoring case), uses features of Swift's syntax alone, such as possessive quantifiers and intersections of
    /// classes, or comes from a builder with alternatives.
    init?<Output>(_ regex: Regex<Output>) {
        guard let literal = regex._literalPattern else { return nil }
        var translation = Translation(literal)
        guard let plain = translation.translated(), !plain.contains("|") || Self.isLiteral(regex) else { return nil }
        let isAnchored = plain.hasPrefix("^") && plain.hasSuffix("$") && !plain.hasSuffix("\\$") && !plain.contains("|")
        source = isAnchored ? plain : "^(?:\(plain))$"
    }
}

extension RegexPattern {
    /// Returns whether an expression was written as a literal.
    ///
    /// The literal form of a builder's expression loses the parentheses around alternatives between other parts (as of
    /// Swift 6.3), which changes its meaning. The standard library does not expose the origin, but a mirror
    /// shows the difference. If that changes, alternatives are left out, and tests fail.
    static func isLiteral(_ regex: Any) -> Bool {
        var part: Any? = regex
        for label in ["program", "tree", "root", "convertedRegexLiteral"] {
            part = part.flatMap { Mirror(reflecting: $0).children.first { $0.label == label }?.value }
        }
        return part != nil
    }
}

/// A translation in one pass, which stops at the first part without an equivalent.
private struct Translation {
    private var rest: Substring
    private var result = ""

    init(_ source: String) { rest = source[...] }

    mutating func translated() -> String? {
        var isQuantified = false
        while let character = rest.popFirst() {
            let wasQuantified = isQuantified
            isQuantified = "*+?}".contains(character)
            switch character {
            case "\\":
                guard escape(isInClass: false) else { return nil }
            case "[":
                guard characterClass() else { return nil }
            case "(" where rest.first == "?":
                guard let next = rest.dropFirst().first, ":=!<".contains(next) else { return nil }
                // This question mark belongs to the group and is no quantifier.
                result += "(?"
                rest.removeFirst()
            case "+" where wasQuantified: return nil
            default: result.append(character)
            }
        }
        return result
    }

    private mutating func characterClass() -> Bool {
        result.append("[")
        while let character = rest.popFirst() {
            switch character {
            case "]":
                result.append("]")
                return true
            case "\\":
                guard escape(isInClass: true) else { return false }
            case "[": return false
            case "&", "-", "~":
                if rest.first == character { return false }
                result.append(character)
            default: result.append(character)
            }
        }
        return false
    }

    private mutating func escape(isInClass: Bool) -> Bool {
        guard let escaped = rest.popFirst() else { return false }
        switch escaped {
        case "d", "D", "w", "W", "s", "S", "t", "n", "r", "f", "v", "p", "P", "u", "x", "0":
            result += "\\\(escaped)"
        case "b", "B", "k", "1"..."9":
            guard !isInClass else { return false }
            result += "\\\(escaped)"
        case "U":
            let digits = rest.prefix(8)
            guard let value = UInt32(digits, radix: 16) else { return false }
            rest.removeFirst(digits.count)
            result += "\\u{\(String(value, radix: 16, uppercase: true))}"
        case "g" where !isInClass:
            guard rest.popFirst() == "{", let end = rest.firstIndex(of: "}") else { return false }
            result += "\\k<\(rest[..<end])>"
            rest = rest[rest.index(after: end)...]
        case "A" where !isInClass: result += "^"
        case "z" where !isInClass: result += "$"
        case "Q" where !isInClass: quotation()
        default:
            if escaped.isLetter || escaped.isNumber { return false }
            append(literal: escaped, isInClass: isInClass)
        }
        return true
    }

    /// Appends the text between `\Q` and `\E` literally.
    private mutating func quotation() {
        while !rest.isEmpty, !rest.hasPrefix("\\E") { append(literal: rest.removeFirst(), isInClass: false) }
        rest = rest.dropFirst(2)
    }

    private mutating func append(literal character: Character, isInClass: Bool) {
        let isSyntax = "^$\\.*+?()[]{}|/".contains(character) || (isInClass && character == "-")
        if isSyntax { result.append("\\") }
        result.append(character)
    }
}
