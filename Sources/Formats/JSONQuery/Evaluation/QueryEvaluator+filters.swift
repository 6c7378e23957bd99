import StreamingJSON

extension QueryEvaluator {
    /// Returns whether a node meets a condition.
    mutating func holds(_ condition: FilterExpression, for node: JSONValue) throws(JSONQueryError) -> Bool {
        try budget.spend(1)
        switch condition {
        case .any(let choices):
            for choice in choices where try holds(choice, for: node) { return true }
            return false
        case .all(let parts):
            for part in parts where try !holds(part, for: node) { return false }
            return true
        case .not(let inner): return try !holds(inner, for: node)
        case .exists(let query):
            if query.isSingular { return try value(ofSingular: query, for: node) != nil }
            return try !values(of: query, for: node, atMost: 1).isEmpty
        case .comparison(let left, let comparison, let right):
            return try compare(try value(of: left, for: node), comparison, try value(of: right, for: node))
        case .call(let call): return try matches(call, for: node)
        }
    }

    /// Returns the value of an operand; `nil` is Nothing.
    mutating func value(of operand: FilterOperand, for node: JSONValue) throws(JSONQueryError) -> JSONValue? {
        switch operand {
        case .literal(let value): value
        case .query(let query): try value(ofSingular: query, for: node)
        case .call(let call): try result(of: call, for: node)
        }
    }

    /// Returns the values of a query in a filter.
    ///
    /// An absolute query is evaluated once for a document because its result is the same for each tested node. The bound
    /// is always the same for one query, because a query has one place in the text.
    mutating func values(
        of query: QueryExpression,
        for node: JSONValue,
        atMost bound: Int
    ) throws(JSONQueryError) -> [JSONValue] {
        if query.isAbsolute, let known = absoluteResults[query.number] { return known }
        let start = Place(value: query.isAbsolute ? document : node, path: PathTable.root)
        let values = try places(of: query, from: start, atMost: bound, hasPaths: false).map(\.value)
        if query.isAbsolute { absoluteResults[query.number] = values }
        return values
    }

    /// Returns the value of a query of names and indexes, without the lists that other queries need.
    private mutating func value(
        ofSingular query: QueryExpression,
        for node: JSONValue
    ) throws(JSONQueryError) -> JSONValue? {
        if query.isAbsolute { return try values(of: query, for: node, atMost: 1).first }
        var value = node
        for segment in query.segments {
            try budget.spend(1)
            switch (segment.selectors[0], value) {
            case (.name(let name), .object(let members)):
                guard let member = members[name] else { return nil }
                value = member
            case (.index(let index), .array(let elements)):
                guard let index = elements.index(of: index) else { return nil }
                value = elements[index]
            default: return nil
            }
        }
        return value
    }
}
