import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@AppIntent(schema:)` and `@AssistantIntent(schema:)`: checks an action against its schema and makes it accessible by
/// names.
struct SchemaIntentMacro: SchemaMacro {
    static func read(
        _ declaration: some DeclGroupSyntax,
        _ node: AttributeSyntax
    ) throws -> SchemaReading<(values: SchemaValues, result: IntentResultCheck)> {
        let (structure, attribute) =
            try opening(declaration, node, .intent, as: StructDeclSyntax.self, needs: "structures")
        let entry = attribute.entry
        let values = SchemaValues(structure, name: structure.name, attribute)
        let result = IntentResultCheck(structure, entry)
        let policy = AuthenticationCheck(structure, entry)
        return SchemaReading(
            entry: entry,
            content: (values, result),
            diagnostics: missingProtocols(structure, entry) + values.diagnostics + result.diagnostics
                + policy.diagnostics
        )
    }

    /// Returns the faults of the protocols that the schema requires.
    private static func missingProtocols(_ structure: StructDeclSyntax, _ entry: SchemaEntry) -> [Diagnostic] {
        let declared = Set(
            (structure.inheritanceClause?.inheritedTypes ?? []).flatMap { inherited -> [String] in
                let types = inherited.type.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [inherited.type]
                return types.map { $0.as(MemberTypeSyntax.self)?.name.text ?? $0.trimmedDescription }
            }
        )
        return entry.protocols.filter { !declared.contains($0) }.map { name in
            let remedy = SchemaRemedy("add '\(name)'")
            var changed = structure
            let inherited = InheritedTypeSyntax(type: TypeSyntax("\(raw: name)"))
            if let clause = structure.inheritanceClause {
                let others = clause.inheritedTypes.map(\.type.trimmed) + [inherited.type]
                let list = InheritedTypeListSyntax(
                    others.enumerated().map { index, type in
                        InheritedTypeSyntax(
                            type: type,
                            trailingComma: index < others.count - 1 ? .commaToken(trailingTrivia: .space) : nil
                        )
                    }
                )
                changed.inheritanceClause = clause.with(\.inheritedTypes, list).with(\.trailingTrivia, .space)
            } else {
                changed.name = structure.name.with(\.trailingTrivia, [])
                changed.inheritanceClause = InheritanceClauseSyntax(
                    colon: .colonToken(trailingTrivia: .space),
                    inheritedTypes: [inherited],
                    trailingTrivia: .space
                )
            }
            return SchemaDiagnostic.missingProtocol(name, schema: entry.words).at(
                structure.name,
                fixIts: [
                    FixIt(message: remedy, changes: [.replace(oldNode: Syntax(structure), newNode: Syntax(changed))])
                ]
            )
        }
    }
}

extension SchemaIntentMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let reading = faultless(declaration, node) else { return [] }
        let access = declaration.modifiers.accessForMembers
        let names = reading.content.values.matches.map(\.property.name) + reading.content.values.extras.map(\.name)
        let bindings = names.map { name in
            "AssistantIntents.SchemaParameterBinding(\"\(name)\") { $0.$\(name) },"
        }
        let requirements = reading.content.values.requirements + reading.content.result.requirements
        let body =
            (requirements + ["return ["] + bindings.map { "    \($0)" } + ["]"]).joined(separator: "\n    ")
        return [
            "nonisolated \(raw: access)static var schemaID: String { \(literal: reading.entry.id) }",
            """
            nonisolated \(raw: access)static var schemaParameters: [AssistantIntents.SchemaParameterBinding<Self>] {
                \(raw: body)
            }
            """,
        ]
    }
}

extension SchemaIntentMacro: MemberAttributeMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingAttributesFor member: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AttributeSyntax] {
        guard let property = plainVariable(member), let reading = faultless(declaration, node) else { return [] }
        if let values = reading.entry.values {
            guard values.contains(where: { $0.name == property.name }) else { return [] }
        } else if property.hasInitialValue {
            return []
        }
        return ["@AssistantIntents.IntentParameter"]
    }
}
