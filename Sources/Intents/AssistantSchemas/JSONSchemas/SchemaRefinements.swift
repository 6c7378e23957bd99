/// The choices of an app that make the schemas of the catalog complete: the cases of its enumerations, the members of its
/// unions, and its entities.
public struct SchemaRefinements: Sendable, Hashable {
    /// The values of the app's enumerations, by the schema; one that is missing has the cases of the catalog.
    public var cases: [String: [String]]
    /// The names of the app's cases for people, by the schema and the value.
    public var titles: [String: [String: String]]
    /// The members of the app's unions, by the schema and the parameter or property: `calendar.createEvent.location`.
    public var unions: [String: [ToolboxRegistration.UnionMember]]
    /// The entities of the parameters that accept any, by the schema and the parameter: `system.open.target`.
    public var targets: [String: String]
    /// The entities without identifiers, which inputs contain whole.
    public var transientEntities: Set<String>

    /// Makes refinements; without arguments, those of no app.
    public init(
        cases: [String: [String]] = [:],
        titles: [String: [String: String]] = [:],
        unions: [String: [ToolboxRegistration.UnionMember]] = [:],
        targets: [String: String] = [:],
        transientEntities: Set<String> = []
    ) {
        self.cases = cases
        self.titles = titles
        self.unions = unions
        self.targets = targets
        self.transientEntities = transientEntities
    }

    /// Makes the refinements of a registration; pass ``RegistrationReport/accepted``.
    public init(_ registration: ToolboxRegistration) {
        self.init(
            cases: Dictionary(
                registration.enumerations.map { ($0.schema, $0.cases.map(\.value)) },
                uniquingKeysWith: { first, _ in first }
            ),
            titles: Dictionary(
                registration.enumerations.map { enumeration in
                    let titles = enumeration.cases.map { ($0.value, $0.title) }
                    return (enumeration.schema, Dictionary(titles, uniquingKeysWith: { first, _ in first }))
                },
                uniquingKeysWith: { first, _ in first }
            ),
            transientEntities: Set(registration.entities.filter(\.isTransient).map(\.schema))
        )
        for intent in registration.intents {
            for (name, members) in intent.unions { unions["\(intent.schema).\(name)"] = members }
            for (name, type) in intent.parameters {
                if case .entity(let id) = SchemaType(notation: type) { targets["\(intent.schema).\(name)"] = id }
            }
        }
        for entity in registration.entities {
            for (name, members) in entity.unions { unions["\(entity.schema).\(name)"] = members }
        }
    }
}
