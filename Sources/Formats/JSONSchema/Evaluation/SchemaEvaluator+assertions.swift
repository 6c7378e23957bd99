import StreamingJSON

/// The evaluation of keywords about the value itself.
extension SchemaEvaluator {
    mutating func assert(
        _ keyword: Keyword,
        of node: CompiledSchema,
        for value: JSONValue,
        isThorough: Bool
    ) throws(Halt) -> Bool {
        switch keyword {
        case .nothing:
            if isThorough { try report(node, "", "is not allowed") }
            return false
        case .type(let types):
            if types.allows(value) { return true }
            if isThorough { try report(node, "type", "must be \(types.inWords), is \(value.kindAndValue)") }
            return false
        case .const(let literal):
            try spend(literal.cost)
            if literal.value == ComparableValue(value) { return true }
            if isThorough { try report(node, "const", "must be \(literal.value.value.literal), is \(value.brief)") }
            return false
        case .enumeration(let values):
            if try isAmong(values, value) { return true }
            if isThorough { try report(node, "enum", "must be \(Self.list(values.all)), is \(value.brief)") }
            return false
        case .number(let rules):
            guard let number = ExactNumber(value) else { return true }
            return try check(number, against: rules, of: node, isThorough: isThorough)
        case .string(let rules):
            guard case .string(let text) = value else { return true }
            return try check(text, against: rules, of: node, isThorough: isThorough)
        default:
            return true
        }
    }

    private mutating func isAmong(_ values: EnumeratedValues, _ value: JSONValue) throws(Halt) -> Bool {
        guard value.isContainer else {
            if case .string(let text) = value { try spend(text.utf8.count / 64) }
            return values.scalars.contains(ComparableValue(value))
        }
        for literal in values.containers {
            try spend(literal.cost)
            if literal.value == ComparableValue(value) { return true }
        }
        return false
    }

    private static func list(_ values: [JSONValue]) -> String {
        let shown = values.prefix(20).map(\.literal).joined(separator: ", ")
        let rest = values.count - 20
        return (values.count == 1 ? "" : "one of ") + (values.isEmpty ? "nothing" : shown)
            + (rest > 0 ? " and \(rest) more" : "")
    }

    private mutating func check(
        _ number: ExactNumber,
        against rules: NumberRules,
        of node: CompiledSchema,
        isThorough: Bool
    ) throws(Halt) -> Bool {
        var isValid = true
        var broken: [(keyword: String, demand: String)] = []
        if let bound = rules.minimum, number.isLess(than: bound) {
            broken.append(("minimum", "at least \(bound.text)"))
        }
        if let bound = rules.exclusiveMinimum, !bound.isLess(than: number) {
            broken.append(("exclusiveMinimum", "greater than \(bound.text)"))
        }
        if let bound = rules.maximum, bound.isLess(than: number) {
            broken.append(("maximum", "at most \(bound.text)"))
        }
        if let bound = rules.exclusiveMaximum, !number.isLess(than: bound) {
            broken.append(("exclusiveMaximum", "less than \(bound.text)"))
        }
        if let divisor = rules.multipleOf, !number.isMultiple(of: divisor) {
            broken.append(("multipleOf", "a multiple of \(divisor.text)"))
        }
        for (keyword, demand) in broken {
            isValid = false
            if isThorough { try report(node, keyword, "must be \(demand), is \(number.text)") }
        }
        return isValid
    }

    private mutating func check(
        _ text: String,
        against rules: StringRules,
        of node: CompiledSchema,
        isThorough: Bool
    ) throws(Halt) -> Bool {
        var isValid = true
        if !rules.length.isEmpty {
            try spend(text.utf8.count / 64)
            let length = text.unicodeScalars.count
            if let demand = rules.length.demand(brokenBy: length, "character", "Length") {
                isValid = false
                if isThorough { try report(node, demand.keyword, "\(demand.text), has \(length)") }
            }
        }
        if let pattern = rules.pattern, try !matches(pattern, text) {
            isValid = false
            if isThorough {
                try report(
                    node,
                    "pattern",
                    "must match the pattern \(pattern.source), is \(JSONValue.string(text).brief)"
                )
            }
        }
        return isValid
    }
}

extension CountRules {
    /// Returns the bound that a count violates, if any: the keyword and its requirement.
    func demand(brokenBy count: Int, _ noun: String, _ keywordEnd: String) -> (keyword: String, text: String)? {
        if let minimum, count < minimum {
            return ("min\(keywordEnd)", "must have at least \(counted(minimum, noun))")
        }
        if let maximum, count > maximum {
            return ("max\(keywordEnd)", "must have at most \(counted(maximum, noun))")
        }
        return nil
    }
}

extension JSONValue {
    /// The kind of the value, and the value itself if it is short.
    fileprivate var kindAndValue: String {
        switch self {
        case .null, .array, .object: kindInWords
        default: "\(kindInWords) (\(brief))"
        }
    }

    /// The value as JSON, cut only if it is long, because a requirement should be shown in full where possible.
    fileprivate var literal: String {
        let text = serialized()
        return text.utf8.count <= 200 ? text : brief
    }
}
