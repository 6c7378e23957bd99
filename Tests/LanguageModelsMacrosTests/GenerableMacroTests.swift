@testable import LanguageModelsMacros
import SwiftSyntaxBuilder
import SwiftSyntaxMacroExpansion
import SwiftSyntaxMacros
import SwiftSyntaxMacrosGenericTestSupport
import Testing

/// What the macro refuses, and with which words; what it makes is tested by the types that use it, in LanguageModelsTests.
@Suite struct GenerableMacroTests {
    private let macros: [String: MacroSpec] = [
        "Generable": MacroSpec(type: GenerableMacro.self, conformances: ["Generable"]),
        "Guide": MacroSpec(type: GuideMacro.self),
    ]

    private func expectDiagnostic(_ message: String, line: Int, column: Int, in source: String, expanded: String) {
        assertMacroExpansion(
            source,
            expandedSource: expanded,
            diagnostics: [DiagnosticSpec(message: message, line: line, column: column)],
            macroSpecs: macros,
            failureHandler: { Issue.record("\($0.message)") }
        )
    }

    @Test func aClassIsRefused() {
        expectDiagnostic(
            "@Generable works on structures and enumerations; make this a struct, or conform to Generable by hand",
            line: 1,
            column: 1,
            in: "@Generable class C {}",
            expanded: "class C {}"
        )
    }

    @Test func aPropertyNeedsItsType() {
        expectDiagnostic(
            "@Generable needs the property's type written out, as in 'var name: String'",
            line: 1,
            column: 1,
            in: """
                @Generable struct S {
                    var a = 1
                }
                """,
            expanded: """
                struct S {
                    var a = 1
                }
                """
        )
    }

    @Test func anEnumerationWithAssociatedValuesIsRefused() {
        expectDiagnostic(
            "@Generable enumerations cannot have associated values; use a struct with optional properties",
            line: 1,
            column: 1,
            in: """
                @Generable enum E {
                    case a(Int)
                }
                """,
            expanded: """
                enum E {
                    case a(Int)
                }
                """
        )
    }

    @Test func aGuideBelongsOnAProperty() {
        expectDiagnostic(
            "@Guide describes a property of a @Generable structure; move it to one",
            line: 1,
            column: 1,
            in: "@Guide(description: \"x\") func f() {}",
            expanded: "func f() {}"
        )
    }

    @Test func anEnumerationIsGeneratedByItsCases() {
        assertMacroExpansion(
            """
            @Generable public enum E: String {
                case a = "x"
                case b
            }
            """,
            expandedSource: """
                public enum E: String {
                    case a = "x"
                    case b
                }

                extension E: Generable {
                    nonisolated public static var generationSchema: GenerationSchema {
                        GenerationSchema(type: Self.self, anyOf: ["x", "b"])
                    }

                    nonisolated public init(_ content: GeneratedContent) throws {
                        let text = try content.value(String.self)
                        switch text {
                        case "x":
                            self = .a
                        case "b":
                            self = .b
                        default:
                            throw GeneratedContent.ParsingError(
                                rawContent: text,
                                debugDescription: "expected one of " + ["x", "b"].joined(separator: ", ")
                            )
                        }
                    }

                    nonisolated public var generatedContent: GeneratedContent {
                        switch self {
                        case .a:
                            GeneratedContent("x")
                        case .b:
                            GeneratedContent("b")
                        }
                    }
                }
                """,
            macroSpecs: macros,
            failureHandler: { Issue.record("\($0.message)") }
        )
    }
}
