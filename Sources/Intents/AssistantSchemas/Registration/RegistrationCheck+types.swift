/// A declared parameter or property, or the result, beside that of the schema.
struct DeclaredValue {
    /// The word for the value in messages: "parameter", "property" or "result".
    var role: String
    var name: String
    /// The type as declared, as ``SchemaParameter/notation``.
    var declared: String
    var schema: SchemaParameter
    /// The members of a union.
    var members: [ToolboxRegistration.UnionMember]?
    var path: String
    var typeCode: RegistrationFinding.Code
}

extension RegistrationCheck {
    /// Returns the faults of a declared value: of its type, and of the parts of the app that the type names.
    func faults(of value: DeclaredValue, in schema: some AssistantSchema) -> [RegistrationFinding] {
        let isOptional = value.declared.hasSuffix("?")
        let type = SchemaType(notation: isOptional ? String(value.declared.dropLast()) : value.declared)
        // Examples from 2024 are no evidence of optionality.
        let mayDiffer = schema.evidence.grade != .strong
        // A property that always has a value is more than an optional one promises.
        let isMore = value.role == "property" && !isOptional
        // An action for any entity accepts the entity that its declaration names.
        let required = value.schema.type
        let names = required == .anyEntity ? type?.isEntity ?? false : type == required
        guard let type, names, isOptional == value.schema.isOptional || mayDiffer || isMore else {
            return [
                RegistrationFinding(
                    schema: schema.id,
                    code: value.typeCode,
                    message: "The \(value.role) '\(value.name)' has the type '\(value.declared)', "
                        + "and '\(schema.id)' requires '\(value.schema.notation)'.",
                    path: value.path
                )
            ]
        }
        return references(of: type, members: value.members, value, in: schema)
    }

    private func references(
        of type: SchemaType,
        members: [ToolboxRegistration.UnionMember]?,
        _ value: DeclaredValue,
        in schema: some AssistantSchema
    ) -> [RegistrationFinding] {
        func fault(_ code: RegistrationFinding.Code, _ message: String) -> [RegistrationFinding] {
            [RegistrationFinding(schema: schema.id, code: code, message: message, path: value.path)]
        }
        let subject = "The \(value.role) '\(value.name)' of '\(schema.id)'"
        switch type.element {
        case .entity(let id):
            // The entities of properties may refer to each other, so that declared ones are enough.
            let isKnown = value.role == "property" ? declaredEntities.contains(id) : entities[id] != nil
            guard isKnown else {
                return fault(.missingEntity, "\(subject) needs the entity '\(id)'; declare a type that adopts it.")
            }
            guard value.role == "parameter", let entity = entities[id], !entity.isTransient,
                entity.queries.isDisjoint(with: [.matching, .indexed])
            else { return [] }
            return fault(
                .missingQuery,
                "\(subject) accepts '\(id)', which cannot be found by words; "
                    + "add the query 'matching', or 'indexed' for things in the search index."
            )
        case .enumeration(let id) where !enumerations.contains(id):
            return fault(
                .missingEnumeration,
                "\(subject) needs the enumeration '\(id)'; declare a type that adopts it."
            )
        case .union(let union):
            guard let members, !members.isEmpty else {
                return fault(.unionMembers, "\(subject) is a union '\(union.rawValue)'; name its members in 'unions'.")
            }
            guard Set(members.map(\.kind)).count == members.count else {
                return fault(.unionMembers, "\(subject) has two union members of one kind; name each differently.")
            }
            return members.flatMap { member -> [RegistrationFinding] in
                guard let type = SchemaType(notation: member.type), !type.element.isUnion else {
                    return fault(
                        .unionMembers,
                        "\(subject) has a union member '\(member.kind)' of the type '\(member.type)', "
                            + "which is no type of the catalog."
                    )
                }
                return references(of: type, members: nil, value, in: schema)
            }
        default: return []
        }
    }
}

extension SchemaType {
    var isEntity: Bool {
        if case .entity = self { true } else { false }
    }

    var isUnion: Bool {
        if case .union = self { true } else { false }
    }
}
