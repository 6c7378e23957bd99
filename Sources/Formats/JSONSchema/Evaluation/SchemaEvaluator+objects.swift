import StreamingJSON

/// The evaluation of keywords about the members of an object.
extension SchemaEvaluator {
    mutating func check(
        _ members: JSONObject,
        against keyword: Keyword,
        of node: CompiledSchema,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        switch keyword {
        case .objectSize(let count):
            guard let demand = count.demand(brokenBy: members.count, "member", "Properties") else { return true }
            if isThorough { try report(node, demand.keyword, "\(demand.text), has \(members.count)") }
            return false
        case .members(let rules):
            let areValid = try check(members, against: rules, of: node, isThorough: isThorough, &evaluated)
            guard areValid || isThorough else { return false }
            return try checkDependencies(of: members, rules, of: node, isThorough: isThorough) && areValid
        case .propertyNames(let schema):
            return try checkNames(of: members, against: schema, of: node, isThorough: isThorough)
        case .dependentSchemas(let entries):
            return try checkDependentSchemas(of: members, entries, isThorough: isThorough, &evaluated)
        case .unevaluatedProperties(let schema):
            return try checkRest(of: members, against: schema, of: node, isThorough: isThorough, &evaluated)
        default:
            return true
        }
    }

    private mutating func checkDependentSchemas(
        of members: JSONObject,
        _ entries: [(name: ExactText, schema: NodeID)],
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var isValid = true
        for (name, schema) in entries where try has(name, members) {
            if try evaluate(schema, .object(members), isThorough: isThorough, &evaluated) { continue }
            guard isThorough else { return false }
            isValid = false
        }
        return isValid
    }

    /// Applies `unevaluatedProperties`.
    private mutating func checkRest(
        of members: JSONObject,
        against schema: NodeID,
        of node: CompiledSchema,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var isValid = true
        for (index, (name, value)) in members.enumerated() where evaluated?.contains(index) != true {
            if try checkExtra(name, value, schema, "unevaluatedProperties", [], of: node, isThorough: isThorough) {
                continue
            }
            guard isThorough else { return false }
            isValid = false
        }
        evaluated?.insertAll()
        return isValid
    }

    private mutating func check(
        _ members: JSONObject,
        against rules: MemberRules,
        of node: CompiledSchema,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var isValid = true
        var requiredFound = 0
        for (index, (name, value)) in members.enumerated() {
            try spend(1)
            var isCovered = false
            let entry = rules.entries.isEmpty ? nil : rules.entries[ExactText(name)]
            if entry?.isRequired == true { requiredFound += 1 }
            if let entry, let schema = entry.schema {
                isCovered = true
                let isAsGoodAsAbsent = isLenient && !entry.isRequired && value.isNull
                if !isAsGoodAsAbsent {
                    isValid = try evaluate(schema, value, member: name, isThorough: isThorough) && isValid
                }
            }
            for (pattern, schema) in rules.patterns where try matches(pattern, name) {
                isCovered = true
                isValid = try evaluate(schema, value, member: name, isThorough: isThorough) && isValid
            }
            if !isCovered, let additional = rules.additional {
                isCovered = true
                isValid =
                    try checkExtra(
                        name,
                        value,
                        additional,
                        "additionalProperties",
                        rules.names,
                        of: node,
                        isThorough: isThorough
                    ) && isValid
            }
            guard isValid || isThorough else { return false }
            if isCovered { evaluated?.insert(index) }
        }
        if requiredFound == rules.required.count { return isValid }
        guard isThorough else { return false }
        let present = Set(members.map { ExactText($0.key) })
        for name in rules.required where !present.contains(name) {
            try report(node, "required", "must have the member \(Self.quoted(name.text))")
        }
        return false
    }

    /// Applies the schema for members that no other keyword mentions; if it is `false`, the message names the member.
    private mutating func checkExtra(
        _ name: String,
        _ value: JSONValue,
        _ schema: NodeID,
        _ keyword: String,
        _ known: [String],
        of node: CompiledSchema,
        isThorough: Bool
    ) throws(Halt) -> Bool {
        guard isThorough, case .nothing? = program.nodes[schema].keywords.first else {
            return try evaluate(schema, value, member: name, isThorough: isThorough)
        }
        // The explanation of a failed alternative still reports unknown members.
        if isLenient, !isExplaining { return true }
        var predicate = "must not have the member \(Self.quoted(name))"
        if !known.isEmpty {
            predicate += "; it may have \(known.prefix(20).map(Self.quoted).joined(separator: ", "))"
            if known.count > 20 { predicate += " and \(known.count - 20) more" }
        }
        try report(node, keyword, predicate)
        return false
    }

    private mutating func checkDependencies(
        of members: JSONObject,
        _ rules: MemberRules,
        of node: CompiledSchema,
        isThorough: Bool
    ) throws(Halt) -> Bool {
        var isValid = true
        for (name, required) in rules.dependentRequired where try has(name, members) {
            for other in required where try !has(other, members) {
                guard isThorough else { return false }
                isValid = false
                try report(
                    node,
                    "dependentRequired",
                    "must have the member \(Self.quoted(other.text)), since it has \(Self.quoted(name.text))"
                )
            }
        }
        return isValid
    }

    private mutating func checkNames(
        of members: JSONObject,
        against schema: NodeID,
        of node: CompiledSchema,
        isThorough: Bool
    ) throws(Halt) -> Bool {
        var isValid = true
        for (name, _) in members {
            var ignored: EvaluatedChildren?
            if try evaluate(schema, .string(name), isThorough: false, &ignored) { continue }
            guard isThorough else { return false }
            isValid = false
            let reason = try reason(schema, .string(name)).map { ": the name \($0)" } ?? ""
            try report(node, "propertyNames", "must not have a member named \(Self.quoted(name))\(reason)")
        }
        return isValid
    }

    private mutating func has(_ name: ExactText, _ members: JSONObject) throws(Halt) -> Bool {
        try spend(members.count / 8)
        return members.contains { ExactText($0.key) == name }
    }

    private static func quoted(_ name: String) -> String { JSONValue.string(name).brief }
}
