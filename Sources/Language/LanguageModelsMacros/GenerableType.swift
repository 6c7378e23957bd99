import SwiftDiagnostics
import SwiftSyntax

/// The type of a property or of an associated value, as far as the syntax shows it.
struct GenerableType {
    /// The type as written, without the `?` of an optional.
    let wrapped: TypeSyntax
    /// Whether the value may be missing.
    let isOptional: Bool

    /// The type expression for reading and for schemas.
    var whole: String { isOptional ? "\(wrapped)?" : wrapped.description }

    /// Reads a type, and reports a type that can never be generated.
    init(_ written: TypeSyntax, diagnosing diagnostics: inout [Diagnostic]) {
        // Nodes are trimmed only when they are stored, because a trimmed node has lost its position in the source.
        let written = Self.withoutParentheses(written)
        if let unwrapped = written.as(ImplicitlyUnwrappedOptionalTypeSyntax.self) {
            let type = unwrapped.wrappedType.trimmedDescription
            diagnostics.append(GenerableDiagnostic.implicitlyUnwrapped(type).at(written))
            (wrapped, isOptional) = (unwrapped.wrappedType.trimmed, true)
            return
        }
        guard let wrapped = Self.wrappedType(of: written) else {
            (self.wrapped, isOptional) = (written.trimmed, false)
            Self.check(written, diagnosing: &diagnostics)
            return
        }
        (self.wrapped, isOptional) = (wrapped.trimmed, true)
        if let innermost = Self.wrappedType(of: wrapped) {
            diagnostics.append(GenerableDiagnostic.optionalOfOptional(innermost.trimmedDescription).at(written))
        } else {
            Self.check(wrapped, diagnosing: &diagnostics)
        }
    }

    private static func withoutParentheses(_ type: TypeSyntax) -> TypeSyntax {
        guard let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first, only.firstName == nil
        else { return type }
        return withoutParentheses(only.type)
    }

    /// Returns the wrapped type of an optional; `nil` for any other type.
    private static func wrappedType(of type: TypeSyntax) -> TypeSyntax? {
        if let optional = type.as(OptionalTypeSyntax.self) { return withoutParentheses(optional.wrappedType) }
        return argument(of: type, named: "Optional").map(withoutParentheses)
    }

    /// Returns the argument of a generic type with one parameter, such as `Array<Int>` or `Swift.Array<Int>`.
    private static func argument(of type: TypeSyntax, named name: String) -> TypeSyntax? {
        let clause: GenericArgumentClauseSyntax?
        if let identifier = type.as(IdentifierTypeSyntax.self), identifier.name.text == name {
            clause = identifier.genericArgumentClause
        } else if let member = type.as(MemberTypeSyntax.self), member.name.text == name,
            member.baseType.trimmedDescription == "Swift"
        {
            clause = member.genericArgumentClause
        } else {
            return nil
        }
        guard case .type(let argument)? = clause?.arguments.first?.argument else { return nil }
        return argument
    }

    private static func check(_ type: TypeSyntax, diagnosing diagnostics: inout [Diagnostic]) {
        let text = type.trimmedDescription
        switch type.as(TypeSyntaxEnum.self) {
        case .arrayType(let array):
            check(element: array.element, of: type, diagnosing: &diagnostics)
        case .dictionaryType:
            diagnostics.append(GenerableDiagnostic.dictionary(text).at(type))
        case .tupleType:
            diagnostics.append(GenerableDiagnostic.tuple(text).at(type))
        case .functionType, .metatypeType, .someOrAnyType, .compositionType, .attributedType, .suppressedType,
            .inlineArrayType:
            diagnostics.append(GenerableDiagnostic.neverGenerable(text).at(type))
        case .identifierType(let identifier):
            if let element = argument(of: type, named: "Array") {
                check(element: element, of: type, diagnosing: &diagnostics)
            } else if ["Any", "AnyObject", "Void"].contains(text) {
                diagnostics.append(GenerableDiagnostic.neverGenerable(text).at(type))
            } else if typesWithoutConformance.contains(identifier.name.text) {
                diagnostics.append(GenerableDiagnostic.notGenerableByItself(identifier.name.text).at(type))
            }
        default: break
        }
    }

    private static func check(
        element: TypeSyntax,
        of array: TypeSyntax,
        diagnosing diagnostics: inout [Diagnostic]
    ) {
        let element = withoutParentheses(element)
        if let wrapped = wrappedType(of: element) {
            diagnostics.append(GenerableDiagnostic.arrayOfOptionals(wrapped.trimmedDescription).at(array))
        } else {
            check(element, diagnosing: &diagnostics)
        }
    }

    /// Common types that are not Generable unless the program declares it.
    private static let typesWithoutConformance: Set<String> = [
        "Date", "URL", "UUID", "Data", "Character", "Substring", "Set", "CGFloat", "Float16", "Float80", "GenerationID",
        "Int8", "Int16", "Int32", "Int64", "Int128", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "UInt128",
    ]
}
