import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Generable`: a schema, reading, writing, and the partial form.
///
/// Everything that repeats a type or an expression of the source is written as a member, because names are looked up there as
/// they are in the source: siblings of a nested type are in scope. An extension stands at file scope and sees none of them. The
/// initializer of a structure is in the extension, because a structure with an initializer inside loses its memberwise one; it
/// names no type.
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
        let members = if case .structure(let structure) = kind { structure.reading } else { "" }
        // Without protocols the conformance is written out in the source already.
        let conformance = protocols.isEmpty ? "" : ": nonisolated LanguageModels.Generable"
        if members.isEmpty && conformance.isEmpty { return [] }
        let body = members.isEmpty ? "{\n}" : "{\n\(members)\n}"
        return [try ExtensionDeclSyntax("extension \(type.trimmed)\(raw: conformance) \(raw: body)")]
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
        case .structure(let structure): structure.members
        case .enumeration(let enumeration): enumeration.members
        case .union(let union): union.members
        }
    }
}
