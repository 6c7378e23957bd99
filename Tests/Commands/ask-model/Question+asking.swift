import JSONSchema
import KeyVault
import LanguageModels
import ModelProviders
import Secrets
import StreamingJSON
import Transport

extension Question {
    /// Asks the question, and returns the answer or the failure as JSON.
    func ask() async -> JSONValue {
        do {
            return try await answer()
        } catch {
            return ["error": Self.describe(error)]
        }
    }

    private func answer() async throws -> JSONValue {
        let session = LanguageModelSession(model: languageModel(HTTPClient()))
        var pieces = 0
        let turn = try await session.turn(
            Prompt(message),
            schema: schema.map { GenerationSchema(jsonSchema: $0) },
            options: options
        ) { event in
            if case .textDelta = event { pieces += 1 }
        }
        var answer: JSONObject = [
            "text": .string(turn.response.segments.text),
            "pieces": .integer(pieces),
            "input_tokens": .integer(turn.usage.input.totalTokenCount),
            "output_tokens": .integer(turn.usage.output.totalTokenCount),
            "metadata": .object(
                JSONObject(turn.response.metadata.sorted { $0.key < $1.key }.map { ($0.key, $0.value.jsonValue) })
            ),
        ]
        if let schema, case .structure(let segment) = turn.response.segments.first {
            let value = segment.content.jsonValue
            let violations = try JSONSchema(.object(schema)).validate(value)
            answer["value"] = value
            answer["violations"] = .array(violations.map { .string($0.message) })
        }
        return .object(answer)
    }

    private func languageModel(_ client: HTTPClient) -> any LanguageModel {
        let lease = key.map { KeyLease(keyID: "the-only-one", secret: SecretString($0)) }
        let keys: KeySource = { lease }
        return switch interface {
        case .openai: OpenAIChatLanguageModel(model, baseURL: baseURL, client: client, keys: keys)
        case .openaiResponses: OpenAIResponsesLanguageModel(model, baseURL: baseURL, client: client, keys: keys)
        case .anthropic: AnthropicLanguageModel(model, baseURL: baseURL, client: client, keys: keys)
        }
    }

    private static func describe(_ error: any Error) -> JSONValue {
        switch error {
        case LanguageModelError.contextSizeExceeded(let excess):
            [
                "kind": "contextSizeExceeded", "message": .string(excess.debugDescription),
                "context_size": .integer(excess.contextSize), "token_count": .integer(excess.tokenCount),
            ]
        case LanguageModelError.unsupportedCapability(let gap):
            ["kind": "unsupportedCapability", "message": .string(gap.debugDescription)]
        case let error as ModelProviderError:
            ["kind": .string("\(error.code)"), "message": .string(error.message)]
        default:
            ["kind": .string("\(type(of: error))"), "message": .string("\(error)")]
        }
    }
}
