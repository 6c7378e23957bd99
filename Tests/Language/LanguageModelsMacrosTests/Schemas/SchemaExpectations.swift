@testable import LanguageModelsMacros
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// The macros of assistant schemas by their names.
let schemaMacros: [String: MacroSpec] = [
    "AppIntent": MacroSpec(type: SchemaIntentMacro.self, conformances: ["AppIntent", "AssistantSchemaIntent"]),
    "AssistantIntent": MacroSpec(type: SchemaIntentMacro.self, conformances: ["AppIntent", "AssistantSchemaIntent"]),
    "AppEntity": MacroSpec(type: SchemaEntityMacro.self, conformances: ["AppEntity", "AssistantSchemaEntity"]),
    "AssistantEntity": MacroSpec(type: SchemaEntityMacro.self, conformances: ["AppEntity", "AssistantSchemaEntity"]),
    "AppEnum": MacroSpec(type: SchemaEnumMacro.self, conformances: ["AppEnum", "AssistantSchemaEnum"]),
    "UnionValue": MacroSpec(type: UnionValueMacro.self, conformances: ["AppUnionValue"]),
    "ComputedProperty": MacroSpec(type: ComputedPropertyMacro.self),
]

/// Checks that a declaration is refused: nothing is generated, and these are the diagnostics.
///
/// - Parameters:
///   - source: The declaration; its attribute is alone on the first line.
///   - fixes: The declaration after the changes that the diagnostics offer, without the attribute.
func expectSchemaRefusal(
    _ source: String,
    _ refusals: [(SchemaDiagnostic, line: Int, column: Int, fixIts: [String])],
    fixed: String? = nil
) {
    let body = source.split(separator: "\n", omittingEmptySubsequences: false).dropFirst().joined(separator: "\n")
    let notes: (SchemaDiagnostic, Int, Int) -> [NoteSpec] = { diagnostic, line, column in
        guard case .missingValue(_, let name, _) = diagnostic else { return [] }
        return [NoteSpec(message: "add '\(name)'", line: line, column: column)]
    }
    assertMacroExpansion(
        source,
        expandedSource: body,
        diagnostics: refusals.map { refusal in
            DiagnosticSpec(
                message: refusal.0.message,
                line: refusal.line,
                column: refusal.column,
                notes: notes(refusal.0, refusal.line, refusal.column),
                fixIts: refusal.fixIts.map { FixItSpec(message: $0) }
            )
        },
        macroSpecs: schemaMacros,
        applyFixIts: fixed == nil ? nil : refusals.flatMap(\.fixIts),
        fixedSource: fixed,
        failureHandler: { Issue.record("\($0.message)") }
    )
}
