import SwiftDiagnostics
import SwiftSyntax

/// An error of a declaration that adopts a schema; each message names the remedy.
enum SchemaDiagnostic: Error, Equatable {
    case unreadableSchema
    case unknownSchema(String, nearest: [String])
    case wrongDeclaration(macro: String, needs: String)
    case missingProtocol(String, schema: String)
    case missingValue(role: String, name: String, schema: String)
    case wrongType(role: String, name: String, declared: String, schema: String, required: String)
    case missingTypeAnnotation(role: String, name: String)
    case constantParameter(String)
    case onePropertyPerDeclaration
    case unexpectedValue(role: String, name: String, schema: String, plural: String)
    case missingMember(String, schema: String)
    case missingResult(schema: String, required: String)
    case unexpectedResult(schema: String)
    case wrongResult(declared: String, schema: String, required: String)
    case weakerPolicy(String, minimum: String, schema: String)
    case rawValues(schema: String)
    case missingCase(String, schema: String)
    case unexpectedCase(String, schema: String)
    case noCases
    case missingCaseDisplay(String)
    case unionNeedsEnumeration
    case unionCase(String)
}

extension SchemaDiagnostic: DiagnosticMessage {
    var message: String {
        switch self {
        case .unreadableSchema:
            "the schema has to be written as '.domain.schema', as in '.photos.openAlbum'"
        case .unknownSchema(let id, let nearest):
            "'\(id)' is no schema of the catalog"
                + (nearest.isEmpty ? "" : "; its domain has \(nearest.map { "'\($0)'" }.joined(separator: ", "))")
        case .wrongDeclaration(let macro, let needs):
            "@\(macro) works on \(needs)"
        case .missingProtocol(let name, let schema):
            "intent does not conform to '\(name)' required by \(schema)"
        case .missingValue(let role, let name, let schema):
            "missing required \(role) '\(name)' from \(schema)"
        case .wrongType(let role, let name, let declared, let schema, let required):
            "\(role) '\(name)' has the type '\(declared)' that does not match \(required) required by \(schema)"
        case .missingTypeAnnotation(let role, let name):
            "\(role) '\(name)' needs an explicit type, because the schema is compared with it"
        case .constantParameter(let name):
            "parameter '\(name)' has to be a variable, because a call sets it; write 'var'"
        case .onePropertyPerDeclaration:
            "each property of a type that adopts a schema needs its own declaration"
        case .unexpectedValue(let role, let name, let schema, let plural):
            "\(role) '\(name)' is not part of \(schema); additional \(plural) must be optional"
        case .missingMember(let member, let schema):
            "missing '\(member)' of \(schema)"
        case .missingResult(let schema, let required):
            "'perform()' has to return \(required) as required by \(schema)"
        case .unexpectedResult(let schema):
            "'perform()' returns a value, and \(schema) has none; return 'some IntentResult'"
        case .wrongResult(let declared, let schema, let required):
            "'perform()' returns '\(declared)' that does not match \(required) required by \(schema)"
        case .weakerPolicy(let policy, let minimum, let schema):
            "authentication policy '.\(policy)' is weaker than the minimum '.\(minimum)' of \(schema)"
        case .rawValues(let schema):
            "\(schema) needs raw values of the type 'String'"
        case .missingCase(let name, let schema):
            "missing case '\(name)' of \(schema), whose cases are fixed"
        case .unexpectedCase(let name, let schema):
            "case '\(name)' is not part of \(schema), whose cases are fixed"
        case .noCases:
            "a set of choices needs at least one case"
        case .missingCaseDisplay(let name):
            "case '\(name)' has no words for people; add it to 'caseDisplayRepresentations'"
        case .unionNeedsEnumeration:
            "@UnionValue works on enumerations whose cases have one associated value each"
        case .unionCase(let name):
            "case '\(name)' of a union needs exactly one associated value, as in 'case \(name)(String)'"
        }
    }

    var diagnosticID: MessageID {
        let name = String(describing: self).prefix { $0 != "(" }
        return MessageID(domain: "AssistantIntents", id: String(name))
    }

    var severity: DiagnosticSeverity { .error }

    /// Returns the diagnostic at a place in the source.
    func at(_ node: some SyntaxProtocol, notes: [Note] = [], fixIts: [FixIt] = []) -> Diagnostic {
        Diagnostic(node: node, message: self, notes: notes, fixIts: fixIts)
    }
}

/// The text of a note or of a change that solves a fault.
struct SchemaRemedy: NoteMessage, FixItMessage {
    let message: String

    init(_ message: String) { self.message = message }

    var noteID: MessageID { MessageID(domain: "AssistantIntents", id: "remedy") }
    var fixItID: MessageID { noteID }
}
