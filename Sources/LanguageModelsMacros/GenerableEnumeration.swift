import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the code for a `@Generable` enumeration without associated values: generated as the text of one of its cases.
struct GenerableEnumeration {
    private let heading: GenerableHeading
    /// The cases as written in code, and the string literal each is generated as.
    private let cases: [(identifier: String, literal: String)]

    init(_ elements: [EnumCaseElementSyntax], _ heading: GenerableHeading) {
        self.heading = heading
        cases = elements.map { element in
            // A text as raw value is what the model is to write; to a number a name is to be preferred.
            let text = element.rawValue?.value.as(StringLiteralExprSyntax.self)
            return (element.name.text, text?.trimmedDescription ?? "\"\(element.name.plainName)\"")
        }
    }

    /// The schema, reading and writing.
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
