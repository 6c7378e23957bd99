import StreamingJSON

/// The evaluation of keywords about the elements of an array.
extension SchemaEvaluator {
    mutating func check(
        _ elements: [JSONValue],
        against keyword: Keyword,
        of node: CompiledSchema,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        switch keyword {
        case .arraySize(let count, let isUnique):
            return try checkSize(of: elements, count, isUnique: isUnique, of: node, isThorough: isThorough)
        case .items(let rules):
            return try check(elements, against: rules, isThorough: isThorough, &evaluated)
        case .contains(let rules):
            return try check(elements, against: rules, of: node, isThorough: isThorough, &evaluated)
        case .unevaluatedItems(let schema):
            return try checkRest(of: elements, against: schema, isThorough: isThorough, &evaluated)
        default:
            return true
        }
    }

    private mutating func checkSize(
        of elements: [JSONValue],
        _ count: CountRules,
        isUnique: Bool,
        of node: CompiledSchema,
        isThorough: Bool
    ) throws(Halt) -> Bool {
        var isValid = true
        if let demand = count.demand(brokenBy: elements.count, "element", "Items") {
            isValid = false
            if isThorough { try report(node, demand.keyword, "\(demand.text), has \(elements.count)") }
        }
        if isUnique, let (first, second) = try firstDuplicate(in: elements) {
            isValid = false
            if isThorough {
                try report(
                    node,
                    "uniqueItems",
                    "must have no equal elements, but those at \(first) and \(second) are equal"
                )
            }
        }
        return isValid
    }

    /// Applies `unevaluatedItems`.
    private mutating func checkRest(
        of elements: [JSONValue],
        against schema: NodeID,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var isValid = true
        for (index, element) in elements.enumerated() where evaluated?.contains(index) != true {
            try spend(1)
            if try evaluate(schema, element, element: index, isThorough: isThorough) { continue }
            guard isThorough else { return false }
            isValid = false
        }
        evaluated?.insertAll()
        return isValid
    }

    private mutating func check(
        _ elements: [JSONValue],
        against rules: ItemRules,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var isValid = true
        for (index, element) in elements.enumerated() {
            guard let schema = index < rules.prefix.count ? rules.prefix[index] : rules.rest else { break }
            if try evaluate(schema, element, element: index, isThorough: isThorough) {
                evaluated?.insert(index)
            } else {
                guard isThorough else { return false }
                isValid = false
            }
        }
        return isValid
    }

    private mutating func check(
        _ elements: [JSONValue],
        against rules: ContainsRules,
        of node: CompiledSchema,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var found = 0
        for (index, element) in elements.enumerated() {
            guard try evaluate(rules.schema, element, element: index, isThorough: false) else { continue }
            found += 1
            evaluated?.insert(index)
            let isDecided = rules.count.maximum == nil && found >= rules.count.minimum ?? 1
            if isDecided, evaluated == nil { return true }
        }
        let form = "that \(program.nodes[rules.schema].location) describes"
        if let minimum = rules.count.minimum, found < minimum {
            let keyword = minimum == 1 ? "contains" : "minContains"
            if isThorough {
                try report(node, keyword, "must have at least \(counted(minimum, "element")) \(form), has \(found)")
            }
            return false
        }
        if let maximum = rules.count.maximum, found > maximum {
            if isThorough {
                try report(
                    node,
                    "maxContains",
                    "must have at most \(counted(maximum, "element")) \(form), has \(found)"
                )
            }
            return false
        }
        return true
    }

    private mutating func firstDuplicate(in elements: [JSONValue]) throws(Halt) -> (Int, Int)? {
        guard elements.count > 1 else { return nil }
        var places: [ComparableValue: Int] = [:]
        for (index, element) in elements.enumerated() {
            // The whole element is hashed, and many schemas may require that for one array.
            try spend(ExpectedValue.size(of: element))
            if let earlier = places.updateValue(index, forKey: ComparableValue(element)) { return (earlier, index) }
        }
        return nil
    }
}
