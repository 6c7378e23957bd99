import SwiftDiagnostics
import SwiftSyntax

/// A kind of property that holds nothing to generate.
enum UnguidedProperty: String {
    case `static`
    case computed
    /// A `let` with a value.
    case constant
}

/// What the macros refuse, each with what to do instead.
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
            "@Generable needs the type of '\(property)' written out, as in 'var \(property): String'"
        case .onePropertyPerDeclaration:
            "@Generable needs one property per declaration; write each with its own 'var' or 'let'"
        case .lazyProperty(let name):
            "@Generable cannot generate the lazy property '\(name)'; make it a stored property or a computed one"
        case .weakProperty(let name, let modifier):
            "@Generable cannot generate the \(modifier) property '\(name)'; remove '\(modifier)', or make it computed"
        case .conditionalProperty:
            "@Generable cannot look into '#if'; move the property out of it"
        case .implicitlyUnwrapped(let type):
            "@Generable needs to know whether a value may be missing; write '\(type)?' or '\(type)'"
        case .optionalOfOptional(let type):
            "@Generable has one way to leave a value out; write '\(type)?'"
        case .arrayOfOptionals(let type):
            "@Generable cannot generate an array with gaps; write '[\(type)]'"
        case .dictionary(let type):
            "@Generable cannot generate '\(type)', for a schema names its properties; "
                + "use an array of a @Generable structure with a key and a value"
        case .tuple(let type):
            "@Generable cannot generate the tuple '\(type)'; use a @Generable structure"
        case .neverGenerable(let type):
            "@Generable cannot generate '\(type)'; use a concrete type that is Generable"
        case .notGenerableByItself(let type):
            "'\(type)' is not Generable by itself; \(Self.mend(type))"
        case .guideOnlyOnProperties:
            "@Guide describes a property of a @Generable structure; move it to one"
        case .guideOnCase:
            "@Guide cannot describe a case; say what the cases mean in '@Generable(description:)'"
        case .guideWithoutEffect(let name, let kind):
            switch kind {
            case .constant:
                "@Guide has no effect on the constant '\(name)', which has its value already; remove it, or remove the value"
            case .computed, .static:
                "@Guide has no effect on the \(kind.rawValue) property '\(name)'; remove it, or make the property a stored one"
            }
        case .noCases:
            "@Generable needs something to generate; give the enumeration a case"
        case .discriminatorLabel(let name):
            "@Generable says in 'type' which case it is; give the value labelled 'type' of '\(name)' another label"
        case .repeatedLabel(let name, let label):
            "@Generable tells the values of a case apart by their labels; '\(name)' has two for '\(label)'"
        case .entryNeedsValue:
            "@SessionPropertyEntry needs one variable with a default value, as in 'var city: String = \"\"'"
        }
    }

    /// What to use for a type that developers reach for and that no schema has a form for.
    private static func mend(_ type: String) -> String {
        switch type {
        case "Date", "URL", "UUID", "Data", "Character", "Substring":
            "use a String with the format in its description"
        case "Set": "use an array"
        case "CGFloat", "Float16", "Float80": "use Double"
        case "GenerationID": "remove it, the partial form has an 'id' of its own"
        default: "use Int"
        }
    }

    var diagnosticID: MessageID {
        let name = String(describing: self).prefix { $0 != "(" }
        return MessageID(domain: "LanguageModels", id: String(name))
    }

    /// How serious the fault is.
    ///
    /// A type may be made Generable elsewhere, which a macro cannot see, so that is a remark. A guide on a constant is a warning,
    /// because sources for Apple's framework have some.
    var severity: DiagnosticSeverity {
        switch self {
        case .notGenerableByItself: .remark
        case .guideWithoutEffect(_, kind: .constant): .warning
        default: .error
        }
    }

    /// The diagnostic at a place in the source.
    func at(_ node: some SyntaxProtocol) -> Diagnostic { Diagnostic(node: node, message: self) }
}
