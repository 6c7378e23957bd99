import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Generable`: generates the schema, the conversions, and the partial form.
///
/// Code that repeats a type or an expression of the source is generated as a member, because names are resolved there
/// as in the source: siblings of a nested type are in scope. An extension is at file scope, where they are not
/// visible. The initializer of a structure is in the extension, because a structure with an initializer in its body
/// loses its memberwise one; this initializer names no type.
struct GenerableMacro {
    /// The generator for a declaration.
    private enum Kind {
        case structure(GenerableStructure)
        case enumeration(GenerableEnumeration)
        case union(GenerableUnion)
    }

    /// Reads a declaration.
    ///
    /// - Throws: `DiagnosticsError` with all problems of the declaration.
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
        // Without protocols the source declares the conformance already.
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
        // Only one of the two roles reports diagnostics, so that none appears twice.
        guard let (kind, _) = try? read(declaration, node) else { return [] }
        return switch kind {
        case .structure(let structure): structure.members
        case .enumeration(let enumeration): enumeration.members
        case .union(let union): union.members
        }
    }
}

/// The check of a type's generic parameters.
enum GenericParameters {
    /// Returns diagnostics for the parameters that occur in a generated type without a constraint.
    static func unconstrained(
        _ clause: GenericParameterClauseSyntax?,
        _ requirements: GenericWhereClauseSyntax?,
        in types: [TypeSyntax]
    ) -> [Diagnostic] {
        guard let clause else { return [] }
        let used = names(in: types.map(Syntax.init))
        let required = names(in: requirements.map { [Syntax($0)] } ?? [])
        return clause.parameters.compactMap { parameter in
            let name = parameter.name.text
            guard parameter.inheritedType == nil, used.contains(name), !required.contains(name) else { return nil }
            return GenerableDiagnostic.unconstrainedParameter(name).at(parameter)
        }
    }

    private static func names(in nodes: [Syntax]) -> Set<String> {
        Set(nodes.flatMap { $0.tokens(viewMode: .sourceAccurate).map(\.text) })
    }
}
