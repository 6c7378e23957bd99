import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@SessionPropertyEntry`: generates a key with a default value, and the accessors that use it.
struct SessionPropertyEntryMacro {
    private static func read(_ declaration: some DeclSyntaxProtocol) -> (name: String, type: String?, value: String)? {
        guard let variable = declaration.as(VariableDeclSyntax.self), variable.bindings.count == 1,
            variable.bindingSpecifier.tokenKind == .keyword(.var), let binding = variable.bindings.first,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
        else { return nil }
        let type = binding.typeAnnotation?.type
        let isOptional = type?.is(OptionalTypeSyntax.self) == true
        guard let value = binding.initializer?.value.trimmedDescription ?? (isOptional ? "nil" : nil) else {
            return nil
        }
        return (pattern.identifier.plainName, type?.trimmedDescription, value)
    }
}

extension SessionPropertyEntryMacro: AccessorMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingAccessorsOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [AccessorDeclSyntax] {
        guard let (name, _, _) = read(declaration) else {
            throw DiagnosticsError(diagnostics: [GenerableDiagnostic.entryNeedsValue.at(node)])
        }
        return ["get { self[__Key_\(raw: name).self] }", "set { self[__Key_\(raw: name).self] = newValue }"]
    }
}

extension SessionPropertyEntryMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        // Only one of the two roles reports diagnostics.
        guard let (name, type, value) = read(declaration) else { return [] }
        let member =
            type.map { "static var defaultValue: \($0) { \(value) }" } ?? "static let defaultValue = \(value)"
        return [
            """
            private struct __Key_\(raw: name): LanguageModels.SessionPropertyKey {
                \(raw: member)
            }
            """
        ]
    }
}
