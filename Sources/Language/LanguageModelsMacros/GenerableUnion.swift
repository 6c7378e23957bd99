import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A generator of the code for a `@Generable` enumeration with associated values: an object whose `type` names the
/// case and whose other properties are the values.
struct GenerableUnion {
    /// A case of the enumeration.
    private struct Case {
        let identifier: String
        let name: String
        let values: [Value]
    }

    /// An associated value.
    private struct Value {
        /// The label as code must spell it; `nil` if there is none.
        let label: String?
        /// The name of its property.
        let name: String
        let type: GenerableType

        /// Returns a text preceded by the label.
        func labelled(_ text: String) -> String { label.map { "\($0): \(text)" } ?? text }
    }

    private let heading: GenerableHeading
    private let isIndirect: Bool
    private let cases: [Case]

    init(
        _ declaration: EnumDeclSyntax,
        _ elements: [EnumCaseElementSyntax],
        _ heading: GenerableHeading,
        diagnosing diagnostics: inout [Diagnostic]
    ) {
        self.heading = heading
        isIndirect =
            declaration.modifiers.contains(.indirect)
            || declaration.memberBlock.members.contains {
                $0.decl.as(EnumCaseDeclSyntax.self)?.modifiers.contains(.indirect) == true
            }
        var cases: [Case] = []
        for element in elements {
            cases.append(
                Case(
                    identifier: element.name.text,
                    name: element.name.plainName,
                    values: Self.values(of: element, diagnosing: &diagnostics)
                )
            )
        }
        self.cases = cases
        diagnostics += GenericParameters.unconstrained(
            declaration.genericParameterClause,
            declaration.genericWhereClause,
            in: cases.flatMap(\.values).map(\.type.wrapped)
        )
    }

    /// Returns the values of a case, named by their labels; a value without a label is `value`, several are `value1`,
    /// `value2`.
    private static func values(
        of element: EnumCaseElementSyntax,
        diagnosing diagnostics: inout [Diagnostic]
    ) -> [Value] {
        let parameters = element.parameterClause.map { Array($0.parameters) } ?? []
        var names: Set<String> = []
        var values: [Value] = []
        for (index, parameter) in parameters.enumerated() {
            let label = parameter.firstName.flatMap { $0.tokenKind == .wildcard ? nil : $0 }
            let name =
                (label ?? parameter.secondName)?.plainName
                ?? (parameters.count == 1 ? "value" : "value\(index + 1)")
            if name == "type" {
                diagnostics.append(GenerableDiagnostic.discriminatorLabel(case: element.name.plainName).at(parameter))
            } else if !names.insert(name).inserted {
                let diagnostic = GenerableDiagnostic.repeatedLabel(case: element.name.plainName, label: name)
                diagnostics.append(diagnostic.at(parameter))
            }
            let type = GenerableType(parameter.type, diagnosing: &diagnostics)
            values.append(Value(label: label?.text, name: name, type: type))
        }
        return values
    }

    /// The members for the schema, the conversions, and the partial form.
    var members: [DeclSyntax] {
        let schemas = cases.map { element in
            let properties = element.values.map {
                "LanguageModels.GenerationSchema.Property(name: \"\($0.name)\", type: \($0.type.whole).self)"
            }
            return "\"\(element.name)\": [\(properties.joined(separator: ", "))]"
        }
        return [
            """
            nonisolated \(raw: heading.access)static var generationSchema: LanguageModels.GenerationSchema {
                \(raw: heading.schema("cases: [\n\(schemas.joined(separator: ",\n"))\n]"))
            }
            """,
            """
            nonisolated \(raw: heading.access)init(_ content: LanguageModels.GeneratedContent) throws {
                \(raw: reading { "try content.value(\($0.type.whole).self, forProperty: \"\($0.name)\")" })
            }
            """,
            """
            nonisolated \(raw: heading.access)var generatedContent: LanguageModels.GeneratedContent {
                var properties: [(String, any LanguageModels.ConvertibleToGeneratedContent)] = []
                switch self {
                \(raw: cases.map(write).joined(separator: "\n"))
                }
                return LanguageModels.GeneratedContent(properties: properties, uniquingKeysWith: { _, later in later })
            }
            """,
            partiallyGenerated,
        ]
    }

    /// The type of an incomplete value: the case is known, its values are optional.
    private var partiallyGenerated: DeclSyntax {
        let declarations = cases.map { element in
            let values = element.values.map { $0.labelled("\($0.type.wrapped).PartiallyGenerated?") }
            return "case \(element.identifier)" + (values.isEmpty ? "" : "(\(values.joined(separator: ", ")))")
        }
        let reading = reading {
            "try content.partialValue(\($0.type.wrapped).PartiallyGenerated.self, forProperty: \"\($0.name)\")"
        }
        return """
            nonisolated \(raw: heading.access)\(raw: isIndirect ? "indirect " : "")enum PartiallyGenerated: \
            \(raw: GenerableHeading.partialConformances) {
                \(raw: declarations.joined(separator: "\n"))

                nonisolated \(raw: heading.access)init(_ content: LanguageModels.GeneratedContent) throws {
                    \(raw: reading)
                }\(raw: equality)
            }
            """
    }

    private func reading(_ read: (Value) -> String) -> String {
        let choices = cases.map { "\"\($0.name)\"" }.joined(separator: ", ")
        let arms = cases.map { element in
            let values = element.values.map { $0.labelled(read($0)) }
            let arguments = values.isEmpty ? "" : "(\n\(values.joined(separator: ",\n"))\n)"
            return "case \"\(element.name)\":\nself = .\(element.identifier)\(arguments)"
        }
        return """
            switch try content.caseName(among: [\(choices)]) {
            \(arms.joined(separator: "\n"))
            default: throw content.notOneOf([\(choices)])
            }
            """
    }

    private func write(_ element: Case) -> String {
        let names = element.values.indices.map { "value\($0)" }
        let pattern = names.isEmpty ? "" : "(\(names.map { "let \($0)" }.joined(separator: ", ")))"
        let appends = zip(names, element.values).map { name, value in
            value.type.isOptional
                ? "if let \(name) { properties.append((\"\(value.name)\", \(name))) }"
                : "properties.append((\"\(value.name)\", \(name)))"
        }
        let type = "properties.append((\"type\", \"\(element.name)\"))"
        return "case .\(element.identifier)\(pattern):\n" + ([type] + appends).joined(separator: "\n")
    }

    private var equality: String {
        let arms = cases.map { element in
            let indices = element.values.indices
            guard !indices.isEmpty else { return "case (.\(element.identifier), .\(element.identifier)): true" }
            let left = indices.map { "let left\($0)" }.joined(separator: ", ")
            let right = indices.map { "let right\($0)" }.joined(separator: ", ")
            let parts = indices.map { "LanguageModels.GeneratedContent.areEqual(left\($0), right\($0))" }
            return "case (.\(element.identifier)(\(left)), .\(element.identifier)(\(right))): "
                + parts.joined(separator: " && ")
        }
        return """


            nonisolated \(heading.access)static func == (left: Self, right: Self) -> Bool {
                switch (left, right) {
                \(arms.joined(separator: "\n"))
                \(cases.count > 1 ? "default: false" : "")
                }
            }
            """
    }
}
