import SwiftSyntax

/// The arguments of `@Generable` and the properties of the type's declaration.
struct GenerableHeading {
    /// The access level for the generated members, so that they are usable wherever the type is; with a trailing
    /// space, or empty.
    let access: String
    /// The name in schemas, as written.
    let name: ExprSyntax?
    /// The description of the type, as written.
    let description: ExprSyntax?
    /// Whether a missing value is present as `null`, as written; `nil` for false.
    let explicitNil: ExprSyntax?

    init(_ declaration: some DeclGroupSyntax, attribute: AttributeSyntax) {
        access = declaration.modifiers.accessForMembers
        name = attribute.argument("name")
        description = attribute.argument("description")
        let explicitNil = attribute.argument("representNilExplicitlyInGeneratedContent")
        self.explicitNil = explicitNil?.trimmedDescription == "false" ? nil : explicitNil
    }

    /// Returns a call that makes the schema: the type and the description are first, a custom name is last.
    func schema(_ arguments: String) -> String {
        var text = "LanguageModels.GenerationSchema(type: Self.self, "
        if let description { text += "description: \(description), " }
        text += arguments + ")"
        if let name { text += ".named(\(name))" }
        return text
    }

    /// The conformances of a partial form, equal to Apple's: a view compares it to decide whether to redraw.
    static let partialConformances = "LanguageModels.ConvertibleFromGeneratedContent, Swift.Equatable"
}

extension AttributeSyntax {
    /// Returns a labeled argument as it was written, so that any expression works; `nil` for an absent argument or
    /// `nil`.
    func argument(_ label: String) -> ExprSyntax? {
        guard case .argumentList(let arguments) = arguments else { return nil }
        let expression = arguments.first { $0.label?.text == label }?.expression.trimmed
        return expression?.is(NilLiteralExprSyntax.self) == true ? nil : expression
    }
}

extension DeclModifierListSyntax {
    /// The access level for members that must be as visible as their type.
    var accessForMembers: String {
        access([.public, .package])
    }

    /// The access level for a property of a nested type that must be as visible as this property.
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

    /// Returns whether a keyword is among the modifiers.
    func contains(_ keyword: Keyword) -> Bool {
        contains { $0.name.tokenKind == .keyword(keyword) }
    }
}

extension TokenSyntax {
    /// The name without the backticks of a reserved word.
    var plainName: String {
        text.hasPrefix("`") && text.hasSuffix("`") && text.count > 1 ? String(text.dropFirst().dropLast()) : text
    }
}
