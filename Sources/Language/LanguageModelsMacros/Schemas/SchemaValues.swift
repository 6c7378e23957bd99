import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The comparison of the properties of a declaration with the parameters or properties of its schema.
struct SchemaValues {
    /// A property that is a parameter or property of the schema.
    struct Match {
        let value: SchemaValue
        let property: DeclaredProperty
        let shape: TypeShape
    }

    let entry: SchemaEntry
    private(set) var matches: [Match] = []
    /// The properties with a wrapper that are not part of the schema.
    private(set) var extras: [DeclaredProperty] = []
    private(set) var diagnostics: [Diagnostic] = []

    init(_ declaration: some DeclGroupSyntax, name: TokenSyntax, _ attribute: SchemaAttribute) {
        entry = attribute.entry
        var diagnostics: [Diagnostic] = []
        let properties = DeclaredProperty.all(in: declaration.memberBlock.members) {
            diagnostics.append(SchemaDiagnostic.onePropertyPerDeclaration.at($0))
        }
        self.diagnostics = diagnostics
        guard let values = entry.values else {
            extras = properties.filter { $0.wrapper != nil || (entry.kind == .intent && $0.isPlainVariable) }
            return
        }
        for value in values {
            guard let property = properties.first(where: { $0.name == value.name }) else {
                if value.isLater, attribute.isFormer { continue }
                missing(value, declaration, name)
                continue
            }
            match(value, property)
        }
        for property in properties where !values.contains(where: { $0.name == property.name }) {
            check(extra: property)
        }
    }

    private mutating func missing(_ value: SchemaValue, _ declaration: some DeclGroupSyntax, _ name: TokenSyntax) {
        let fault = SchemaDiagnostic.missingValue(role: entry.role, name: value.name, schema: entry.words)
        let remedy = SchemaRemedy("add '\(value.name)'")
        let members = declaration.memberBlock.members
        let line: DeclSyntax = "\n    var \(raw: value.name): \(raw: value.type.placeholder)"
        let block = declaration.memberBlock.with(\.members, [MemberBlockItemSyntax(decl: line)] + members)
        diagnostics.append(
            fault.at(
                name,
                notes: [Note(node: Syntax(name), message: remedy)],
                fixIts: [
                    FixIt(
                        message: remedy,
                        changes: [.replace(oldNode: Syntax(declaration.memberBlock), newNode: Syntax(block))]
                    )
                ]
            )
        )
    }

    private mutating func match(_ value: SchemaValue, _ property: DeclaredProperty) {
        if entry.kind == .intent, property.isConstant {
            let keyword = property.declaration.bindingSpecifier
            let change = FixIt.Change.replace(
                oldNode: Syntax(keyword),
                newNode: Syntax(keyword.with(\.tokenKind, .keyword(.var)))
            )
            diagnostics.append(
                SchemaDiagnostic.constantParameter(value.name).at(
                    keyword,
                    fixIts: [FixIt(message: SchemaRemedy("replace 'let' with 'var'"), changes: [change])]
                )
            )
            return
        }
        guard let type = property.type else {
            diagnostics.append(
                SchemaDiagnostic.missingTypeAnnotation(role: entry.role, name: value.name).at(property.nameToken)
            )
            return
        }
        let shape = TypeShape(type)
        // A property of a thing that always has a value is more than an optional one promises.
        let isMore = entry.kind == .entity && !shape.isOptional
        guard shape.matches(value.type, isExact: entry.isExact && !isMore) else {
            wrongType(type, value)
            return
        }
        matches.append(Match(value: value, property: property, shape: shape))
    }

    private mutating func wrongType(_ type: TypeSyntax, _ value: SchemaValue) {
        let fault = SchemaDiagnostic.wrongType(
            role: entry.role,
            name: value.name,
            declared: type.trimmedDescription,
            schema: entry.words,
            required: "'\(value.type.words)'"
        )
        var fixIts: [FixIt] = []
        if case .plain = value.type.element {
            fixIts = [
                FixIt(
                    message: SchemaRemedy("replace '\(type.trimmedDescription)' with '\(value.type.words)'"),
                    changes: [
                        .replace(
                            oldNode: Syntax(type),
                            newNode: Syntax(
                                TypeSyntax("\(raw: value.type.words)").with(\.trailingTrivia, type.trailingTrivia)
                            )
                        )
                    ]
                )
            ]
        }
        diagnostics.append(fault.at(type, fixIts: fixIts))
    }

    /// Checks a property that is not part of the schema: calls leave it without a value.
    private mutating func check(extra property: DeclaredProperty) {
        if property.wrapper != nil { extras.append(property) }
        guard !property.isComputed, !property.hasOtherAttribute, !property.hasInitialValue else { return }
        // A thing may have any properties of its own that are no properties of the schema's kind.
        guard entry.kind == .intent || property.wrapper != nil else { return }
        if property.wrapper?.argument("default") != nil { return }
        if let type = property.type, TypeShape(type).isOptional { return }
        diagnostics.append(
            SchemaDiagnostic.unexpectedValue(
                role: entry.role,
                name: property.name,
                schema: entry.words,
                plural: entry.kind == .intent ? "parameters" : "properties"
            ).at(property.nameToken)
        )
    }

    /// The calls that make the compiler compare the types of the app with those of the schema.
    var requirements: [String] {
        var lines: [String] = []
        for match in matches {
            let type = match.shape.element
            switch match.value.type.element {
            case .plain: continue
            case .entity(let id):
                lines.append(
                    "AssistantIntents._requireEntity(\(type).self, \(SchemaEntry.marker(of: id)).self) // \(match.value.name)"
                )
                if entry.kind == .intent { lines.append("AssistantIntents._requireSearchable(\(type).self)") }
            case .anyEntity:
                lines.append("AssistantIntents._requireAnyEntity(\(type).self)")
                lines.append("AssistantIntents._requireSearchable(\(type).self)")
            case .enumeration(let id):
                lines.append(
                    "AssistantIntents._requireEnum(\(type).self, \(SchemaEntry.marker(of: id)).self) // \(match.value.name)"
                )
            case .union: lines.append("AssistantIntents._requireUnion(\(type).self)")
            }
        }
        return lines
    }
}
