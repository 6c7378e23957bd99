import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A generator of the code for a `@Generable` structure.
struct GenerableStructure {
    private let heading: GenerableHeading
    private let properties: [GenerableProperty]

    init(
        _ declaration: StructDeclSyntax,
        _ heading: GenerableHeading,
        diagnosing diagnostics: inout [Diagnostic]
    ) {
        self.heading = heading
        var properties: [GenerableProperty] = []
        for member in declaration.memberBlock.members {
            if let variable = member.decl.as(VariableDeclSyntax.self) {
                if let property = GenerableProperty(variable, diagnosing: &diagnostics) { properties.append(property) }
            } else if let conditional = member.decl.as(IfConfigDeclSyntax.self) {
                diagnostics += Self.properties(in: conditional)
            }
        }
        self.properties = properties
        diagnostics += GenericParameters.unconstrained(
            declaration.genericParameterClause,
            declaration.genericWhereClause,
            in: properties.map(\.type.wrapped)
        )
    }

    /// Returns diagnostics for the stored properties in `#if`, because a macro cannot know whether they are compiled.
    private static func properties(in conditional: IfConfigDeclSyntax) -> [Diagnostic] {
        conditional.clauses.compactMap { clause in
            guard case .decls(let members)? = clause.elements else { return nil }
            let variable = members.lazy.compactMap { $0.decl.as(VariableDeclSyntax.self) }.first {
                $0.bindings.allSatisfy { $0.accessorBlock == nil } && !$0.modifiers.contains(.static)
            }
            return variable.map { GenerableDiagnostic.conditionalProperty.at($0) }
        }
    }

    /// The initializer that reads a value.
    ///
    /// It repeats no type, because the type of each property determines what is read.
    var reading: String {
        let lines = properties.map { "self.\($0.identifier) = try content.value(forProperty: \"\($0.name)\")" }
        return """
            nonisolated \(heading.access)init(_ content: LanguageModels.GeneratedContent) throws {
                \(lines.isEmpty ? "_ = content" : lines.joined(separator: "\n"))
            }
            """
    }

    /// The members for the schema, the conversion to content, and the partial form.
    var members: [DeclSyntax] { [schema, writing, partiallyGenerated] }

    private var schema: DeclSyntax {
        let explicitNil = heading.explicitNil.map { "representNilExplicitlyInGeneratedContent: \($0), " } ?? ""
        let schema = heading.schema(
            "\(explicitNil)properties: [\n\(properties.map(Self.schema).joined(separator: ",\n"))\n]"
        )
        return """
            nonisolated \(raw: heading.access)static var generationSchema: LanguageModels.GenerationSchema {
                \(raw: schema)
            }
            """
    }

    private var writing: DeclSyntax {
        """
        nonisolated \(raw: heading.access)var generatedContent: LanguageModels.GeneratedContent {
            \(raw: properties.isEmpty ? "let" : "var") properties: [(String, any LanguageModels.ConvertibleToGeneratedContent)] = []
            \(raw: properties.map(write).joined(separator: "\n"))
            return LanguageModels.GeneratedContent(properties: properties, uniquingKeysWith: { _, later in later })
        }
        """
    }

    /// The type of an incomplete value, with all properties optional.
    ///
    /// Its identity is that of the generation, unless the structure has a property `id`.
    private var partiallyGenerated: DeclSyntax {
        let hasOwnID = properties.contains { $0.name == "id" }
        var fields = properties.map {
            "\($0.access)var \($0.identifier): \($0.type.wrapped).PartiallyGenerated?"
        }
        var reading = properties.map {
            "self.\($0.identifier) = try content.partialValue("
                + "\($0.type.wrapped).PartiallyGenerated.self, forProperty: \"\($0.name)\")"
        }
        if !hasOwnID {
            fields.insert("\(heading.access)var id: LanguageModels.GenerationID", at: 0)
            reading.insert("self.id = content.id ?? LanguageModels.GenerationID()", at: 0)
        }
        return """
            nonisolated \(raw: heading.access)struct PartiallyGenerated: Swift.Identifiable, \(raw: GenerableHeading.partialConformances) {
                \(raw: fields.joined(separator: "\n"))

                nonisolated \(raw: heading.access)init(_ content: LanguageModels.GeneratedContent) throws {
                    \(raw: reading.joined(separator: "\n"))
                }\(raw: equality(hasOwnID: hasOwnID))
            }
            """
    }

    private func equality(hasOwnID: Bool) -> String {
        let parts =
            (hasOwnID ? [] : ["left.id == right.id"])
            + properties.map {
                "LanguageModels.GeneratedContent.areEqual(left.\($0.identifier), right.\($0.identifier))"
            }
        // One statement for each comparison, because the type checker is slow on long chains.
        return """


            nonisolated \(heading.access)static func == (left: Self, right: Self) -> Bool {
                \(parts.map { "guard \($0) else { return false }" }.joined(separator: "\n"))
                return true
            }
            """
    }

    private static func schema(_ property: GenerableProperty) -> String {
        var arguments = ["name: \"\(property.name)\""]
        if let description = property.guide.description { arguments.append("description: \(description)") }
        arguments.append("type: \(property.type.whole).self")
        let guides = property.guide.limits
        if !guides.isEmpty { arguments.append("guides: [\(guides.map(\.description).joined(separator: ", "))]") }
        return "LanguageModels.GenerationSchema.Property(\(arguments.joined(separator: ", ")))"
    }

    private func write(_ property: GenerableProperty) -> String {
        let (name, identifier) = (property.name, property.identifier)
        guard property.type.isOptional else { return "properties.append((\"\(name)\", self.\(identifier)))" }
        guard let explicitNil = heading.explicitNil else {
            return "if let value = self.\(identifier) { properties.append((\"\(name)\", value)) }"
        }
        return explicitNil.description == "true"
            ? "properties.append((\"\(name)\", self.\(identifier)))"
            : "if \(explicitNil) || self.\(identifier) != nil { properties.append((\"\(name)\", self.\(identifier))) }"
    }
}
