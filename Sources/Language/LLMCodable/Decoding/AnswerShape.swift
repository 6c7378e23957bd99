import LanguageModels
import StreamingJSON

/// The shape of the model's answer: the value itself if it is an object, otherwise an object around it.
///
/// The object is needed because providers accept only objects as whole answers, but a text may also be decoded as a
/// list, a choice or a number.
struct AnswerShape<Value: Generable>: Sendable {
    /// The schema of the answer.
    let schema: GenerationSchema
    private let isWrapped: Bool

    init() {
        let own = Value.generationSchema
        isWrapped = own.jsonValue["type"]?.stringValue != "object"
        schema = isWrapped ? Wrapper.generationSchema : own
    }

    /// Reads the value from an answer.
    func value(in answer: GeneratedContent) throws -> Value {
        isWrapped ? try answer.value(Value.self, forProperty: Wrapper.propertyName) : try Value(answer)
    }

    /// Returns the value's part of an answer.
    func part(of answer: JSONValue) -> JSONValue? { isWrapped ? answer[Wrapper.propertyName] : answer }

    /// Returns the value's part of a growing answer; `nil` while there is none.
    func part(of answer: GeneratedContent) throws -> GeneratedContent? {
        isWrapped ? try answer.partialValue(GeneratedContent.self, forProperty: Wrapper.propertyName) : answer
    }

    /// The object around a value.
    private struct Wrapper: Generable {
        static var propertyName: String { "value" }

        static var generationSchema: GenerationSchema {
            GenerationSchema(type: Self.self, properties: [.init(name: propertyName, type: Value.self)])
        }

        let value: Value

        init(_ content: GeneratedContent) throws {
            value = try content.value(Value.self, forProperty: Self.propertyName)
        }

        var generatedContent: GeneratedContent { GeneratedContent(properties: [Self.propertyName: value]) }
    }
}
