import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@AppEntity(schema:)` and `@AssistantEntity(schema:)`: checks a thing against its schema and makes it accessible by
/// names.
struct SchemaEntityMacro: SchemaMacro {
    static func read(
        _ declaration: some DeclGroupSyntax,
        _ node: AttributeSyntax
    ) throws -> SchemaReading<SchemaValues> {
        let (structure, attribute) =
            try opening(declaration, node, .entity, as: StructDeclSyntax.self, needs: "structures")
        let entry = attribute.entry
        let values = SchemaValues(structure, name: structure.name, attribute)
        let diagnostics = missingMembers(structure, entry) + values.diagnostics
        return SchemaReading(entry: entry, content: values, diagnostics: diagnostics)
    }

    /// Returns the faults of the members that every thing has beside the properties of its schema.
    private static func missingMembers(_ structure: StructDeclSyntax, _ entry: SchemaEntry) -> [Diagnostic] {
        let variables = structure.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        func has(_ name: String, isStatic: Bool) -> Bool {
            variables.contains { variable in
                variable.modifiers.contains(.static) == isStatic
                    && variable.bindings.contains {
                        $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.plainName == name
                    }
            }
        }
        let inherited = structure.inheritanceClause?.inheritedTypes.map(\.type.trimmedDescription) ?? []
        let isTransient = inherited.contains { $0.contains("TransientAppEntity") }
        var missing: [String] = []
        if !isTransient {
            if !has("id", isStatic: false) { missing.append("let id") }
            if !has("defaultQuery", isStatic: true) { missing.append("static let defaultQuery") }
        }
        if !has("displayRepresentation", isStatic: false) { missing.append("var displayRepresentation") }
        return missing.map { SchemaDiagnostic.missingMember($0, schema: entry.words).at(structure.name) }
    }
}

extension SchemaEntityMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let reading = faultless(declaration, node) else { return [] }
        let access = declaration.modifiers.accessForMembers
        let bindings = reading.content.matches.map { match in
            let (name, property) = (match.property.name, match.property)
            let isWrapped = property.wrapper != nil || property.isPlainVariable
            return "AssistantIntents.SchemaPropertyBinding(\"\(name)\", "
                + (isWrapped ? "wrapped: { $0.$\(name) })," : "plain: { $0.\(name) }),")
        }
        let body =
            (reading.content.requirements + ["return ["] + bindings.map { "    \($0)" } + ["]"])
            .joined(separator: "\n    ")
        return [
            "\(raw: access)typealias Schema = \(raw: SchemaEntry.marker(of: reading.entry.id))",
            """
            nonisolated \(raw: access)static var schemaProperties: [AssistantIntents.SchemaPropertyBinding<Self>] {
                \(raw: body)
            }
            """,
        ]
    }
}

extension SchemaEntityMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let property = plainVariable(member), let reading = faultless(declaration, node),
            reading.entry.values?.contains(where: { $0.name == property.name }) ?? false
        else { return [] }
        return ["@AssistantIntents.EntityProperty"]
    }
}

/// `@ComputedProperty`: marks a computed property of a thing; nothing is generated for it.
struct ComputedPropertyMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
