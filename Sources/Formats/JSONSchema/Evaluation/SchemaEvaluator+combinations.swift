import StreamingJSON

/// The evaluation of keywords that apply other schemas to the same value.
extension SchemaEvaluator {
    mutating func combine(
        _ keyword: Keyword,
        of node: CompiledSchema,
        for value: JSONValue,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        switch keyword {
        case .reference(let target):
            return try evaluate(target, value, isThorough: isThorough, &evaluated)
        case .dynamicReference(let initial, let anchor):
            let target = dynamicTarget(of: anchor) ?? initial
            return try evaluate(target, value, isThorough: isThorough, &evaluated)
        case .allOf(let schemas):
            var isValid = true
            for schema in schemas {
                if try evaluate(schema, value, isThorough: isThorough, &evaluated) { continue }
                guard isThorough else { return false }
                isValid = false
            }
            return isValid
        case .anyOf(let schemas):
            return try anyOf(schemas, of: node, for: value, isThorough: isThorough, &evaluated)
        case .oneOf(let schemas):
            return try oneOf(schemas, of: node, for: value, isThorough: isThorough, &evaluated)
        case .not(let schema):
            var ignored: EvaluatedChildren?
            if try !evaluate(schema, value, isThorough: false, &ignored) { return true }
            if isThorough {
                try report(
                    node,
                    "not",
                    "must not be what \(program.nodes[schema].location) describes, is \(value.brief)"
                )
            }
            return false
        case .conditional(let condition, let then, let otherwise):
            guard let branch = try tentatively(condition, value, &evaluated) ? then : otherwise else { return true }
            return try evaluate(branch, value, isThorough: isThorough, &evaluated)
        default:
            return true
        }
    }

    /// Returns the outermost schema with a dynamic anchor among the resources entered so far.
    private func dynamicTarget(of anchor: String) -> NodeID? {
        guard let candidates = program.dynamicAnchors[anchor] else { return nil }
        for resource in scope {
            if let target = candidates[resource] { return target }
        }
        return nil
    }

    /// Applies a schema in quick mode; the children it evaluates count only if the value satisfies it.
    private mutating func tentatively(
        _ schema: NodeID,
        _ value: JSONValue,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var own: EvaluatedChildren? = evaluated == nil ? nil : EvaluatedChildren()
        let isValid = try evaluate(schema, value, isThorough: false, &own)
        if isValid, let own { evaluated?.formUnion(own) }
        return isValid
    }

    private mutating func anyOf(
        _ schemas: [NodeID],
        of node: CompiledSchema,
        for value: JSONValue,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var isValid = false
        for schema in schemas where try tentatively(schema, value, &evaluated) {
            // If evaluated children are tracked, all alternatives that match contribute.
            if evaluated == nil { return true }
            isValid = true
        }
        if !isValid, isThorough { try report(node, "anyOf", try noMatch(schemas, value)) }
        return isValid
    }

    private mutating func oneOf(
        _ schemas: [NodeID],
        of node: CompiledSchema,
        for value: JSONValue,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var matching: [Int] = []
        for (index, schema) in schemas.enumerated() where try tentatively(schema, value, &evaluated) {
            matching.append(index)
            if matching.count == 2 { break }
        }
        if matching.count == 1 { return true }
        guard isThorough else { return false }
        if matching.isEmpty {
            try report(node, "oneOf", try noMatch(schemas, value))
        } else {
            let places = matching.map { program.nodes[schemas[$0]].location }.joined(separator: " and ")
            try report(node, "oneOf", "must match exactly one of \(schemas.count) forms, but matches \(places)")
        }
        return false
    }

    /// Explains why a value matches none of several schemas, with one reason for each of the first few.
    private mutating func noMatch(_ schemas: [NodeID], _ value: JSONValue) throws(Halt) -> String {
        if let types = typesAskedFor(by: schemas, butNot: value) {
            return "must be \(types.inWords), is \(value.kindInWords)"
        }
        let shown = 5
        var reasons: [String] = []
        for schema in schemas.prefix(shown) {
            if let reason = try reason(schema, value), !reasons.contains(reason) { reasons.append(reason) }
        }
        let summary = "matches none of the \(counted(schemas.count, "allowed form"))"
        if reasons.isEmpty { return summary }
        if schemas.count > shown { reasons.append("and so on") }
        return "\(summary): \(reasons.joined(separator: "; or "))"
    }

    /// Returns the types that the schemas require if the value's type alone excludes all of them.
    private func typesAskedFor(by schemas: [NodeID], butNot value: JSONValue) -> TypeSet? {
        var all: TypeSet = []
        for schema in schemas {
            guard case .type(let types) = program.nodes[schema].keywords.first, !types.allows(value) else { return nil }
            all.formUnion(types)
        }
        return all
    }
}
