import SwiftDiagnostics
import SwiftSyntax

/// A stored property of the annotated type.
struct GenerableProperty {
    /// The name, without backticks.
    let name: String
    /// The name as code must spell it.
    let identifier: String
    /// The access level of the same property in the partial form.
    let access: String
    /// The type of the property.
    let type: GenerableType
    /// The description and the limits from `@Guide`.
    let guide: GenerableGuide

    /// Reads a declaration; `nil` for a declaration without a generated value (static, computed, or a constant with a
    /// value) or with an error.
    init?(_ declaration: VariableDeclSyntax, diagnosing diagnostics: inout [Diagnostic]) {
        let modifiers = declaration.modifiers
        let name = declaration.bindings.first?.pattern.trimmedDescription ?? ""
        guide = GenerableGuide(declaration.attributes)
        if modifiers.contains(.static) || modifiers.contains(.class) {
            diagnostics += guide.withoutEffect(on: name, kind: .static)
            return nil
        }
        if modifiers.contains(.lazy) {
            diagnostics.append(GenerableDiagnostic.lazyProperty(name).at(declaration))
            return nil
        }
        for modifier in modifiers where ["weak", "unowned"].contains(modifier.name.text) {
            diagnostics.append(GenerableDiagnostic.weakProperty(name, modifier: modifier.name.text).at(declaration))
            return nil
        }
        guard let binding = declaration.bindings.first, declaration.bindings.count == 1,
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
        else {
            diagnostics.append(GenerableDiagnostic.onePropertyPerDeclaration.at(declaration))
            return nil
        }
        if let accessors = binding.accessorBlock, !Self.onlyObserves(accessors) {
            diagnostics += guide.withoutEffect(on: name, kind: .computed)
            return nil
        }
        if declaration.bindingSpecifier.tokenKind == .keyword(.let), binding.initializer != nil {
            // Its value never changes, so a model must not generate it.
            diagnostics += guide.withoutEffect(on: name, kind: .constant)
            return nil
        }
        guard let written = binding.typeAnnotation?.type else {
            diagnostics.append(GenerableDiagnostic.missingType(property: name).at(pattern))
            return nil
        }
        identifier = pattern.identifier.text
        self.name = pattern.identifier.plainName
        access = modifiers.accessForNestedMember
        type = GenerableType(written, diagnosing: &diagnostics)
    }

    /// Returns whether a property with accessors is stored, because it has only `willSet` and `didSet`.
    private static func onlyObserves(_ block: AccessorBlockSyntax) -> Bool {
        guard case .accessors(let accessors) = block.accessors else { return false }
        return accessors.allSatisfy {
            [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
        }
    }
}

/// The combined `@Guide` attributes of one property.
struct GenerableGuide {
    /// The description, as written in the first attribute that has one.
    let description: ExprSyntax?
    /// The limits, as written.
    let limits: [ExprSyntax]
    private let attributes: [AttributeSyntax]

    init(_ list: AttributeListSyntax) {
        attributes = list.compactMap { element in
            guard case .attribute(let attribute) = element else { return nil }
            return Self.name(of: attribute) == "Guide" ? attribute : nil
        }
        description = attributes.lazy.compactMap { $0.argument("description") }.first
        limits = attributes.flatMap { attribute -> [ExprSyntax] in
            guard case .argumentList(let arguments) = attribute.arguments else { return [] }
            return arguments.filter { $0.label == nil }.map(\.expression.trimmed)
        }
    }

    /// Returns the attribute's name without its module and its generic arguments, as in
    /// `@LanguageModels.Guide<[String]>`.
    private static func name(of attribute: AttributeSyntax) -> String? {
        attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text
            ?? attribute.attributeName.as(MemberTypeSyntax.self)?.name.text
    }

    /// Returns a diagnostic for each attribute on a property that has no generated value.
    func withoutEffect(on property: String, kind: UnguidedProperty) -> [Diagnostic] {
        attributes.map { GenerableDiagnostic.guideWithoutEffect(property, kind: kind).at($0) }
    }
}
