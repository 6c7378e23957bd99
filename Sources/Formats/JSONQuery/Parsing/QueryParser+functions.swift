import StreamingJSON

extension QueryParser {
    /// Reads a literal, a query or a function call.
    mutating func operand() throws(JSONQueryError) -> FilterOperand {
        switch current {
        case UInt8(ascii: "$"), UInt8(ascii: "@"): return .query(try query())
        case UInt8(ascii: "'"), UInt8(ascii: "\""): return .literal(.string(try string()))
        case UInt8(ascii: "-"): return .literal(try number())
        case let byte? where Self.isDigit(byte): return .literal(try number())
        case let byte? where Self.isLowercase(byte): return try word()
        default:
            throw fault("A condition needs '@', '$', a literal or a function here. Write it as in ?@.price < 10.")
        }
    }

    /// Reads `true`, `false`, `null` or a function call.
    private mutating func word() throws(JSONQueryError) -> FilterOperand {
        let start = offset
        while let byte = current, Self.isNameByte(byte), byte < 0x80 { offset += 1 }
        let name = String(decoding: bytes[start..<offset], as: UTF8.self)
        if current == UInt8(ascii: "(") { return .call(try call(name, at: start)) }
        switch name {
        case "true": return .literal(true)
        case "false": return .literal(false)
        case "null": return .literal(nil)
        default:
            if QueryFunction(rawValue: name) != nil {
                throw fault("'(' must follow the name of a function directly. Write it as in length(@.name).")
            }
            throw fault(
                .malformed,
                "This word is neither true, false, null nor a function. Write names of members as in @.name, and texts in quotes.",
                at: start
            )
        }
    }

    private mutating func call(_ name: String, at start: Int) throws(JSONQueryError) -> FunctionCall {
        guard let function = QueryFunction(rawValue: name) else {
            let names = QueryFunction.allCases.map(\.rawValue).joined(separator: ", ")
            throw fault(.malformed, "This function is unknown. Use one of \(names).", at: start)
        }
        try descend()
        offset += 1
        skipBlanks()
        var arguments: [FilterOperand] = []
        var literalOffset = offset
        while !accept(")") {
            if !arguments.isEmpty {
                guard accept(",") else {
                    throw fault(
                        "Only ',' or ')' can follow an argument of '\(name)', which must be a literal, a query or a function call."
                    )
                }
                skipBlanks()
            }
            let place = offset
            let argument = try operand()
            if arguments.count < function.parameters.count {
                try require(function.parameters[arguments.count], argument, of: name, at: place)
            }
            arguments.append(argument)
            literalOffset = place
            skipBlanks()
        }
        guard arguments.count == function.parameters.count else {
            let count = function.parameters.count == 1 ? "1 argument" : "\(function.parameters.count) arguments"
            throw fault(.badType, "'\(name)' has \(count), not \(arguments.count). Write exactly \(count).", at: start)
        }
        depth -= 1
        callCount += 1
        return FunctionCall(
            function: function,
            arguments: arguments,
            number: callCount,
            pattern: try pattern(of: function, arguments, at: literalOffset)
        )
    }

    private func require(
        _ kind: QueryFunction.Kind,
        _ argument: FilterOperand,
        of name: String,
        at start: Int
    ) throws(JSONQueryError) {
        switch (kind, argument) {
        case (.nodes, .query): break
        case (.nodes, _):
            throw fault(
                .badType,
                "The argument of '\(name)' must be a query. Write it as in \(name)(@.items[*]).",
                at: start
            )
        case (_, .query(let query)) where !query.isSingular:
            throw fault(
                .badType,
                "This query can select several nodes, but '\(name)' needs one value. "
                    + "Use only names and indexes, or value(…) around the query.",
                at: start
            )
        case (_, .call(let call)) where call.function.result != .value:
            throw fault(
                .badType,
                "'\(call.function.rawValue)' is a condition, but '\(name)' needs a value. Use it outside of '\(name)'.",
                at: start
            )
        default: break
        }
    }

    /// Compiles a pattern that is a literal, so that a query with one that is too large is refused at once.
    private func pattern(
        of function: QueryFunction,
        _ arguments: [FilterOperand],
        at start: Int
    ) throws(JSONQueryError) -> QueryPattern? {
        guard function.hasPattern, case .literal(.string(let source)) = arguments[1] else { return nil }
        let pattern = QueryPattern(source, isWhole: function == .match, maximumSize: limits.patternSize)
        if case .tooLarge = pattern { throw .largePattern(at: start, limit: limits.patternSize) }
        return pattern
    }
}
