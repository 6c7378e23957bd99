import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@AppEntity(schema:)` and `@AssistantEntity(schema:)`: checks a thing against its schema and makes it accessible by
/// names.
struct SchemaEntityMacro {
    private static func read(
        _ declaration: some DeclGroupSyntax,
        _ node: AttributeSyntax
    ) throws -> (entry: SchemaEntry, values: SchemaValues, diagnostics: [Diagnostic]) {
        guard let structure = declaration.as(StructDeclSyntax.self) else {
            let name = node.attributeName.trimmedDescription
            throw DiagnosticsError(diagnostics: [
                SchemaDiagnostic.wrongDeclaration(macro: name, needs: "structures").at(node)
            ])
        }
        let attribute: SchemaAttribute
        do throws(SchemaDiagnostic) { attribute = try SchemaAttribute(node, .entity) } catch {
            throw DiagnosticsError(diagnostics: [error.at(node)])
        }
        let values = SchemaValues(structure, name: structure.name, attribute)
        return (attribute.entry, values, missingMembers(structure, attribute.entry) + values.diagnostics)
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

extension SchemaEntityMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let reading = try read(declaration, node)
        guard reading.diagnostics.isEmpty else { throw DiagnosticsError(diagnostics: reading.diagnostics) }
        return try SchemaConformance.extensions(of: type, protocols)
    }
}

extension SchemaEntityMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let reading = try? read(declaration, node), reading.diagnostics.isEmpty else { return [] }
        let access = declaration.modifiers.accessForMembers
        let bindings = reading.values.matches.map { match in
            let (name, property) = (match.property.name, match.property)
            let isWrapped = property.wrapper != nil || property.isPlainVariable
            return "AssistantIntents.SchemaPropertyBinding(\"\(name)\", "
                + (isWrapped ? "wrapped: { $0.$\(name) })," : "plain: { $0.\(name) }),")
        }
        let body =
            (reading.values.requirements + ["return ["] + bindings.map { "    \($0)" } + ["]"])
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
        guard let variable = member.as(VariableDeclSyntax.self),
            // A declaration with faults stays as it is, so that no further errors hide them.
            let reading = try? read(declaration, node), reading.diagnostics.isEmpty,
            let property = DeclaredProperty.all(in: [MemberBlockItemSyntax(decl: variable)]).first,
            property.isPlainVariable,
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
