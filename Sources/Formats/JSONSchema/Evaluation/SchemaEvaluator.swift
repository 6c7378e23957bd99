import StreamingJSON

/// One validation of one value.
///
/// It has two modes: quick, where the first violation decides, and thorough, where violations are collected with their
/// places. Alternatives (`anyOf`, `not`, `if` and similar) are always tried in quick mode first.
struct SchemaEvaluator {
    typealias NodeID = SchemaProgram.NodeID

    /// The reason why evaluation ended early.
    enum Halt: Error {
        case outOfSteps, tooManyOpenSchemas, enoughFound
    }

    /// A violation whose sentence still lacks its subject.
    struct UnnamedViolation {
        let place: String
        let schemaLocation: String
        /// The rest of a sentence whose subject is a place: "must be at least 1, is 0".
        let predicate: String
    }

    let program: SchemaProgram
    private let limits: JSONSchema.Limits
    var steps: Int
    private var openSchemas = 0
    /// The resources entered so far, outermost first.
    private(set) var scope: [Int] = []
    private var path: [PathStep] = []
    private var violations: [UnnamedViolation] = []
    private var maximumViolations: Int
    /// Whether the alternatives of an outer schema are being explained; a nested list would make the message
    /// unreadable.
    private(set) var isExplaining = false
    /// Whether a member that no keyword mentions is accepted while violations are collected.
    private(set) var isLenient = false

    private enum PathStep {
        case member(String)
        case element(Int)
    }

    private init(_ program: SchemaProgram, limits: JSONSchema.Limits) {
        self.program = program
        self.limits = limits
        steps = limits.steps
        maximumViolations = max(limits.violations, 1)
    }
}

// MARK: - Entry

extension SchemaEvaluator {
    /// Returns whether a value satisfies a program.
    static func isValid(
        _ value: JSONValue,
        in program: SchemaProgram,
        limits: JSONSchema.Limits
    ) throws(JSONSchemaError) -> Bool {
        try checkDepth(of: value, limits: limits)
        var evaluator = SchemaEvaluator(program, limits: limits)
        var evaluated: EvaluatedChildren?
        do throws(Halt) {
            return try evaluator.evaluate(0, value, isThorough: false, &evaluated)
        } catch {
            throw evaluator.error(for: error)
        }
    }

    /// Returns the violations of a program by a value.
    static func violations(
        of value: JSONValue,
        in program: SchemaProgram,
        limits: JSONSchema.Limits,
        isLenient: Bool = false
    ) throws(JSONSchemaError) -> [JSONSchema.Violation] {
        try checkDepth(of: value, limits: limits)
        var evaluator = SchemaEvaluator(program, limits: limits)
        evaluator.isLenient = isLenient
        var evaluated: EvaluatedChildren?
        do throws(Halt) {
            _ = try evaluator.evaluate(0, value, isThorough: true, &evaluated)
        } catch {
            // The violations found so far are valid, although there may be more.
            if evaluator.violations.isEmpty { throw evaluator.error(for: error) }
        }
        return evaluator.violations.map { violation in
            let subject = violation.place.isEmpty ? "The value" : violation.place
            return JSONSchema.Violation(
                instanceLocation: violation.place,
                schemaLocation: violation.schemaLocation,
                message: "\(subject) \(violation.predicate)."
            )
        }
    }

    private static func checkDepth(of value: JSONValue, limits: JSONSchema.Limits) throws(JSONSchemaError) {
        guard value.isNested(deeperThan: limits.depth) else { return }
        throw JSONSchemaError(
            code: .tooDeep,
            schemaLocation: "",
            message: "The value is nested more than \(limits.depth) deep; send a flatter one."
        )
    }

    private func error(for halt: Halt) -> JSONSchemaError {
        switch halt {
        case .outOfSteps, .enoughFound:
            JSONSchemaError(
                code: .workLimit,
                schemaLocation: "",
                message:
                    "Validation was aborted after \(limits.steps) steps; send a smaller value or simplify the schema."
            )
        case .tooManyOpenSchemas:
            JSONSchemaError(
                code: .tooDeep,
                schemaLocation: "",
                message:
                    "More than \(limits.openSchemas) schemas are nested for this value; simplify the references."
            )
        }
    }
}

// MARK: - Evaluation

extension SchemaEvaluator {
    /// Applies a schema to a value.
    ///
    /// - Parameter evaluated: Receives the children that were evaluated; `nil` if nothing depends on them.
    mutating func evaluate(
        _ id: NodeID,
        _ value: JSONValue,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        try spend(1)
        let node = program.nodes[id]
        openSchemas += 1
        guard openSchemas <= limits.openSchemas else { throw .tooManyOpenSchemas }
        let entersResource = scope.last != node.resource
        if entersResource { scope.append(node.resource) }
        let isValid: Bool
        if node.hasUnevaluated {
            // The schema depends on what its own keywords have evaluated, not on what sibling schemas have.
            var own: EvaluatedChildren? = EvaluatedChildren()
            isValid = try apply(node, to: value, isThorough: isThorough, &own)
            if isValid, let own { evaluated?.formUnion(own) }
        } else {
            isValid = try apply(node, to: value, isThorough: isThorough, &evaluated)
        }
        if entersResource { scope.removeLast() }
        openSchemas -= 1
        return isValid
    }

