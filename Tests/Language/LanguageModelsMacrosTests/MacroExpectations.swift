@testable import LanguageModelsMacros
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The macros by their names.
let macros: [String: MacroSpec] = [
    "Generable": MacroSpec(type: GenerableMacro.self, conformances: ["Generable"]),
    "Guide": MacroSpec(type: GuideMacro.self),
    "SessionPropertyEntry": MacroSpec(type: SessionPropertyEntryMacro.self),
]

/// Checks the expansion of a source and its diagnostics.
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

/// Checks that a source is refused: nothing is generated, and these are the diagnostics.
///
/// No attribute of the source may be alone on a line, so that `expanded` is the source without the attributes.
func expectRefusal(of source: String, expanded: String, _ refusals: [(GenerableDiagnostic, line: Int, column: Int)]) {
    expect(
        source,
        becomes: expanded,
        diagnostics: refusals.map {
            DiagnosticSpec(message: $0.0.message, line: $0.line, column: $0.column, severity: $0.0.severity)
        }
    )
}
