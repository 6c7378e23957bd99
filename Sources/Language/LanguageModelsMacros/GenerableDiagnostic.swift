import SwiftDiagnostics
import SwiftSyntax

/// A kind of property that has no generated value.
enum UnguidedProperty: String {
    case `static`
    case computed
    /// A `let` with a value.
    case constant
}

/// An error of the macros' input; each message names the solution.
enum GenerableDiagnostic: Error, Equatable {
    case onlyStructuresAndEnumerations
    case unconstrainedParameter(String)
    case missingType(property: String)
    case onePropertyPerDeclaration
    case lazyProperty(String)
    case weakProperty(String, modifier: String)
    case conditionalProperty
    case implicitlyUnwrapped(String)
    case optionalOfOptional(String)
    case arrayOfOptionals(String)
    case dictionary(String)
    case tuple(String)
    case neverGenerable(String)
    case notGenerableByItself(String)
    case guideOnlyOnProperties
    case guideOnCase
    case guideWithoutEffect(String, kind: UnguidedProperty)
    case noCases
    case discriminatorLabel(case: String)
    case repeatedLabel(case: String, label: String)
    case entryNeedsValue
}

extension GenerableDiagnostic: DiagnosticMessage {
    var message: String {
        switch self {
        case .onlyStructuresAndEnumerations:
            "@Generable works on structures and enumerations; make this a struct, or conform to Generable by hand"
        case .unconstrainedParameter(let name):
            "@Generable needs to generate '\(name)'; write '\(name): Generable' in the list of generic parameters"
        case .missingType(let property):
            "@Generable needs an explicit type of '\(property)', as in 'var \(property): String'"
        case .onePropertyPerDeclaration:
            "@Generable needs one property per declaration; write each with its own 'var' or 'let'"
        case .lazyProperty(let name):
            "@Generable cannot generate the lazy property '\(name)'; make it a stored property or a computed one"
        case .weakProperty(let name, let modifier):
            "@Generable cannot generate the \(modifier) property '\(name)'; remove '\(modifier)', or make it computed"
        case .conditionalProperty:
            "@Generable cannot read properties inside '#if'; move the property out of it"
        case .implicitlyUnwrapped(let type):
            "@Generable needs to know whether a value may be missing; write '\(type)?' or '\(type)'"
        case .optionalOfOptional(let type):
            "@Generable supports only one level of optionals; write '\(type)?'"
        case .arrayOfOptionals(let type):
            "@Generable cannot generate an array with gaps; write '[\(type)]'"
        case .dictionary(let type):
            "@Generable cannot generate '\(type)', because a schema names its properties; "
                + "use an array of a @Generable structure with a key and a value"
        case .tuple(let type):
            "@Generable cannot generate the tuple '\(type)'; use a @Generable structure"
        case .neverGenerable(let type):
            "@Generable cannot generate '\(type)'; use a concrete type that is Generable"
        case .notGenerableByItself(let type):
            "'\(type)' is not Generable by itself; \(Self.alternative(type))"
        case .guideOnlyOnProperties:
            "@Guide describes a property of a @Generable structure; move it to one"
        case .guideOnCase:
            "@Guide cannot describe a case; describe the cases in '@Generable(description:)'"
        case .guideWithoutEffect(let name, let kind):
            switch kind {
            case .constant:
                "@Guide has no effect on the constant '\(name)', which has a fixed value; remove it, or remove the value"
            case .computed, .static:
                "@Guide has no effect on the \(kind.rawValue) property '\(name)'; remove it, or make the property a stored one"
            }
        case .noCases:
            "@Generable needs a case to generate; add one to the enumeration"
        case .discriminatorLabel(let name):
            "@Generable uses 'type' for the name of the case; rename the label 'type' of '\(name)'"
        case .repeatedLabel(let name, let label):
            "@Generable distinguishes the values of a case by their labels; '\(name)' has two labeled '\(label)'"
        case .entryNeedsValue:
            "@SessionPropertyEntry needs one variable with a default value, as in 'var city: String = \"\"'"
        }
    }

    /// Returns the replacement for a common type that no schema can describe.
    private static func alternative(_ type: String) -> String {
        switch type {
        case "Date", "URL", "UUID", "Data", "Character", "Substring":
            "use a String with the format in its description"
        case "Set": "use an array"
        case "CGFloat", "Float16", "Float80": "use Double"
        case "GenerationID": "remove it, because the partial form has an 'id'"
        default: "use Int"
        }
    }

    var diagnosticID: MessageID {
        let name = String(describing: self).prefix { $0 != "(" }
        return MessageID(domain: "LanguageModels", id: String(name))
    }

    /// The severity of the diagnostic.
    ///
    /// A macro cannot see whether a type is made Generable elsewhere, so that is only a remark. A guide on a constant
    /// is a warning, because code for Apple's framework has such guides.
    var severity: DiagnosticSeverity {
        switch self {
        case .notGenerableByItself: .remark
        case .guideWithoutEffect(_, kind: .constant): .warning
        default: .error
        }
    }

    /// Returns the diagnostic at a place in the source.
    func at(_ node: some SyntaxProtocol) -> Diagnostic { Diagnostic(node: node, message: self) }
}
