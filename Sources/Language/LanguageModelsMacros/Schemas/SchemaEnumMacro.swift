import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// `@AppEnum(schema:)` and `@AssistantEnum(schema:)`: checks a set of choices against its schema.
struct SchemaEnumMacro: SchemaMacro {
    static func read(
        _ declaration: some DeclGroupSyntax,
        _ node: AttributeSyntax
    ) throws -> SchemaReading<[EnumCaseElementSyntax]> {
        let (enumeration, attribute) =
            try opening(declaration, node, .enum, as: EnumDeclSyntax.self, needs: "enumerations")
        let entry = attribute.entry
        let cases = enumeration.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }.flatMap(
            \.elements
        )
        var diagnostics: [Diagnostic] = []
        let inherited = enumeration.inheritanceClause?.inheritedTypes.first?.type.trimmedDescription
        if inherited != "String" && inherited != "Swift.String" {
            diagnostics.append(SchemaDiagnostic.rawValues(schema: entry.words).at(enumeration.name))
        }
        if cases.isEmpty { diagnostics.append(SchemaDiagnostic.noCases.at(enumeration.name)) }
        diagnostics += caseFaults(cases, enumeration, entry)
        diagnostics += displayFaults(cases, enumeration, entry)
        return SchemaReading(entry: entry, content: cases, diagnostics: diagnostics)
    }

    /// Returns the faults of the cases of a schema that fixes them.
    private static func caseFaults(
        _ cases: [EnumCaseElementSyntax],
        _ enumeration: EnumDeclSyntax,
        _ entry: SchemaEntry
    ) -> [Diagnostic] {
        guard !entry.isOpen else { return [] }
        let declared = cases.map(\.value)
        let missing = entry.cases.filter { !declared.contains($0) }.map { name in
            let remedy = SchemaRemedy("add 'case \(name)'")
            let line: DeclSyntax = "\n    case \(raw: keywords.contains(name) ? "`\(name)`" : name)"
            let block = enumeration.memberBlock.with(
                \.members,
                [MemberBlockItemSyntax(decl: line)] + enumeration.memberBlock.members
            )
            return SchemaDiagnostic.missingCase(name, schema: entry.words).at(
                enumeration.name,
                fixIts: [
                    FixIt(
                        message: remedy,
                        changes: [.replace(oldNode: Syntax(enumeration.memberBlock), newNode: Syntax(block))]
                    )
                ]
            )
        }
        return missing
            + zip(cases, declared).filter { !entry.cases.contains($1) }.map { element, name in
                SchemaDiagnostic.unexpectedCase(name, schema: entry.words).at(element)
            }
    }

    /// The names of cases in the catalog that Swift reserves.
    private static let keywords: Set<String> = ["repeat"]

    /// Returns the faults of the words for people, as far as they are written as a literal.
    private static func displayFaults(
        _ cases: [EnumCaseElementSyntax],
        _ enumeration: EnumDeclSyntax,
        _ entry: SchemaEntry
    ) -> [Diagnostic] {
        let variables = enumeration.memberBlock.members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
        let binding = variables.filter { $0.modifiers.contains(.static) }.flatMap(\.bindings).first {
            $0.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "caseDisplayRepresentations"
        }
        guard let binding else {
            return [
                SchemaDiagnostic.missingMember("static let caseDisplayRepresentations", schema: entry.words).at(
                    enumeration.name
                )
            ]
        }
        var expression = binding.initializer?.value
        if case .getter(let statements) = binding.accessorBlock?.accessors, let only = statements.first?.item {
            expression = only.as(ExprSyntax.self) ?? only.as(ReturnStmtSyntax.self)?.expression
        }
        guard let dictionary = expression?.as(DictionaryExprSyntax.self) else { return [] }
        var named: Set<String> = []
        if case .elements(let elements) = dictionary.content {
            for element in elements {
                guard let key = element.key.as(MemberAccessExprSyntax.self) else { return [] }
                named.insert(key.declName.baseName.plainName)
            }
        }
        return cases.filter { !named.contains($0.name.plainName) }.map {
            SchemaDiagnostic.missingCaseDisplay($0.name.plainName).at($0)
        }
    }
}

extension EnumCaseElementSyntax {
    /// The raw value of a case whose raw values are texts.
    fileprivate var value: String {
        rawValue?.value.as(StringLiteralExprSyntax.self)?.segments.trimmedDescription ?? name.plainName
    }
}

extension SchemaEnumMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax,
        providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard let reading = faultless(declaration, node) else { return [] }
        let access = declaration.modifiers.accessForMembers
        let cases = reading.content.map { ".\($0.name.text)" }.joined(separator: ", ")
        return [
            "\(raw: access)typealias Schema = \(raw: SchemaEntry.marker(of: reading.entry.id))",
            "nonisolated \(raw: access)static var allCases: [Self] { [\(raw: cases)] }",
        ]
    }
}
