import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// A macro that checks a declaration against a schema and adds the conformances to it.
protocol SchemaMacro: ExtensionMacro {
    /// The parts of the declaration from which the macro generates members.
    associatedtype Content

    /// Checks a declaration.
    ///
    /// - Throws: `DiagnosticsError` if it is no declaration of the macro's kind, or names no schema.
    static func read(_ declaration: some DeclGroupSyntax, _ node: AttributeSyntax) throws -> SchemaReading<Content>
}

/// A checked declaration.
struct SchemaReading<Content> {
    let entry: SchemaEntry
    let content: Content
    let diagnostics: [Diagnostic]
}

extension SchemaMacro {
    /// Reads the attribute of a declaration that has to be of one kind.
    ///
    /// - Parameter needs: The kind of declaration, for the error.
    static func opening<Declaration: DeclGroupSyntax>(
        _ declaration: some DeclGroupSyntax,
        _ node: AttributeSyntax,
        _ kind: SchemaEntry.Kind,
        as type: Declaration.Type,
        needs: String
    ) throws -> (declaration: Declaration, attribute: SchemaAttribute) {
        guard let declaration = declaration.as(type) else {
            let name = node.attributeName.trimmedDescription
            throw DiagnosticsError(diagnostics: [SchemaDiagnostic.wrongDeclaration(macro: name, needs: needs).at(node)])
        }
        do throws(SchemaDiagnostic) { return (declaration, try SchemaAttribute(node, kind)) } catch {
            throw DiagnosticsError(diagnostics: [error.at(node)])
        }
    }

    /// Returns a declaration without faults, for the roles that leave the diagnostics to another one, so that none appears twice.
    ///
    /// A declaration with faults stays as it is, so that no further errors hide them.
    static func faultless(
        _ declaration: some DeclGroupSyntax,
        _ node: AttributeSyntax
    ) -> SchemaReading<Content>? {
        guard let reading = try? read(declaration, node), reading.diagnostics.isEmpty else { return nil }
        return reading
    }

    /// Returns the variable that a member declares, if a wrapper can be added to it.
    static func plainVariable(_ member: some DeclSyntaxProtocol) -> DeclaredProperty? {
        guard let variable = member.as(VariableDeclSyntax.self),
            let property = DeclaredProperty.all(in: [MemberBlockItemSyntax(decl: variable)]).first,
            property.isPlainVariable
        else { return nil }
        return property
    }

    /// Returns an extension with the protocols that the source does not declare.
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

/// The extensions that declare the conformances of a type that adopts a schema.
enum SchemaConformance {
    /// Returns one extension for all protocols that the source does not declare.
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
