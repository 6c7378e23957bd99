import SwiftSyntax

/// A type as it is written, in one spelling: `Swift.Optional<Swift.Array<A>>` is an optional array of `A`.
struct TypeShape {
    enum Collection { case array, set }

    private(set) var collection: Collection?
    /// The type of a single value.
    private(set) var element: String
    private(set) var isOptional: Bool

    /// The modules whose names say nothing about a type.
    private static let modules: Set<String> = ["Swift", "Foundation", "FoundationEssentials", "AssistantIntents"]

    init(_ type: TypeSyntax) {
        let (unwrapped, isOptional) = Self.unwrapped(type)
        self.isOptional = isOptional
        if let array = unwrapped.as(ArrayTypeSyntax.self) {
            collection = .array
            element = Self.name(array.element)
        } else if let (name, argument) = Self.generic(unwrapped), name == "Array" || name == "Set" {
            collection = name == "Array" ? .array : .set
            element = Self.name(argument)
        } else {
            element = Self.name(unwrapped)
        }
    }

    /// Returns whether it has the form of a schema's type; the names of the app's types are left to the compiler.
    ///
    /// - Parameter isExact: Whether the optionality has to agree.
    func matches(_ type: SchemaValueType, isExact: Bool) -> Bool {
        guard collection == type.collection, isOptional == type.isOptional || !isExact else { return false }
        if case .plain(let name) = type.element { return element == name || element == Self.lastPart(of: name) }
        return true
    }

    private static func lastPart(of name: String) -> String {
        // `RecurrenceRule` may be written in the scope of Calendar only.
        name == "VisualIntelligence.SceneDescriptor" ? "SceneDescriptor" : name
    }

    private static func unwrapped(_ type: TypeSyntax) -> (type: TypeSyntax, isOptional: Bool) {
        if let optional = type.as(OptionalTypeSyntax.self) { return (optional.wrappedType, true) }
        if let optional = type.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) { return (optional.wrappedType, true) }
        if let (name, argument) = generic(type), name == "Optional" { return (argument, true) }
        return (type, false)
    }

    /// Returns the name and the only argument of a generic type.
    private static func generic(_ type: TypeSyntax) -> (name: String, argument: TypeSyntax)? {
        let (name, clause): (String, GenericArgumentClauseSyntax?)
        if let identifier = type.as(IdentifierTypeSyntax.self) {
            (name, clause) = (identifier.name.text, identifier.genericArgumentClause)
        } else if let member = type.as(MemberTypeSyntax.self), modules.contains(member.baseType.trimmedDescription) {
            (name, clause) = (member.name.text, member.genericArgumentClause)
        } else {
            return nil
        }
        guard let argument = clause?.arguments.only?.argument.as(TypeSyntax.self) else { return nil }
        return (name, argument)
    }

    /// Returns the spelling of a type without the name of a module.
    private static func name(_ type: TypeSyntax) -> String {
        if let member = type.as(MemberTypeSyntax.self) {
            let base = member.baseType.trimmedDescription
            if modules.contains(base) {
                return member.name.text + (member.genericArgumentClause?.trimmedDescription ?? "")
            }
            return "\(name(member.baseType)).\(member.name.text)"
        }
        return type.trimmedDescription
    }
}

extension Collection {
    /// The element of a collection with exactly one.
    fileprivate var only: Element? { count == 1 ? first : nil }
}
