import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Generable`: a schema, reading, writing, and the partial form.
struct GenerableMacro {
    /// What a declaration is generated as.
    private enum Kind {
        case structure(GenerableStructure)
        case enumeration(GenerableEnumeration)
        case union(GenerableUnion)
    }

    /// Reads a declaration.
    ///
    /// - Throws: `DiagnosticsError` with everything that is wrong with it.
    private static func read(
        _ declaration: some DeclGroupSyntax,
        _ node: AttributeSyntax
    ) throws -> (kind: Kind, remarks: [Diagnostic]) {
        var diagnostics: [Diagnostic] = []
        let heading = GenerableHeading(declaration, attribute: node)
        let kind: Kind
        if let structure = declaration.as(StructDeclSyntax.self) {
            kind = .structure(GenerableStructure(structure, heading, diagnosing: &diagnostics))
        } else if let enumeration = declaration.as(EnumDeclSyntax.self) {
            let elements = enumeration.memberBlock.members
                .compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
                .flatMap(\.elements)
            if elements.isEmpty { diagnostics.append(GenerableDiagnostic.noCases.at(enumeration.name)) }
            kind =
                elements.contains { $0.parameterClause != nil }
                ? .union(GenerableUnion(enumeration, elements, heading, diagnosing: &diagnostics))
                : .enumeration(GenerableEnumeration(elements, heading))
        } else {
            throw DiagnosticsError(diagnostics: [GenerableDiagnostic.onlyStructuresAndEnumerations.at(node)])
        }
        if diagnostics.contains(where: { $0.diagMessage.severity == .error }) {
            throw DiagnosticsError(diagnostics: diagnostics)
        }
        return (kind, diagnostics)
    }
}

extension GenerableMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax,
        attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        let (kind, remarks) = try read(declaration, node)
        for remark in remarks { context.diagnose(remark) }
        let members =
            switch kind {
            case .structure(let structure): structure.conformance
            case .enumeration(let enumeration): enumeration.conformance
            case .union(let union): union.conformance
            }
        // Without protocols the conformance is written out in the source already.
        let conformance = protocols.isEmpty ? "" : ": nonisolated LanguageModels.Generable"
        return [try ExtensionDeclSyntax("extension \(type.trimmed)\(raw: conformance) {\n\(raw: members)\n}")]
    }
}

extension GenerableMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // Only one of the two roles reports what is wrong, so that nothing is said twice.
        guard let (kind, _) = try? read(declaration, node) else { return [] }
        return switch kind {
        case .structure(let structure): [structure.partiallyGenerated]
        case .enumeration: []
        case .union(let union): [union.partiallyGenerated]
        }
    }
}
