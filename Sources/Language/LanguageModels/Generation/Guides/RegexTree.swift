import _StringProcessing

/// A regex builder's expression, translated to the syntax of ECMA-262 from its parts.
///
/// The standard library writes such an expression without the parentheses around alternatives (as of Swift 6.3), so
/// this type inspects the parts themselves. They are not public; a mirror shows them. An unknown part, or a part
/// without an equivalent, becomes any text, so the result permits everything that the expression permits.
struct RegexTree {
    /// The expression without anchors.
    private(set) var source = ""
    /// Whether the result permits only what the expression permits.
    private(set) var isExact = true

    /// Translates an expression; `nil` if no part of it is known.
    init?<Output>(_ regex: Regex<Output>) {
        var part: Any? = regex
        for label in ["program", "tree", "root"] { part = part.flatMap { Self.child(of: $0, named: label) } }
        guard let root = part else { return nil }
        source = written(root)
        if source == Self.anything { return nil }
    }

    private static let anything = #"[\s\S]*"#

    private static func child(of value: Any, named name: String) -> Any? {
        Mirror(reflecting: value).children.first { $0.label == name }?.value
    }

    /// Returns the name and the payload of an enumeration's case.
    private static func unwrap(_ value: Any) -> (name: String, payload: Any?) {
        guard let child = Mirror(reflecting: value).children.first, let label = child.label else {
            return (String(describing: value), nil)
        }
        return (label, child.value)
    }

    /// Returns the elements of an array or a tuple.
    private static func elements(of value: Any) -> [Any] { Mirror(reflecting: value).children.map(\.value) }

    private mutating func unknown() -> String {
        isExact = false
        return Self.anything
    }

    private mutating func written(_ node: Any) -> String {
        let (name, payload) = Self.unwrap(node)
        guard let payload else { return ["empty", "trivia"].contains(name) ? "" : unknown() }
        let parts = Self.elements(of: payload)
        switch name {
        case "concatenation":
            // Any text twice in a row is any text; one copy costs a backtracking matcher much less.
            return parts.map { written($0) }.reduce(into: "") { result, part in
                if part != Self.anything || !result.hasSuffix(Self.anything) { result += part }
            }
        case "orderedChoice": return "(?:\(parts.map { written($0) }.joined(separator: "|")))"
        case "ignoreCapturesInTypedOutput", "limitCaptureNesting": return written(payload)
        case "capture" where parts.count == 4: return written(parts[2])
        case "nonCapturingGroup" where parts.count == 2: return group(parts[1], kind: String(describing: parts[0]))
        case "quantification" where parts.count == 3: return repeated(parts)
        case "quotedLiteral": return (payload as? String).map { Self.escaped($0) } ?? unknown()
        case "convertedRegexLiteral" where parts.count == 2: return written(parts[0])
        case "customCharacterClass": return characterClass(payload) ?? unknown()
        case "atom": return atom(payload) ?? unknown()
        case "trivia", "empty": return ""
        default: return unknown()
        }
    }

    private mutating func group(_ node: Any, kind: String) -> String {
        if kind.contains("changeMatchingOptions") { return unknown() }
        if kind.contains("ook") {
            // A lookaround only narrows the match.
            isExact = false
            return ""
        }
        return written(node)
    }

    private mutating func repeated(_ parts: [Any]) -> String {
        guard let amount = Self.child(of: parts[0], named: "ast") else { return unknown() }
        let (name, payload) = Self.unwrap(amount)
        let numbers = payload.map(Self.numbers) ?? []
        let sign: String
        switch (name, numbers.count) {
        case ("zeroOrMore", _): sign = "*"
        case ("oneOrMore", _): sign = "+"
        case ("zeroOrOne", _): sign = "?"
        case ("exactly", 1): sign = "{\(numbers[0])}"
        case ("nOrMore", 1): sign = "{\(numbers[0]),}"
        case ("upToN", 1): sign = "{0,\(numbers[0])}"
        case ("range", 2): sign = "{\(numbers[0]),\(numbers[1])}"
        default: return unknown()
        }
        // A possessive quantifier permits less than a backtracking one.
        if String(describing: parts[1]).contains("possessive") { isExact = false }
        let body = written(parts[2])
        // An alternation has parentheses already.
        let isChoice = Self.unwrap(parts[2]).name == "orderedChoice"
        return body == Self.anything ? body : (isChoice ? body : Self.grouped(body)) + sign
    }

    /// Returns an expression in parentheses, unless it is one character, one escape or one class.
    private static func grouped(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        let isOne =
            switch scalars.first {
            case "["?: scalars.firstIndex(of: "]") == scalars.count - 1 && !scalars.contains("\\")
            case "\\"?: scalars.count == 2
            default: scalars.count == 1
            }
        return isOne ? text : "(?:\(text))"
    }

    private static func numbers(_ payload: Any) -> [Int] {
        func number(_ value: Any) -> Int? { child(of: value, named: "value") as? Int }
        if let one = number(payload) { return [one] }
        return elements(of: payload).compactMap(number)
    }

    /// Returns an atom as written outside or inside a character class; `nil` if it has no equivalent there.
    private func atom(_ atom: Any, isInClass: Bool = false) -> String? {
        let (name, payload) = Self.unwrap(atom)
        switch (name, payload) {
        case ("char", let character as Character): return Self.escaped(String(character), isInClass: isInClass)
        case ("scalar", let scalar as Unicode.Scalar): return Self.escaped(String(scalar), isInClass: isInClass)
        case ("any", _): return isInClass ? nil : #"[\s\S]"#
        case ("dot", _), ("anyNonNewline", _): return isInClass ? nil : "."
        case ("characterClass", let kind?):
            switch String(describing: kind) {
            case "digit": return #"\d"#
            case "word": return #"\w"#
            case "whitespace": return #"\s"#
            case "anyGrapheme", "anyUnicodeScalar": return isInClass ? nil : #"[\s\S]"#
            default: return nil
            }
        case ("assertion", let kind?):
            switch String(describing: kind) {
            case "startOfSubject": return "^"
            case "endOfSubject": return "$"
            default: return nil
            }
        default: return nil
        }
    }

    private func characterClass(_ value: Any) -> String? {
        guard let members = Self.child(of: value, named: "members"),
            let isInverted = Self.child(of: value, named: "isInverted") as? Bool
        else { return nil }
        var text = ""
        for member in Self.elements(of: members) {
            let (name, payload) = Self.unwrap(member)
            guard let payload else { return nil }
            switch name {
            case "atom":
                guard let part = atom(payload, isInClass: true) else { return nil }
                text += part
            case "range":
                let ends = Self.elements(of: payload).compactMap { atom($0, isInClass: true) }
                guard ends.count == 2 else { return nil }
                text += "\(ends[0])-\(ends[1])"
            case "quotedLiteral":
                guard let literal = payload as? String else { return nil }
                text += Self.escaped(literal, isInClass: true)
            case "custom":
                guard let inner = characterClass(payload), !inner.hasPrefix("[^") else { return nil }
                text += inner.dropFirst().dropLast()
            case "trivia": continue
            default: return nil
            }
        }
        return text.isEmpty ? nil : "[\(isInverted ? "^" : "")\(text)]"
    }

    private static func escaped(_ text: String, isInClass: Bool = false) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            if #"^$\.*+?()[]{}|/"#.unicodeScalars.contains(scalar) || (isInClass && scalar == "-") { result += "\\" }
            result.unicodeScalars.append(scalar)
        }
        return result
    }
}
