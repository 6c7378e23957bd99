import JSONSchema
import StreamingJSON

extension QueryEvaluator {
    /// Returns the result of a function that has a value; `nil` is Nothing.
    mutating func result(of call: FunctionCall, for node: JSONValue) throws(JSONQueryError) -> JSONValue? {
        switch call.function {
        case .length:
            switch try value(of: call.arguments[0], for: node) {
            case .string(let text):
                try budget.spend(characters: text.utf8.count)
                return .integer(text.unicodeScalars.count)
            case .array(let elements): return .integer(elements.count)
            case .object(let members): return .integer(members.count)
            default: return nil
            }
        case .count: return .integer(try nodes(of: call.arguments[0], for: node, atMost: .max).count)
        case .value:
            let nodes = try nodes(of: call.arguments[0], for: node, atMost: 2)
            // Not `nil`, which the compiler reads as the null of JSON here.
            return nodes.count == 1 ? nodes[0] : .none
        case .match, .search:
            // The parser allows these only as conditions.
            return nil
        }
    }

    /// Returns the result of `match` or `search`: false if an argument is no string, or if the pattern is invalid.
    mutating func matches(_ call: FunctionCall, for node: JSONValue) throws(JSONQueryError) -> Bool {
        guard case .string(let text) = try value(of: call.arguments[0], for: node) else { return false }
        switch try pattern(of: call, for: node) {
        case .valid(let pattern): return try budget.run { steps in pattern.matches(text, steps: &steps) }
        case .tooLarge: throw .largePattern(at: nil, limit: limits.patternSize)
        case .invalid, nil: return false
        }
    }

    /// Returns the pattern of a call; one in the document is compiled again only if it is another than the last.
    private mutating func pattern(of call: FunctionCall, for node: JSONValue) throws(JSONQueryError) -> QueryPattern? {
        if let pattern = call.pattern { return pattern }
        guard case .string(let source) = try value(of: call.arguments[1], for: node) else { return nil }
        try budget.spend(characters: source.utf8.count)
        if let known = patterns[call.number], known.source.utf8.elementsEqual(source.utf8) { return known.pattern }
        // Compiling reads the source several times and writes each instruction.
        try budget.spend(source.utf8.count)
        let pattern = QueryPattern(source, isWhole: call.function == .match, maximumSize: limits.patternSize)
        try budget.spend(pattern.size)
        patterns[call.number] = (source, pattern)
        return pattern
    }

    private mutating func nodes(
        of operand: FilterOperand,
        for node: JSONValue,
        atMost bound: Int
    ) throws(JSONQueryError) -> [JSONValue] {
        guard case .query(let query) = operand else { return [] }
        return try values(of: query, for: node, atMost: bound)
    }
}
