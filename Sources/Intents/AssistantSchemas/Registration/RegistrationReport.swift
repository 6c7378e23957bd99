public import StreamingJSON

/// The usable parts of a registration, and the faults of the others.
public struct RegistrationReport: Sendable, Hashable {
    /// The registration without the rejected parts, with present identifiers.
    public var accepted: ToolboxRegistration
    /// The faults of the rejected parts; a part may have several.
    public var rejected: [RegistrationFinding]
    /// Facts that a developer should know, about accepted parts.
    public var warnings: [RegistrationFinding]

    /// The members `accepted`, `rejected` and `warnings` of the answer.
    public var json: JSONObject {
        [
            "accepted": [
                "intents": .array(accepted.intents.map { .string($0.schema) }),
                "entities": .array(accepted.entities.map { .string($0.schema) }),
                "enums": .array(accepted.enumerations.map { .string($0.schema) }),
                "tools": .array(accepted.tools.map { .string($0.name) }),
            ],
            "rejected": .array(rejected.map(\.json)),
            "warnings": .array(warnings.map(\.json)),
        ]
    }
}

/// A fault of a registration, or a fact about it that a developer should know.
public struct RegistrationFinding: Sendable, Hashable {
    /// The schema or tool; `nil` for the document.
    public var schema: String?
    /// The kind of fault.
    public var code: Code
    /// A sentence with the fault and the remedy.
    public var message: String
    /// The place in the document, as a JSON Pointer (RFC 6901).
    public var path: String

    /// Makes a finding.
    public init(schema: String?, code: Code, message: String, path: String) {
        self.schema = schema
        self.code = code
        self.message = message
        self.path = path
    }

    /// The finding on the wire.
    public var json: JSONValue {
        [
            "schema": schema.map { .string($0) } ?? nil, "code": .string(code.rawValue), "message": .string(message),
            "path": .string(path),
        ]
    }

    /// A kind of fault.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The schema is not in the catalog.
        case unknownSchema = "unknown_schema"
        /// The schema is declared twice.
        case repeatedSchema = "repeated_schema"
        /// A required parameter is missing.
        case missingParameter = "missing_parameter"
        /// A parameter has another type than the schema's.
        case parameterType = "parameter_type"
        /// A parameter is not part of the schema and not optional.
        case unexpectedParameter = "unexpected_parameter"
        /// The result has another type than the schema's.
        case resultType = "result_type"
        /// A property is missing.
        case missingProperty = "missing_property"
        /// A property has another type than the schema's.
        case propertyType = "property_type"
        /// A property is not part of the schema.
        case unexpectedProperty = "unexpected_property"
        /// An entity that a parameter, a property or a result uses is not declared.
        case missingEntity = "missing_entity"
        /// An enumeration that a parameter or a property uses is not declared.
        case missingEnumeration = "missing_enum"
        /// An entity cannot be found: it lacks a query.
        case missingQuery = "missing_query"
        /// The cases of an enumeration are not those of its schema.
        case enumerationCases = "enum_cases"
        /// The members of a union are missing, repeated or of a wrong type.
        case unionMembers = "union_members"
        /// An action that shows something does not run in the foreground.
        case missingMode = "missing_mode"
        /// A policy is weaker than the schema's.
        case weakerPolicy = "weaker_policy"
        /// A domain has to be adopted as a whole, and a schema is missing.
        case missingGroupMember = "missing_group_member"
        /// The schema is deprecated.
        case deprecatedSchema = "deprecated_schema"
        /// The identifier is a former one.
        case formerIdentifier = "former_identifier"
        /// The contents of the schema are unknown, so they are not checked.
        case uncheckedSchema = "unchecked_schema"
        /// A name is not in the app's namespace.
        case ownNamespace = "own_namespace"
        /// A JSON Schema is no object.
        case invalidSchema = "invalid_schema"
        /// The fallback of a tool is too large or does not fit its output, or the tool does not only read.
        case invalidFallback = "invalid_fallback"
        /// The app was built with an older catalog.
        case olderCatalog = "older_catalogue"
        /// The app was built with a newer catalog.
        case newerCatalog = "newer_catalogue"
    }
}
