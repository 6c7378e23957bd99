import SwiftSyntax
import SwiftSyntaxBuilder

/// A generator of the code for a `@Generable` enumeration without associated values, whose generated form is the text
/// of a case.
struct GenerableEnumeration {
    private let heading: GenerableHeading
    /// The cases as written in code, and the string literals of their generated forms.
    private let cases: [(identifier: String, literal: String)]

    init(_ elements: [EnumCaseElementSyntax], _ heading: GenerableHeading) {
        self.heading = heading
        cases = elements.map { element in
            // A raw value that is a text is the generated form; if it is a number, the case's name is clearer.
            let text = element.rawValue?.value.as(StringLiteralExprSyntax.self)
            return (element.name.text, text?.trimmedDescription ?? "\"\(element.name.plainName)\"")
        }
    }

    /// The members for the schema and the conversions.
    var members: [DeclSyntax] {
        let choices = cases.map(\.literal).joined(separator: ", ")
        let reading = cases.map { "case \($0.literal): self = .\($0.identifier)" }
        let writing = cases.map { "case .\($0.identifier): LanguageModels.GeneratedContent(\($0.literal))" }
        return [
            """
            nonisolated \(raw: heading.access)static var generationSchema: LanguageModels.GenerationSchema {
                \(raw: heading.schema("anyOf: [\(choices)]"))
            }
            """,
            """
            nonisolated \(raw: heading.access)init(_ content: LanguageModels.GeneratedContent) throws {
                switch try content.choice(among: [\(raw: choices)]) {
                \(raw: reading.joined(separator: "\n"))
                default: throw content.notOneOf([\(raw: choices)])
                }
            }
            """,
            """
            nonisolated \(raw: heading.access)var generatedContent: LanguageModels.GeneratedContent {
                switch self {
                \(raw: writing.joined(separator: "\n"))
                }
            }
            """,
        ]
    }
}
