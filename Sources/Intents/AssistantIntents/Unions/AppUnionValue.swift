public import AssistantSchemas
public import StreamingJSON

/// A value that has one of several types: an enumeration with one associated value for each case.
///
/// ``UnionValue()`` makes the conformance.
public protocol AppUnionValue: AppValue {
    /// The cases without their values.
    associatedtype Cases: Hashable, Sendable, CaseIterable, RawRepresentable<String>

    /// The types of the values, by the case.
    static var memberTypes: [(kind: Cases, type: any IntentValue.Type)] { get }

    /// The words for the kind of values.
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }

    /// The words for each case.
    static var caseDisplayRepresentations: [Cases: DisplayRepresentation] { get }

    /// Makes a value of a case.
    static func value(of kind: Cases, from json: JSONValue, in context: IntentInput) async throws -> Self

    /// The case, and the associated value.
    var member: (kind: Cases, value: any IntentValue) { get }
}

extension AppUnionValue {
    /// A union of the app; the schema of the parameter decides which one.
    public static var schemaType: SchemaType { .union(.own) }

    /// The name of the type.
    public static var typeDisplayRepresentation: TypeDisplayRepresentation {
        TypeDisplayRepresentation(stringLiteral: String(describing: self))
    }

    /// The names of the cases.
    public static var caseDisplayRepresentations: [Cases: DisplayRepresentation] {
        Dictionary(uniqueKeysWithValues: Cases.allCases.map { ($0, DisplayRepresentation(stringLiteral: $0.rawValue)) })
    }

    /// Reads a value, `{"kind": …, "value": …}`.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Self {
        guard let kind = json["kind"]?.stringValue.flatMap(Cases.init(rawValue:)) else {
            let kinds = Cases.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw IntentError(.invalidInput, "\(context.path)/kind has to be one of \(kinds).")
        }
        return try await value(of: kind, from: json["value"] ?? .null, in: context.at("value"))
    }

    /// Returns the case with its value.
    public func json(in context: IntentOutput) async throws -> JSONValue {
        let (kind, value) = member
        return ["kind": .string(kind.rawValue), "value": try await value.json(in: context)]
    }

    /// The members on the wire.
    static var unionMembers: [ToolboxRegistration.UnionMember] {
        memberTypes.map { ToolboxRegistration.UnionMember(kind: $0.kind.rawValue, type: $0.type.schemaType.notation) }
    }
}
