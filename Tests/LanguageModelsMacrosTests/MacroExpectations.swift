@testable import LanguageModelsMacros
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The macros under their names.
let macros: [String: MacroSpec] = [
    "Generable": MacroSpec(type: GenerableMacro.self, conformances: ["Generable"]),
    "Guide": MacroSpec(type: GuideMacro.self),
    "SessionPropertyEntry": MacroSpec(type: SessionPropertyEntryMacro.self),
]

/// Checks what a source becomes and what is said of it.
func expect(
    _ source: String,
    becomes expanded: String,
    diagnostics: [DiagnosticSpec] = []
) {
    assertMacroExpansion(
        source,
        expandedSource: expanded,
        diagnostics: diagnostics,
        macroSpecs: macros,
        failureHandler: { Issue.record("\($0.message)") }
    )
}

/// Checks that a source is refused: nothing is made of it, and the reasons are these.
///
/// The source must stand without its attributes' text on lines of their own, so that `expanded` is it without them.
func expectRefusal(of source: String, expanded: String, _ refusals: [(GenerableDiagnostic, line: Int, column: Int)]) {
    expect(
        source,
        becomes: expanded,
        diagnostics: refusals.map {
            DiagnosticSpec(message: $0.0.message, line: $0.line, column: $0.column, severity: $0.0.severity)
        }
    )
}
