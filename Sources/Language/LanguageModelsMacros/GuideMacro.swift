import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxMacros

/// `@Guide`: generates no code; ``GenerableMacro`` reads the attribute in the source.
struct GuideMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        if declaration.is(VariableDeclSyntax.self) { return [] }
        let diagnostic: GenerableDiagnostic =
            declaration.is(EnumCaseDeclSyntax.self) ? .guideOnCase : .guideOnlyOnProperties
        throw DiagnosticsError(diagnostics: [diagnostic.at(node)])
    }
}
