import SwiftSyntax

/// A stored property as the macro sees it.
struct GenerableProperty {
    /// The name, without backticks.
    let name: String
    /// The name as it must stand in code.
    let identifier: String
    /// The type as written, without the `?` of an optional.
    let type: TypeSyntax
    /// Whether the value may be missing.
    let isOptional: Bool
    /// What `@Guide` says it is for.
    let description: ExprSyntax?
    /// The limits that `@Guide` sets, as written.
    let guides: [ExprSyntax]

    /// Reads a declaration; `nil` for one that holds nothing to generate (static, computed, or a constant with its value).
    init?(_ declaration: VariableDeclSyntax) throws {
        let modifiers = declaration.modifiers.map(\.name.tokenKind)
        if modifiers.contains(.keyword(.static)) || modifiers.contains(.keyword(.class)) { return nil }
        guard let binding = declaration.bindings.first, declaration.bindings.count == 1 else {
            throw GenerableDiagnostic.oneNameAPattern
        }
        if let accessors = binding.accessorBlock, !Self.onlyObserves(accessors) { return nil }
        if declaration.bindingSpecifier.tokenKind == .keyword(.let), binding.initializer != nil { return nil }
        if modifiers.contains(.keyword(.lazy)) { throw GenerableDiagnostic.noLazyProperties }
        guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
            throw GenerableDiagnostic.oneNameAPattern
        }
        guard let written = binding.typeAnnotation?.type.trimmed else { throw GenerableDiagnostic.missingType }
        identifier = pattern.identifier.text
        name = identifier.trimmingBackticks
        (type, isOptional) = Self.unwrapped(written)
        (description, guides) = Self.guide(declaration.attributes)
    }

    /// Whether a property with accessors is stored all the same: `willSet` and `didSet` only watch.
    private static func onlyObserves(_ block: AccessorBlockSyntax) -> Bool {
        guard case .accessors(let accessors) = block.accessors else { return false }
        return accessors.allSatisfy {
            [.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind)
        }
    }

    private static func unwrapped(_ type: TypeSyntax) -> (TypeSyntax, isOptional: Bool) {
        if let optional = type.as(OptionalTypeSyntax.self) { return (optional.wrappedType.trimmed, true) }
        if let identifier = type.as(IdentifierTypeSyntax.self), identifier.name.text == "Optional",
            case .type(let wrapped) = identifier.genericArgumentClause?.arguments.first?.argument
        {
            return (wrapped.trimmed, true)
        }
        return (type, false)
    }

    private static func guide(_ attributes: AttributeListSyntax) -> (description: ExprSyntax?, guides: [ExprSyntax]) {
        for case .attribute(let attribute) in attributes where attribute.attributeName.trimmedDescription == "Guide" {
            guard case .argumentList(let arguments) = attribute.arguments else { continue }
            let guides = arguments.filter { $0.label == nil }.map(\.expression.trimmed)
            return (GenerableMacro.description(in: attribute), guides)
        }
        return (nil, [])
    }
}

extension String {
    fileprivate var trimmingBackticks: String {
        hasPrefix("`") && hasSuffix("`") ? String(dropFirst().dropLast()) : self
    }
}
