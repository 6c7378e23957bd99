public import AssistantSchemas
public import StreamingJSON

/// A set of choices.
public protocol AppEnum: AppValue, CaseIterable, RawRepresentable, Hashable
where RawValue: LosslessStringConvertible, AllCases: Sendable {
    /// The words for the kind of choices.
    static var typeDisplayRepresentation: TypeDisplayRepresentation { get }

    /// The words for each choice.
    static var caseDisplayRepresentations: [Self: DisplayRepresentation] { get }
}

extension AppEnum {
    /// A text, unless the type adopts a schema.
    public static var schemaType: SchemaType { .string }

    /// The name of the choice for people, by default its value.
    public var localizedStringResource: LocalizedStringResource {
        Self.caseDisplayRepresentations[self]?.title ?? LocalizedStringResource(stringLiteral: rawValue.description)
    }

    /// Reads a choice by its value.
    public static func value(from json: JSONValue, in context: IntentInput) async throws -> Self {
        guard let choice = json.stringValue.flatMap(RawValue.init).flatMap(Self.init(rawValue:)) else {
            let choices = allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
            throw IntentError(.invalidInput, "\(context.path) has to be one of \(choices).")
        }
        return choice
    }

    /// Returns the value of the choice.
    public func json(in context: IntentOutput) async throws -> JSONValue { .string(rawValue.description) }
}
