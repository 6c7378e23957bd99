/// A compiled schema: every place that holds a schema is a node, and every reference is a node's number.
struct SchemaProgram: Sendable {
    /// The index of a node in ``nodes``.
    typealias NodeID = Int

    /// All nodes; the schema's root is the first.
    var nodes: ContiguousArray<CompiledSchema> = []

    /// For each name that a `$dynamicRef` uses, the nodes with that `$dynamicAnchor`, by the resource they belong to.
    var dynamicAnchors: [String: [Int: NodeID]] = [:]
}

/// One compiled schema: the keywords at one place, checked and read.
final class CompiledSchema: Sendable {
    /// The place as a URI reference such as `#/properties/name`.
    let location: String

    /// The resource the schema belongs to, for the dynamic scope.
    let resource: Int

    /// The requirements, cheap tests first and the `unevaluated…` keywords last.
    let keywords: [Keyword]

    /// Whether one of the keywords depends on what the others have evaluated.
    let hasUnevaluated: Bool

    init(location: String, resource: Int, keywords: [Keyword]) {
        self.location = location
        self.resource = resource
        self.keywords = keywords
        hasUnevaluated = keywords.contains {
            switch $0 {
            case .unevaluatedItems, .unevaluatedProperties: true
            default: false
            }
        }
    }
}

/// One requirement of a schema; keywords that work together form one.
enum Keyword: Sendable {
    typealias NodeID = SchemaProgram.NodeID

    /// The schema `false`.
    case nothing
    case type(TypeSet)
    case const(ExpectedValue)
    case enumeration(EnumeratedValues)
    case number(NumberRules)
    case string(StringRules)
    case arraySize(CountRules, unique: Bool)
    case objectSize(CountRules)
    case reference(NodeID)
    case dynamicReference(initial: NodeID, anchor: String)
    case allOf([NodeID])
    case anyOf([NodeID])
    case oneOf([NodeID])
    case not(NodeID)
    case conditional(condition: NodeID, then: NodeID?, otherwise: NodeID?)
    case items(ItemRules)
    case contains(ContainsRules)
    case members(MemberRules)
    case propertyNames(NodeID)
    case dependentSchemas([(name: ExactText, schema: NodeID)])
    case unevaluatedItems(NodeID)
    case unevaluatedProperties(NodeID)
}
