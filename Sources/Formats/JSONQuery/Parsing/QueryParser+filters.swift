// MARK: - Conditions

extension QueryParser {
    /// Reads conditions joined by `||`.
    mutating func condition() throws(JSONQueryError) -> FilterExpression {
        var choices = [try conjunction()]
        skipBlanks()
        while accept("||") {
            skipBlanks()
            choices.append(try conjunction())
            skipBlanks()
        }
        if current == UInt8(ascii: "|") || current == UInt8(ascii: "&") {
            throw fault("Conditions are joined by '&&' or '||'. Write two of these signs.")
        }
        return choices.count == 1 ? choices[0] : .any(choices)
    }

    private mutating func conjunction() throws(JSONQueryError) -> FilterExpression {
        var parts = [try basicCondition()]
        skipBlanks()
        while accept("&&") {
            skipBlanks()
            parts.append(try basicCondition())
            skipBlanks()
        }
        return parts.count == 1 ? parts[0] : .all(parts)
    }

    private mutating func basicCondition() throws(JSONQueryError) -> FilterExpression {
        let isNegated = accept("!")
        if isNegated { skipBlanks() }
        if current == UInt8(ascii: "(") {
            let inner = try parenthesized()
            return isNegated ? .not(inner) : inner
        }
        let start = offset
        let left = try operand()
        skipBlanks()
        guard let comparison = comparison() else {
            let test = try test(left, at: start)
            return isNegated ? .not(test) : test
        }
        if isNegated {
            throw fault(
                .malformed,
                "'!' cannot negate a comparison directly. Write !(…), or another operator.",
                at: start
            )
        }
        try requireComparable(left, at: start)
        skipBlanks()
        let rightStart = offset
        let right = try operand()
        try requireComparable(right, at: rightStart)
        return .comparison(left, comparison, right)
    }

    private mutating func parenthesized() throws(JSONQueryError) -> FilterExpression {
        let start = offset
        try descend()
        offset += 1
        skipBlanks()
        let inner = try condition()
        guard accept(")") else {
            if isAtEnd {
                throw fault(.malformed, "This parenthesis is not closed. Add ')' after its condition.", at: start)
            }
            throw fault("Only '&&', '||' or ')' can follow a condition in parentheses.")
        }
        depth -= 1
        return inner
    }

    private mutating func comparison() -> FilterComparison? {
        if accept("==") { return .equal }
        if accept("!=") { return .notEqual }
        if accept("<=") { return .lessOrEqual }
        if accept(">=") { return .greaterOrEqual }
        if accept("<") { return .less }
        if accept(">") { return .greater }
        return nil
    }
}

// MARK: - Types

extension QueryParser {
    /// Returns an operand as a condition of its own.
    private func test(_ operand: FilterOperand, at start: Int) throws(JSONQueryError) -> FilterExpression {
        if current == UInt8(ascii: "=") {
            throw fault("The operator for equality is '=='. Write two equals signs.")
        }
        switch operand {
        case .query(let query): return .exists(query)
        case .call(let call):
            if call.function.result == .logical { return .call(call) }
            throw fault(
                .badType,
                "'\(call.function.rawValue)' has a value as its result, which is no condition. Compare it with another value.",
                at: start
            )
        case .literal:
            throw fault(.malformed, "A literal is no condition. Compare it with another value.", at: start)
        }
    }

    private func requireComparable(_ operand: FilterOperand, at start: Int) throws(JSONQueryError) {
        switch operand {
        case .query(let query) where !query.isSingular:
            throw fault(
                .badType,
                "This query can select several nodes, so it cannot be compared. "
                    + "Use only names and indexes, or call value(…) or count(…) with it.",
                at: start
            )
        case .call(let call) where call.function.result != .value:
            throw fault(
                .badType,
                "'\(call.function.rawValue)' is a condition and cannot be compared. "
                    + "Use it alone, or as in !\(call.function.rawValue)(…).",
                at: start
            )
        default: break
        }
    }
}
