import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// The comparison of the type that `perform()` returns with the result of a schema.
struct IntentResultCheck {
    private(set) var diagnostics: [Diagnostic] = []
    /// The calls that make the compiler compare the type of the value with that of the schema.
    private(set) var requirements: [String] = []

    /// Reads the declaration; a `perform()` in an extension is not visible here, and is checked when the app registers.
    init(_ structure: StructDeclSyntax, _ entry: SchemaEntry) {
        guard entry.values != nil,
            let perform = structure.memberBlock.members.lazy.compactMap({ $0.decl.as(FunctionDeclSyntax.self) })
                .first(where: { $0.name.text == "perform" && $0.signature.parameterClause.parameters.isEmpty })
        else { return }
        guard let type = perform.signature.returnClause?.type else {
            if let result = entry.result { missing(result, entry, perform.name) }
            return
        }
        // The type of a result without `some` has a name of the app, which only the compiler knows.
        guard let opaque = type.as(SomeOrAnyTypeSyntax.self) else { return }
        let value = Self.value(of: opaque.constraint)
        switch (value, entry.result) {
        case (nil, nil): break
        case (nil, let result?): missing(result, entry, type)
        case (_?, nil): diagnostics.append(SchemaDiagnostic.unexpectedResult(schema: entry.words).at(type))
        case (let value?, let result?): compare(value, result, entry)
        }
    }

    private mutating func missing(_ result: SchemaValueType, _ entry: SchemaEntry, _ node: some SyntaxProtocol) {
        let required = "some IntentResult & ReturnsValue<\(result.placeholder)>"
        var fixIts: [FixIt] = []
        if let type = node.as(TypeSyntax.self) {
            fixIts = [
                FixIt(
                    message: SchemaRemedy("return a value"),
                    changes: [
                        .replace(
                            oldNode: Syntax(type),
                            newNode: Syntax(TypeSyntax("\(raw: required)").with(\.trailingTrivia, type.trailingTrivia))
                        )
                    ]
                )
            ]
        }
        diagnostics.append(
            SchemaDiagnostic.missingResult(schema: entry.words, required: "'ReturnsValue<\(result.words)>'").at(
                node,
                fixIts: fixIts
            )
        )
    }

    private mutating func compare(_ value: TypeSyntax, _ result: SchemaValueType, _ entry: SchemaEntry) {
        let shape = TypeShape(value)
        guard shape.matches(result, isExact: entry.isExact) else {
            diagnostics.append(
                SchemaDiagnostic.wrongResult(
                    declared: value.trimmedDescription,
                    schema: entry.words,
                    required: "'\(result.words)'"
                ).at(value)
            )
            return
        }
        switch result.element {
        case .entity(let id):
            requirements.append(
                "AssistantIntents._requireEntity(\(shape.element).self, \(SchemaEntry.marker(of: id)).self) // result"
            )
        case .union: requirements.append("AssistantIntents._requireUnion(\(shape.element).self) // result")
        default: break
        }
    }

    /// Returns the type `T` of the constraint `ReturnsValue<T>`.
    private static func value(of constraint: TypeSyntax) -> TypeSyntax? {
        let types = constraint.as(CompositionTypeSyntax.self)?.elements.map(\.type) ?? [constraint]
        for type in types {
            let (name, clause) =
                type.as(IdentifierTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) }
                ?? type.as(MemberTypeSyntax.self).map { ($0.name.text, $0.genericArgumentClause) } ?? ("", nil)
            if name == "ReturnsValue", let argument = clause?.arguments.first?.argument.as(TypeSyntax.self) {
                return argument
            }
        }
        return nil
    }
}

/// The comparison of an authentication policy with the minimum of a schema.
struct AuthenticationCheck {
    private(set) var diagnostics: [Diagnostic] = []

    /// The policies from the weakest on, by the levels of the table.
    private static let policies = [
        ("none", "alwaysAllowed"), ("unlocked", "requiresAuthentication"),
        ("local", "requiresLocalDeviceAuthentication"),
    ]

    /// Reads the static property `authenticationPolicy`, if it is one of the policies as written.
    init(_ structure: StructDeclSyntax, _ entry: SchemaEntry) {
        let names = Self.policies.map(\.1)
        guard let minimum = Self.policies.firstIndex(where: { $0.0 == entry.authentication }),
            let policy = Self.policy(structure), let declared = names.firstIndex(of: policy.name), declared < minimum
        else { return }
        let member = policy.node.with(
            \.declName,
            DeclReferenceExprSyntax(baseName: .identifier(names[minimum]))
        )
        .with(\.trailingTrivia, policy.node.trailingTrivia)
        diagnostics.append(
            SchemaDiagnostic.weakerPolicy(policy.name, minimum: names[minimum], schema: entry.words).at(
                policy.node,
                fixIts: [
                    FixIt(
                        message: SchemaRemedy("replace '.\(policy.name)' with '.\(names[minimum])'"),
                        changes: [.replace(oldNode: Syntax(policy.node), newNode: Syntax(member))]
                    )
                ]
            )
        )
    }

    private static func policy(_ structure: StructDeclSyntax) -> (name: String, node: MemberAccessExprSyntax)? {
        for member in structure.memberBlock.members {
            guard let variable = member.decl.as(VariableDeclSyntax.self), variable.modifiers.contains(.static),
                let binding = variable.bindings.first,
                binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text == "authenticationPolicy"
            else { continue }
            var expression = binding.initializer?.value
            if case .getter(let statements) = binding.accessorBlock?.accessors, let only = statements.first?.item {
                expression =
                    only.as(ExprSyntax.self) ?? only.as(ReturnStmtSyntax.self)?.expression
            }
            guard let access = expression?.as(MemberAccessExprSyntax.self) else { return nil }
            return (access.declName.baseName.text, access)
        }
        return nil
    }
}
