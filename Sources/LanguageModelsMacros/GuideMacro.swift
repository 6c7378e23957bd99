import SwiftSyntax
import SwiftSyntaxMacros

/// `@Guide`: makes nothing itself; ``GenerableMacro`` reads it where it stands.
struct GuideMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard declaration.is(VariableDeclSyntax.self) else {
            throw GenerableDiagnostic.guideOnlyOnProperties
        }
        return []
    }
}
