import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@Generable`: a schema, reading, writing, and for a structure the partial form.
struct GenerableMacro {
    /// The `description:` argument as it was written, so that any expression works.
    static func description(in attribute: AttributeSyntax) -> ExprSyntax? {
        guard case .argumentList(let arguments) = attribute.arguments else { return nil }
        return arguments.first { $0.label?.text == "description" }?.expression.trimmed
    }

    /// The access level that generated members must repeat to be usable wherever the type is.
    static func access(of modifiers: DeclModifierListSyntax) -> String {
        let levels: [Keyword] = [.public, .package]
        for modifier in modifiers {
            if case .keyword(let keyword) = modifier.name.tokenKind, levels.contains(keyword) {
                return "\(modifier.name.text) "
            }
        }
        return ""
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
        if let structure = declaration.as(StructDeclSyntax.self) {
            return [try GenerableStructure(structure, attribute: node).conformance(of: type)]
        }
        if let enumeration = declaration.as(EnumDeclSyntax.self) {
            return [try GenerableEnumeration(enumeration, attribute: node).conformance(of: type)]
        }
        throw GenerableDiagnostic.onlyStructuresAndEnumerations
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
        guard let structure = declaration.as(StructDeclSyntax.self),
            let partial = try? GenerableStructure(structure, attribute: node).partiallyGenerated
        else { return [] }
        return [partial]
    }
}
