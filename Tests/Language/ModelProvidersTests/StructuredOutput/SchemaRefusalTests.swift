import Foundation
import StreamingJSON
import Testing
import Transport

@testable import ModelProviders

@Suite struct SchemaRefusalTests {
    @Test(
        arguments: [
            (
                "Invalid schema for response_format 'Person': In context=('properties', 'age'), 'minLength' is not permitted.",
                .schema
            ),
            (
                "Invalid parameter: 'response_format' of type 'json_schema' is not supported with this model.",
                .feature
            ),
            (
                "1 validation error: {'loc': ('body', 'response_format', 'type'), 'msg': \"Input should be 'text'\"}",
                .feature
            ),
            ("output_config: Extra inputs are not permitted", .feature),
            ("output_config.format.schema: Unsupported schema: recursion is not supported", .schema),
            ("Function calling with a response mime type: 'application/json' is unsupported", .feature),
            ("Invalid JSON payload received. Unknown name \"responseJsonSchema\"", .feature),
            ("Failed to initialize samplers: failed to parse grammar", .schema),
            (
                "Unable to generate parser for this template. Automatic parser generation failed: JSON schema error at #/properties/v: schema must be an object",
                .schema
            ),
            ("JSON schema conversion failed: Pattern must start with '^' and end with '$'", .schema),
            ("Cannot use custom grammar constraints with tools.", .feature),
            ("tools param requires --jinja flag", .tools),
            ("\"auto\" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set", .tools),
            ("Unsupported parameter: 'max_tokens' is not supported with this model.", nil),
            ("The stand-in refuses this request.", nil),
        ] as [(String, SchemaRefusal?)]
    ) func words(text: String, refusal: SchemaRefusal?) {
        #expect(SchemaRefusal(text) == refusal)
    }

    @Test(
        arguments: [
            (400, SchemaRefusal.feature), (422, .feature), (500, .feature), (503, nil), (401, nil), (429, nil),
        ] as [(Int, SchemaRefusal?)]
    ) func onlyFaultsOfTheRequestCount(status: Int, refusal: SchemaRefusal?) {
        let body = Array(#"{"error":{"message":"not supported","type":"t","param":"response_format"}}"#.utf8)
        let error = OpenAIFailure(status: status, headers: [:], body: body).error(from: "host", now: .now)
        #expect(error.schemaRefusal == refusal)
    }

    @Test func detailsOfOthers() {
        let fastAPI = Array(#"{"detail":[{"loc":["body","response_format"],"msg":"extra fields not permitted"}]}"#.utf8)
        #expect(
            OpenAIFailure(status: 422, headers: [:], body: fastAPI).error(from: "h", now: .now).schemaRefusal
                == .feature
        )
        let messages = Array(#"{"error":{"type":"invalid_request_error","message":"output_config: no"}}"#.utf8)
        #expect(
            AnthropicFailure(status: 400, headers: [:], body: messages).error(from: "h", now: .now).schemaRefusal
                == .feature
        )
        let gemini = Array(#"{"error":{"code":400,"message":"Unknown name \"responseJsonSchema\""}}"#.utf8)
        #expect(
            GeminiFailure(status: 400, headers: [:], body: gemini).error(from: "h", now: .now).schemaRefusal
                == .feature
        )
        let ollama = Array(#"{"error":"invalid JSON schema in format: failed to parse grammar"}"#.utf8)
        let error = OllamaFailure(status: 500, headers: [:], body: ollama).error(from: "h", model: "m", now: .now)
        #expect((error as? ModelProviderError)?.schemaRefusal == .schema)
    }

    @Test(
        arguments: [
            (StructuredOutputRung.strict, SchemaRefusal.feature, StructuredOutputLadder.Refusal.feature),
            (.described, .schema, .schema), (.strict, .tools, nil), (.tool, .tools, .feature),
            (.tool, .schema, .schema),
            (.prompted, .feature, nil),
        ] as [(StructuredOutputRung, SchemaRefusal, StructuredOutputLadder.Refusal?)]
    ) func whatItMeansToARung(
        rung: StructuredOutputRung,
        words: SchemaRefusal,
        refusal: StructuredOutputLadder.Refusal?
    ) {
        #expect(words.refusal(of: rung) == refusal)
    }
}
