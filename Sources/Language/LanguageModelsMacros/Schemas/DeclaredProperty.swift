import SwiftSyntax

/// An instance property of a declaration that adopts a schema.
struct DeclaredProperty {
    let name: String
    let nameToken: TokenSyntax
    let declaration: VariableDeclSyntax
    /// The type as written; `nil` if there is none.
    let type: TypeSyntax?
    let hasInitialValue: Bool
    let isComputed: Bool

    /// Whether it is declared with `let`.
    var isConstant: Bool { declaration.bindingSpecifier.tokenKind == .keyword(.let) }

    /// The attributes by their names, without that of a module or a type.
    private var attributeNames: [String] {
        declaration.attributes.compactMap { attribute in
            attribute.as(AttributeSyntax.self)?.attributeName.as(IdentifierTypeSyntax.self)?.name.text
                ?? attribute.as(AttributeSyntax.self)?.attributeName.as(MemberTypeSyntax.self)?.name.text
        }
    }

    /// The attribute of a parameter or property of a schema.
    var wrapper: AttributeSyntax? {
        declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }.first { attribute in
            let name = attribute.attributeName.trimmedDescription
            return ["Parameter", "IntentParameter", "Property", "EntityProperty"].contains { candidate in
                name == candidate || name.hasSuffix(".\(candidate)") || name.hasPrefix("\(candidate)<")
            }
        }
    }

    /// Whether it has an attribute that is none of a schema's, such as `@Dependency`.
    var hasOtherAttribute: Bool { wrapper == nil && !attributeNames.isEmpty }

    /// Whether the macro makes it a parameter or property.
    var isPlainVariable: Bool { !isConstant && !isComputed && declaration.attributes.isEmpty }

    /// Reads the instance properties of a declaration.
    ///
    /// - Parameter report: Is called for a declaration of several properties.
    static func all(in members: MemberBlockItemListSyntax, report: (VariableDeclSyntax) -> Void = { _ in }) -> [Self] {
        members.compactMap { $0.decl.as(VariableDeclSyntax.self) }.compactMap { declaration in
            guard !declaration.modifiers.contains(.static), !declaration.modifiers.contains(.class) else { return nil }
            guard declaration.bindings.count == 1, let binding = declaration.bindings.first,
                let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
            else {
                report(declaration)
                return nil
            }
            return Self(
                name: pattern.identifier.plainName,
                nameToken: pattern.identifier,
                declaration: declaration,
                type: binding.typeAnnotation?.type,
                hasInitialValue: binding.initializer != nil,
                isComputed: binding.accessorBlock.map(isGetter) ?? false
            )
        }
    }

    /// Returns whether accessors compute the value; observers do not.
    private static func isGetter(_ block: AccessorBlockSyntax) -> Bool {
        switch block.accessors {
        case .getter: true
        case .accessors(let accessors):
            accessors.contains { ![.keyword(.willSet), .keyword(.didSet)].contains($0.accessorSpecifier.tokenKind) }
        }
    }
}
