import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the code for a `@Generable` enumeration: generated as the text of one of its cases.
struct GenerableEnumeration {
    private let access: String
    private let description: ExprSyntax?
    /// The cases as written in code, and the string literal each is generated as.
    private let cases: [(identifier: String, literal: String)]

    init(_ declaration: EnumDeclSyntax, attribute: AttributeSyntax) throws {
        access = GenerableMacro.access(of: declaration.modifiers)
        description = GenerableMacro.description(in: attribute)
        let elements = declaration.memberBlock.members
            .compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
            .flatMap(\.elements)
        cases = try elements.map { element in
            guard element.parameterClause == nil else { throw GenerableDiagnostic.noAssociatedValues }
            let identifier = element.name.text
            guard let raw = element.rawValue else {
                return (identifier, "\"\(identifier.replacing("`", with: ""))\"")
            }
            guard raw.value.is(StringLiteralExprSyntax.self) else { throw GenerableDiagnostic.noRawValueType }
            return (identifier, raw.value.trimmedDescription)
        }
    }

    /// The extension with the schema, reading and writing.
    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
        let choices = cases.map(\.literal).joined(separator: ", ")
        let describe = description.map { "description: \($0), " } ?? ""
        let reading = cases.map { "case \($0.literal): self = .\($0.identifier)" }.joined(separator: "\n")
        let writing = cases.map { "case .\($0.identifier): GeneratedContent(\($0.literal))" }.joined(separator: "\n")
        return try ExtensionDeclSyntax(
            """
            extension \(type.trimmed): Generable {
                nonisolated \(raw: access)static var generationSchema: GenerationSchema {
                    GenerationSchema(type: Self.self, \(raw: describe)anyOf: [\(raw: choices)])
                }

                nonisolated \(raw: access)init(_ content: GeneratedContent) throws {
                    let text = try content.value(String.self)
                    switch text {
                    \(raw: reading)
                    default:
                        throw GeneratedContent.ParsingError(
                            rawContent: text,
                            debugDescription: "expected one of " + [\(raw: choices)].joined(separator: ", ")
                        )
                    }
                }

                nonisolated \(raw: access)var generatedContent: GeneratedContent {
                    switch self {
                    \(raw: writing)
                    }
                }
            }
            """
        )
    }
}
