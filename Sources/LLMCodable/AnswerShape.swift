import LanguageModels
import StreamingJSON

/// What the model is asked for: the value itself when it is an object, else an object around it.
///
/// Providers take nothing but objects as whole answers; a list, a choice or a number can be read out of a text all the same.
struct AnswerShape<Value: Generable>: Sendable {
    /// The schema of the answer.
    let schema: GenerationSchema
    private let isWrapped: Bool

    init() {
        let own = Value.generationSchema
        isWrapped = own.jsonValue["type"]?.stringValue != "object"
        schema = isWrapped ? Wrapper.generationSchema : own
    }

    /// Reads the value out of an answer.
    func value(in answer: GeneratedContent) throws -> Value {
        isWrapped ? try answer.value(Value.self, forProperty: Wrapper.propertyName) : try Value(answer)
    }

    /// The part of an answer that is the value.
    func part(of answer: JSONValue) -> JSONValue? { isWrapped ? answer[Wrapper.propertyName] : answer }

    /// The part of a growing answer that is the value; `nil` while there is none.
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
