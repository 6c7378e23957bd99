import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@AppIntent(schema:)` and `@AssistantIntent(schema:)`: checks an action against its schema and makes it accessible by
/// names.
struct SchemaIntentMacro {
    /// The checked declaration.
    private struct Reading {
        let entry: SchemaEntry
        let values: SchemaValues
        let result: IntentResultCheck
        let diagnostics: [Diagnostic]
    }

    private static func read(_ declaration: some DeclGroupSyntax, _ node: AttributeSyntax) throws -> Reading {
        guard let structure = declaration.as(StructDeclSyntax.self) else {
            let name = node.attributeName.trimmedDescription
            throw DiagnosticsError(diagnostics: [
                SchemaDiagnostic.wrongDeclaration(macro: name, needs: "structures").at(node)
            ])
        }
        let attribute: SchemaAttribute
        do throws(SchemaDiagnostic) { attribute = try SchemaAttribute(node, .intent) } catch {
            throw DiagnosticsError(diagnostics: [error.at(node)])
        }
        let entry = attribute.entry
        let values = SchemaValues(structure, name: structure.name, attribute)
        let result = IntentResultCheck(structure, entry)
        let policy = AuthenticationCheck(structure, entry)
        return Reading(
            entry: entry,
            values: values,
            result: result,
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

extension SchemaIntentMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let reading = try read(declaration, node)
        // A conformance with faults would only add errors that say less.
        guard reading.diagnostics.isEmpty else { throw DiagnosticsError(diagnostics: reading.diagnostics) }
        return try SchemaConformance.extensions(of: type, protocols)
    }
}

extension SchemaIntentMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // Only one of the roles reports diagnostics, so that none appears twice.
        guard let reading = try? read(declaration, node), reading.diagnostics.isEmpty else { return [] }
        let access = declaration.modifiers.accessForMembers
        let names = reading.values.matches.map(\.property.name) + reading.values.extras.map(\.name)
        let bindings = names.map { name in
            "AssistantIntents.SchemaParameterBinding(\"\(name)\") { $0.$\(name) },"
        }
        let requirements = reading.values.requirements + reading.result.requirements
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
        guard let variable = member.as(VariableDeclSyntax.self),
            // A declaration with faults stays as it is, so that no further errors hide them.
            let reading = try? read(declaration, node), reading.diagnostics.isEmpty,
            let property = DeclaredProperty.all(in: [MemberBlockItemSyntax(decl: variable)]).first,
            property.isPlainVariable
        else { return [] }
        if let values = reading.entry.values {
            guard values.contains(where: { $0.name == property.name }) else { return [] }
        } else if property.hasInitialValue {
            return []
        }
        return ["@AssistantIntents.IntentParameter"]
    }
}

/// The extensions that declare the conformances of a type that adopts a schema.
enum SchemaConformance {
    /// Returns one extension for each protocol that the source does not declare.
    static func extensions(
        of type: some TypeSyntaxProtocol,
        _ protocols: [TypeSyntax]
    ) throws -> [ExtensionDeclSyntax] {
        guard !protocols.isEmpty else { return [] }
        let names = protocols.map { "AssistantIntents.\($0.trimmedDescription.split(separator: ".").last ?? "")" }
        return [
            try ExtensionDeclSyntax("extension \(type.trimmed): \(raw: names.joined(separator: ", ")) {\n}")
        ]
    }
}
