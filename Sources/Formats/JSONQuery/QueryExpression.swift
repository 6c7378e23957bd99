import StreamingJSON

/// A query as a tree: a start and the segments that lead down from it.
struct QueryExpression: Sendable {
    /// Whether the query starts at the document (`$`) and not at the tested node (`@`).
    let isAbsolute: Bool
    let segments: [QuerySegment]
    /// The number of the query within the text, under which the evaluator keeps the result of an absolute query.
    let number: Int

    /// Whether the query selects at most one node in any document.
    var isSingular: Bool { segments.allSatisfy(\.isSingular) }
}

/// A step of a query: selectors for the children of each node, or for those of all its descendants too.
struct QuerySegment: Sendable {
    let isDescendant: Bool
    let selectors: [QuerySelector]

    var isSingular: Bool {
        guard !isDescendant, selectors.count == 1 else { return false }
        return switch selectors[0] {
        case .name, .index: true
        default: false
        }
    }
}

/// A choice among the children of one node.
enum QuerySelector: Sendable {
    case name(String)
    case wildcard
    case index(Int)
    case slice(QuerySlice)
    case filter(FilterExpression)
}

/// A condition on the node `@`.
indirect enum FilterExpression: Sendable {
    case any([FilterExpression])
    case all([FilterExpression])
    case not(FilterExpression)
    case exists(QueryExpression)
    case comparison(FilterOperand, FilterComparison, FilterOperand)
    case call(FunctionCall)
}

/// A side of a comparison, or an argument of a function.
enum FilterOperand: Sendable {
    case literal(JSONValue)
    case query(QueryExpression)
    case call(FunctionCall)
}

/// The operators between two values.
enum FilterComparison: String, Sendable {
    case equal = "=="
    case notEqual = "!="
    case lessOrEqual = "<="
    case greaterOrEqual = ">="
    case less = "<"
    case greater = ">"
}

/// A function with its arguments, whose number and types were checked.
struct FunctionCall: Sendable {
    let function: QueryFunction
    let arguments: [FilterOperand]
    /// The number of the call within the text, under which the evaluator keeps a pattern.
    let number: Int
    /// The pattern of `match` or `search`, if the query has it as a literal.
    let pattern: QueryPattern?
}
