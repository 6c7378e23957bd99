import SwiftSyntax

/// What `@Generable` says of a type as a whole, and what the type's declaration says of it.
struct GenerableHeading {
    /// The access level that generated members repeat to be usable wherever the type is, with a blank behind it, or nothing.
    let access: String
    /// The name in schemas, as written.
    let name: ExprSyntax?
    /// What the type is for, as written.
    let description: ExprSyntax?
    /// Whether a missing value is there as `null`, as written; `nil` for no.
    let explicitNil: ExprSyntax?

    init(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) {
        access = declaration.modifiers.accessForMembers
        name = attribute.argument("name")
        description = attribute.argument("description")
        let explicitNil = attribute.argument("representNilExplicitlyInGeneratedContent")
        self.explicitNil = explicitNil?.trimmedDescription == "false" ? nil : explicitNil
    }

    /// A schema's first arguments, and what follows its last: the type, the description, and the name if it has its own.
    func schema(_ arguments: String) -> String {
        var text = "LanguageModels.GenerationSchema(type: Self.self, "
        if let description { text += "description: \(description), " }
        text += arguments + ")"
        if let name { text += ".named(\(name))" }
        return text
    }

    /// What a partial form conforms to, as Apple's do: a view compares it to know whether to draw again.
    static let partialConformances = "LanguageModels.ConvertibleFromGeneratedContent, Swift.Equatable"
}

extension AttributeSyntax {
    /// A labelled argument as it was written, so that any expression works; `nil` also for `nil`.
    func argument(_ label: String) -> ExprSyntax? {
        guard case .argumentList(let arguments) = arguments else { return nil }
        let expression = arguments.first { $0.label?.text == label }?.expression.trimmed
        return expression?.is(NilLiteralExprSyntax.self) == true ? nil : expression
    }
}

extension DeclModifierListSyntax {
    /// The access level of a type's members that are to be as visible as the type.
    var accessForMembers: String {
        access([.public, .package])
    }

    /// The access level of a property, for one of the same visibility in a type inside.
    var accessForNestedMember: String {
        let level = access([.public, .package, .internal, .fileprivate, .private])
        return level == "private " ? "fileprivate " : level
    }

    private func access(_ levels: [Keyword]) -> String {
        for modifier in self where modifier.detail == nil {
            if case .keyword(let keyword) = modifier.name.tokenKind, levels.contains(keyword) {
                return "\(modifier.name.text) "
            }
        }
        return ""
    }

    /// Whether a keyword is among the modifiers.
    func contains(_ keyword: Keyword) -> Bool {
        contains { $0.name.tokenKind == .keyword(keyword) }
    }
}

extension TokenSyntax {
    /// The name without the backticks that a reserved word needs.
    var plainName: String {
        text.hasPrefix("`") && text.hasSuffix("`") && text.count > 1 ? String(text.dropFirst().dropLast()) : text
    }
}
