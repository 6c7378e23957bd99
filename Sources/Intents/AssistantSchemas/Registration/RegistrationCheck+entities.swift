extension RegistrationCheck {
    mutating func check(_ enumeration: ToolboxRegistration.Enumeration, at index: Int) {
        let path = "/enums/\(index)"
        guard
            let schema = resolve(
                enumeration.schema,
                path,
                among: .enumeration,
                found: catalog.enumeration(enumeration.schema)
            )
        else { return }
        var accepted = enumeration
        accepted.schema = schema.id
        var faults: [RegistrationFinding] = []
        func fault(_ message: String) {
            faults.append(
                RegistrationFinding(schema: schema.id, code: .enumerationCases, message: message, path: "\(path)/cases")
            )
        }
        let values = Set(enumeration.cases.map(\.value))
        if values.isEmpty { fault("'\(schema.id)' has no cases; declare at least one.") }
        if values.count != enumeration.cases.count { fault("'\(schema.id)' has a case twice; remove one of them.") }
        if enumeration.cases.contains(where: { !NameForm.isValue($0.value) }) {
            fault(
                "A case of '\(schema.id)' has a value of more than \(NameForm.mostValueBytes) bytes, or with '<', '[' or invisible "
                    + "characters; use a short name."
            )
        }
        if let unnamed = enumeration.cases.first(where: { $0.title.isEmpty }) {
            fault("The case '\(unnamed.value)' of '\(schema.id)' has no name for people; add its title.")
        }
        if !schema.isOpen {
            let missing = schema.cases.filter { !values.contains($0) }
            // A case that is newer than the app is no fault of it.
            if !missing.isEmpty, registration.catalog >= catalog.version {
                fault("'\(schema.id)' lacks the cases \(missing.joined(separator: ", ")); its cases are fixed.")
            }
            for surplus in enumeration.cases where !schema.cases.contains(surplus.value) {
                warn(
                    .enumerationCases,
                    "'\(surplus.value)' is no case of '\(schema.id)', whose cases are fixed; it is not used.",
                    schema: schema.id,
                    "\(path)/cases"
                )
            }
            accepted.cases.removeAll { !schema.cases.contains($0.value) }
        }
        conclude(faults) {
            $0.report.accepted.enumerations.append(accepted)
            $0.enumerations.insert(schema.id)
        }
    }

    mutating func check(_ entity: ToolboxRegistration.Entity, at index: Int) {
        let path = "/entities/\(index)"
        guard let schema = resolve(entity.schema, path, among: .entity, found: catalog.entity(entity.schema)) else {
            return
        }
        var accepted = entity
        accepted.schema = schema.id
        var faults: [RegistrationFinding] = []
        if !entity.isTransient, !entity.queries.contains(.get) {
            faults.append(
                RegistrationFinding(
                    schema: schema.id,
                    code: .missingQuery,
                    message: "'\(schema.id)' lacks the query 'get', which returns things by their identifiers.",
                    path: "\(path)/queries"
                )
            )
        }
        if schema.knownProperties == nil {
            warn(
                .uncheckedSchema,
                "The properties of '\(schema.id)' are unknown and not checked.",
                schema: schema.id,
                path
            )
        } else {
            for property in schema.properties {
                faults += self.faults(of: property, schema, entity, path)
            }
            for name in entity.properties.keys.sorted() where schema.property(name) == nil {
                warn(
                    .unexpectedProperty,
                    "'\(name)' is no property of '\(schema.id)'; it is not used.",
                    schema: schema.id,
                    "\(path)/properties/\(name)"
                )
                accepted.properties[name] = nil
            }
        }
        conclude(faults) {
            $0.report.accepted.entities.append(accepted)
            $0.entities[schema.id] = accepted
        }
    }

    private mutating func faults(
        of property: SchemaParameter,
        _ schema: EntitySchema,
        _ entity: ToolboxRegistration.Entity,
        _ path: String
    ) -> [RegistrationFinding] {
        guard let declared = entity.properties[property.name] else {
            let finding = RegistrationFinding(
                schema: schema.id,
                code: .missingProperty,
                message: "'\(schema.id)' requires the property '\(property.name)' of the type '\(property.notation)'.",
                path: "\(path)/properties"
            )
            guard property.isOptional else { return [finding] }
            if !property.isLater { report.warnings.append(finding) }
            return []
        }
        return faults(
            of: DeclaredValue(
                role: "property",
                name: property.name,
                declared: declared,
                schema: property,
                members: entity.unions[property.name],
                path: "\(path)/properties/\(property.name)",
                typeCode: .propertyType
            ),
            in: schema
        )
    }
}
