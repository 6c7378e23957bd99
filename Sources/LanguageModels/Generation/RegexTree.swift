import _StringProcessing

/// An expression of a builder in the syntax of ECMA-262, written out from its parts.
///
/// The library writes a builder's expression out without the brackets of its choices (as of Swift 6.3), so this looks at the parts
/// themselves. They are not public; a mirror shows them. A part that it does not know, or that has no form in that syntax, becomes
/// any text, so the result allows all that the expression allows.
struct RegexTree {
    /// The expression without anchors.
    private(set) var source = ""
    /// Whether the result allows nothing but what the expression allows.
    private(set) var isExact = true

    /// Reads an expression; `nil` when nothing of it is known.
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

    /// A case of an enumeration: its name, and what it holds.
    private static func unwrap(_ value: Any) -> (name: String, payload: Any?) {
        guard let child = Mirror(reflecting: value).children.first, let label = child.label else {
            return (String(describing: value), nil)
        }
        return (label, child.value)
    }

    /// The elements of an array or a tuple.
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
            // Any text twice in a row is any text, and costs a matcher that goes back much less.
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
            // A condition on the text ahead or behind only narrows the match.
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
        // One that gives nothing back allows less than one that does.
        if String(describing: parts[1]).contains("possessive") { isExact = false }
        let body = written(parts[2])
        // A choice has its brackets already.
        let isChoice = Self.unwrap(parts[2]).name == "orderedChoice"
        return body == Self.anything ? body : (isChoice ? body : Self.grouped(body)) + sign
    }

    /// An expression in brackets, unless it is one character, one escape or one class.
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

    /// An atom as it stands outside of a class or within one; `nil` for one without a form there.
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
