import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@UnionValue`: makes an enumeration with one associated value for each case a value of a parameter.
struct UnionValueMacro {
    /// The cases with the types of their values.
    private static func read(
        _ declaration: some DeclGroupSyntax,
        _ node: AttributeSyntax
    ) throws -> [(name: String, label: String?, type: String)] {
        guard let enumeration = declaration.as(EnumDeclSyntax.self) else {
            throw DiagnosticsError(diagnostics: [SchemaDiagnostic.unionNeedsEnumeration.at(node)])
        }
        let elements = enumeration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
            .flatMap(\.elements)
        guard !elements.isEmpty else {
            throw DiagnosticsError(diagnostics: [SchemaDiagnostic.unionNeedsEnumeration.at(node)])
        }
        var cases: [(name: String, label: String?, type: String)] = []
        var diagnostics: [Diagnostic] = []
        for element in elements {
            guard let parameters = element.parameterClause?.parameters, parameters.count == 1,
                let parameter = parameters.first
            else {
                diagnostics.append(SchemaDiagnostic.unionCase(element.name.plainName).at(element))
                continue
            }
            let label = parameter.firstName.flatMap { $0.text == "_" ? nil : $0.text }
            cases.append((element.name.text, label, parameter.type.trimmedDescription))
        }
        guard diagnostics.isEmpty else { throw DiagnosticsError(diagnostics: diagnostics) }
        return cases
    }
}

extension UnionValueMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        _ = try read(declaration, node)
        return try SchemaConformance.extensions(of: type, protocols)
    }
}

extension UnionValueMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let cases = try? read(declaration, node) else { return [] }
        let access = declaration.modifiers.accessForMembers
        let names = cases.map(\.name).joined(separator: ", ")
        let types = cases.map { "(.\($0.name), \($0.type).self)," }.joined(separator: "\n        ")
        let making = cases.map { element in
            let label = element.label.map { "\($0): " } ?? ""
            return
                "case .\(element.name): .\(element.name)(\(label)try await \(element.type).value(from: json, in: context))"
        }
        .joined(separator: "\n    ")
        let reading = cases.map { "case .\($0.name)(let value): (.\($0.name), value)" }.joined(separator: "\n    ")
        return [
            """
            \(raw: access)enum Cases: Swift.String, Swift.CaseIterable, Swift.Hashable, Swift.Sendable {
                case \(raw: names)
            }
            """,
            """
            nonisolated \(raw: access)static var memberTypes: [(kind: Cases, type: any AssistantIntents.IntentValue.Type)] {
                [
                    \(raw: types)
                ]
            }
            """,
            """
            nonisolated \(raw: access)static func value(
                of kind: Cases,
                from json: AssistantIntents.IntentJSON,
                in context: AssistantIntents.IntentInput
            ) async throws -> Self {
                switch kind {
                \(raw: making)
                }
            }
            """,
            """
            nonisolated \(raw: access)var member: (kind: Cases, value: any AssistantIntents.IntentValue) {
                switch self {
                \(raw: reading)
                }
            }
            """,
        ]
    }
}
