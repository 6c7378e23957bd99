import SwiftDiagnostics
import SwiftSyntaxMacros

/// What the macros refuse, each with what to do instead.
enum GenerableDiagnostic: String, Error, DiagnosticMessage {
    case onlyStructuresAndEnumerations =
        "@Generable works on structures and enumerations; make this a struct, or conform to Generable by hand"
    case missingType =
        "@Generable needs the property's type written out, as in 'var name: String'"
    case oneNameAPattern =
        "@Generable needs one property per declaration; write each with its own 'var' or 'let'"
    case noLazyProperties =
        "@Generable cannot generate a lazy property; make it a stored property or a computed one"
    case noAssociatedValues =
        "@Generable enumerations cannot have associated values; use a struct with optional properties"
    case guideOnlyOnProperties =
        "@Guide describes a property of a @Generable structure; move it to one"
    case noRawValueType =
        "@Generable enumerations are generated as text; use String as the raw type, or none"

    var message: String { rawValue }
    var diagnosticID: MessageID { MessageID(domain: "LanguageModels", id: String(describing: self)) }
    var severity: DiagnosticSeverity { .error }
}

extension GenerableDiagnostic: CustomStringConvertible {
    var description: String { rawValue }
}
