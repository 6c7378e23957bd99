import SwiftDiagnostics
import SwiftSyntax

/// A stored property as the macro sees it.
struct GenerableProperty {
    /// The name, without backticks.
    let name: String
    /// The name as it must stand in code.
    let identifier: String
    /// The access level that the same property of the partial form gets.
    let access: String
    /// What may stand in it.
    let type: GenerableType
    /// What `@Guide` says it is for and how it limits it.
    let guide: GenerableGuide

    /// Reads a declaration; `nil` for one that holds nothing to generate (static, computed, or a constant with a value) or is
    /// reported.
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
            // Its value is the same whatever a model writes, so it is neither asked for nor read.
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

    /// Whether a property with accessors is stored all the same: `willSet` and `didSet` only watch.
    private static func onlyObserves(_ block: AccessorBlockSyntax) -> Bool {
        guard case .accessors(let accessors) = block.accessors else { return false }
        return accessors.allSatisfy {
            [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
        }
    }
}

/// What the `@Guide` attributes of one property say together.
struct GenerableGuide {
    /// What the property is for, as written in the first of them that says it.
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

    /// The attribute's name without its module and its generic arguments, as in `@LanguageModels.Guide<[String]>`.
    private static func name(of attribute: AttributeSyntax) -> String? {
        attribute.attributeName.as(IdentifierTypeSyntax.self)?.name.text
            ?? attribute.attributeName.as(MemberTypeSyntax.self)?.name.text
    }

    /// Reports the attributes where they guide nothing.
    func withoutEffect(on property: String, kind: UnguidedProperty) -> [Diagnostic] {
        attributes.map { GenerableDiagnostic.guideWithoutEffect(property, kind: kind).at($0) }
    }
}
