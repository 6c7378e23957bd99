import SwiftSyntax
import SwiftSyntaxBuilder

/// Writes the code for a `@Generable` structure.
struct GenerableStructure {
    private let access: String
    private let description: ExprSyntax?
    private let properties: [GenerableProperty]

    init(_ declaration: StructDeclSyntax, attribute: AttributeSyntax) throws {
        access = GenerableMacro.access(of: declaration.modifiers)
        description = GenerableMacro.description(in: attribute)
        properties = try declaration.memberBlock.members
            .compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .compactMap(GenerableProperty.init)
    }

    /// The extension with the schema, reading and writing.
    func conformance(of type: some TypeSyntaxProtocol) throws -> ExtensionDeclSyntax {
        let schema = properties.map(Self.schemaProperty).joined(separator: ",\n")
        let reading = properties.map { "self.\($0.identifier) = \(Self.read($0))" }.joined(separator: "\n")
        let writing = properties.map(Self.write).joined(separator: "\n")
        let describe = description.map { "description: \($0), " } ?? ""
        return try ExtensionDeclSyntax(
            """
            extension \(type.trimmed): Generable {
                nonisolated \(raw: access)static var generationSchema: GenerationSchema {
                    GenerationSchema(type: Self.self, \(raw: describe)properties: [
                        \(raw: schema)
                    ])
                }

                nonisolated \(raw: access)init(_ content: GeneratedContent) throws {
                    \(raw: reading.isEmpty ? "_ = content" : reading)
                }

                nonisolated \(raw: access)var generatedContent: GeneratedContent {
                    \(raw: properties.isEmpty ? "let" : "var") properties: [(String, any ConvertibleToGeneratedContent)] = []
                    \(raw: writing)
                    return GeneratedContent(properties: properties, uniquingKeysWith: { _, later in later })
                }
            }
            """
        )
    }

    /// The type of a value that is still on its way: every property optional.
    ///
    /// Its identity is the generation's, unless the structure has a property `id` of its own to be known by.
    var partiallyGenerated: DeclSyntax {
        let hasOwnID = properties.contains { $0.name == "id" }
        let fields = properties.map { "\(access)var \($0.identifier): \($0.type).PartiallyGenerated?" }
        let reading = properties.map {
            "self.\($0.identifier) = try content.partialValue(\($0.type).PartiallyGenerated.self, forProperty: \"\($0.name)\")"
        }
        let allFields = (hasOwnID ? [] : ["\(access)var id: GenerationID"]) + fields
        let allReading = (hasOwnID ? [] : ["self.id = content.id ?? GenerationID()"]) + reading
        return """
            nonisolated \(raw: access)struct PartiallyGenerated: Identifiable, ConvertibleFromGeneratedContent {
                \(raw: allFields.joined(separator: "\n"))

                \(raw: access)init(_ content: GeneratedContent) throws {
                    \(raw: allReading.joined(separator: "\n"))
                }
            }
            """
    }

    private static func schemaProperty(_ property: GenerableProperty) -> String {
        var arguments = ["name: \"\(property.name)\""]
        if let description = property.description { arguments.append("description: \(description)") }
        arguments.append("type: \(property.type)\(property.isOptional ? "?" : "").self")
        if !property.guides.isEmpty {
            arguments.append("guides: [\(property.guides.map(\.description).joined(separator: ", "))]")
        }
        return "GenerationSchema.Property(\(arguments.joined(separator: ", ")))"
    }

    private static func read(_ property: GenerableProperty) -> String {
        "try content.value(\(property.type)\(property.isOptional ? "?" : "").self, forProperty: \"\(property.name)\")"
    }

    private static func write(_ property: GenerableProperty) -> String {
        let name = property.identifier
        return property.isOptional
            ? "if let value = self.\(name) { properties.append((\"\(property.name)\", value)) }"
            : "properties.append((\"\(property.name)\", self.\(name)))"
    }
}