    /// Applies a schema to a member's value.
    mutating func evaluate(
        _ id: NodeID,
        _ value: JSONValue,
        member: String,
        isThorough: Bool
    ) throws(Halt) -> Bool {
        var evaluated: EvaluatedChildren?
        guard isThorough else { return try evaluate(id, value, isThorough: false, &evaluated) }
        path.append(.member(member))
        let isValid = try evaluate(id, value, isThorough: true, &evaluated)
        path.removeLast()
        return isValid
    }

    /// Applies a schema to an element.
    mutating func evaluate(
        _ id: NodeID,
        _ value: JSONValue,
        element: Int,
        isThorough: Bool
    ) throws(Halt) -> Bool {
        var evaluated: EvaluatedChildren?
        guard isThorough else { return try evaluate(id, value, isThorough: false, &evaluated) }
        path.append(.element(element))
        let isValid = try evaluate(id, value, isThorough: true, &evaluated)
        path.removeLast()
        return isValid
    }

    private mutating func apply(
        _ node: CompiledSchema,
        to value: JSONValue,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        var isValid = true
        for keyword in node.keywords {
            // After a failure the evaluated children are unknown, so a complaint about the rest would mislead.
            if !isValid, keyword.isUnevaluated { continue }
            if try holds(keyword, of: node, for: value, isThorough: isThorough, &evaluated) { continue }
            guard isThorough else { return false }
            isValid = false
            // The other keywords are meant for another type.
            if case .type = keyword { return false }
        }
        return isValid
    }

    private mutating func holds(
        _ keyword: Keyword,
        of node: CompiledSchema,
        for value: JSONValue,
        isThorough: Bool,
        _ evaluated: inout EvaluatedChildren?
    ) throws(Halt) -> Bool {
        switch keyword {
        case .nothing, .type, .const, .enumeration, .number, .string:
            return try assert(keyword, of: node, for: value, isThorough: isThorough)
        case .reference, .dynamicReference, .allOf, .anyOf, .oneOf, .not, .conditional:
            return try combine(keyword, of: node, for: value, isThorough: isThorough, &evaluated)
        case .arraySize, .items, .contains, .unevaluatedItems:
            guard case .array(let elements) = value else { return true }
            return try check(elements, against: keyword, of: node, isThorough: isThorough, &evaluated)
        case .objectSize, .members, .propertyNames, .dependentSchemas, .unevaluatedProperties:
            guard case .object(let members) = value else { return true }
            return try check(members, against: keyword, of: node, isThorough: isThorough, &evaluated)
        }
    }

    /// Spends steps.
    mutating func spend(_ count: Int) throws(Halt) {
        steps -= count
        if steps < 0 { throw .outOfSteps }
    }

    /// Returns whether a pattern matches, and counts its steps.
    mutating func matches(_ pattern: SchemaRegex, _ text: String) throws(Halt) -> Bool {
        guard let result = pattern.matches(text, steps: &steps) else { throw .outOfSteps }
        return result
    }
}

extension Keyword {
    /// Whether this keyword depends on what the other keywords have evaluated.
    var isUnevaluated: Bool {
        switch self {
        case .unevaluatedItems, .unevaluatedProperties: true
        default: false
        }
    }
}

// MARK: - Violations

extension SchemaEvaluator {
    /// Records a violation at the current place.
    mutating func report(
        _ node: CompiledSchema,
        _ keyword: String,
        _ predicate: String
    ) throws(Halt) {
        let location = keyword.isEmpty ? node.location : "\(node.location)/\(keyword)"
        violations.append(UnnamedViolation(place: place, schemaLocation: location, predicate: predicate))
        if violations.count >= maximumViolations { throw .enoughFound }
    }

    /// Returns the first reason why a value does not satisfy a schema, as a predicate of the current place; the value
    /// must be known to be invalid.
    ///
    /// - Returns: The first reason, or `nil` if reasons are being collected already.
    mutating func reason(_ id: NodeID, _ value: JSONValue) throws(Halt) -> String? {
        guard !isExplaining else { return nil }
        let (outer, outerMaximum, here) = (violations, maximumViolations, place)
        let (openBefore, scopeBefore, pathBefore) = (openSchemas, scope.count, path.count)
        violations = []
        maximumViolations = 1
        isExplaining = true
        var evaluated: EvaluatedChildren?
        do throws(Halt) {
            _ = try evaluate(id, value, isThorough: true, &evaluated)
        } catch {
            openSchemas = openBefore
            scope.removeLast(scope.count - scopeBefore)
            path.removeLast(path.count - pathBefore)
        }
        let first = violations.first
        (violations, maximumViolations, isExplaining) = (outer, outerMaximum, false)
        try spend(0)
        return first.map { $0.place == here ? $0.predicate : "\($0.place) \($0.predicate)" }
    }

    private var place: String {
        var pointer = JSONPointer.root
        for step in path {
            switch step {
            case .member(let name): pointer.append(name)
            case .element(let index): pointer.append(String(index))
            }
        }
        return pointer.text
    }
}
