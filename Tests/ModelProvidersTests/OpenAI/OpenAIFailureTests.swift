import Foundation
import StreamingJSON
import Testing
import Transport

@testable import ModelProviders

@Suite struct OpenAIFailureTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var status: Int
        /// The name of a fixture, or the body itself.
        var body: String
        var headers: HTTPHeaders = [:]
        var code: ModelProviderError.Code
        var message: String
        var retryAfter: Duration?
        var testDescription: String { "\(status) \(body.prefix(40))" }
    }

    /// llama.cpp's refusal, as LiteLLM sends it.
    private static let passedOn = #"""
        {"error":{"message":"litellm.ContextWindowExceededError: litellm.BadRequestError: Hosted_vllmException - \#
        {\"error\":{\"code\":400,\"message\":\"request (12020 tokens) exceeds the available context size (4096 tokens), try \#
        increasing it\"}}","type":"invalid_request_error","param":null,"code":"400"}}
        """#

    static let rows: [Row] = [
        Row(
            status: 401,
            body: "openai_error_401.json",
            code: .unauthorized,
            message: "host:1 refused the key (401, invalid_api_key)."
        ),
        Row(status: 403, body: "", code: .unauthorized, message: "host:1 refused the key (403)."),
        Row(
            status: 400,
            body: "openai_error_400.json",
            code: .invalidRequest,
            message: "host:1 did not accept the request (400, unsupported_parameter)."
        ),
        Row(
            status: 400,
            body: "openai_error_400_context.json",
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, context_length_exceeded)."
        ),
        Row(
            status: 400,
            body: #"{"error":{"code":400,"message":"too long","type":"exceed_context_size_error","n_ctx":4096}}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, exceed_context_size_error)."
        ),
        Row(
            status: 400,
            body: passedOn,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, invalid_request_error)."
        ),
        Row(
            status: 400,
            body: #"{"error":{"message":"/chat/completions: Invalid model name passed in model=m.","code":"400"}}"#,
            code: .modelNotFound,
            message: "host:1 does not have the model (400)."
        ),
        Row(
            status: 404,
            body: "openai_error_404_model.json",
            code: .modelNotFound,
            message: "host:1 does not have the model (404, model_not_found)."
        ),
        Row(
            status: 404,
            body: "ollama_openai_error_404.json",
            code: .modelNotFound,
            message: "host:1 does not have the model (404, not_found_error)."
        ),
        Row(
            status: 404,
            body: #"{"error":{"message":"Invalid URL (POST /chat)","type":"invalid_request_error"}}"#,
            code: .noInterface,
            message: "host:1 has no chat completions under this base URL (404, invalid_request_error)."
        ),
        Row(
            status: 404,
            body: "<html><body>my secret page about a model</body></html>",
            code: .notUnderstood,
            message: "host:1 sent a response that does not follow its interface (404, an HTML page)."
        ),
        Row(
            status: 429,
            body: "openai_error_429_quota.json",
            headers: ["retry-after": "1"],
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (429, insufficient_quota)."
        ),
        Row(status: 402, body: "{}", code: .outOfCredit, message: "The account at host:1 has no credit left (402)."),
        Row(
            status: 429,
            body: "openai_error_429_rate.json",
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, rate_limit_exceeded).",
            retryAfter: .milliseconds(210)
        ),
        Row(
            status: 429,
            body: "<html>",
            headers: ["Retry-After": "3"],
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, an HTML page).",
            retryAfter: .seconds(3)
        ),
        Row(
            status: 500,
            body: "openai_error_500.json",
            code: .upstreamFault,
            message: "host:1 failed (500, server_error)."
        ),
        Row(
            status: 502,
            body: "Bad gateway",
            headers: ["Content-Type": "text/html"],
            code: .upstreamFault,
            message: "host:1 failed (502, an HTML page)."
        ),
        Row(
            status: 503,
            body: #"{"error":"loading"}"#,
            headers: ["retry-after": "20"],
            code: .upstreamFault,
            message: "host:1 failed (503).",
            retryAfter: .seconds(20)
        ),
        Row(
            status: 301,
            body: "",
            code: .notUnderstood,
            message: "host:1 sent a response that does not follow its interface (301)."
        ),
        Row(
            status: 400,
            body: #"{"error":{"message":"x","type":"sk-Proj1234","code":"Your prompt was: hello"}}"#,
            code: .invalidRequest,
            message: "host:1 did not accept the request (400)."
        ),
        // Azure's filter.
        Row(
            status: 400,
            body:
                #"{"error":{"message":"The response was filtered","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation","content_filter_result":{"hate":{"filtered":true,"severity":"high"}}}}}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (400, content_filter)."
        ),
        Row(
            status: 400,
            body: #"{"error":{"message":"no","code":"400","inner_error":{"code":"ResponsibleAIPolicyViolation"}}}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (400)."
        ),
        // Other filters: DeepSeek's, xAI's and OpenRouter's.
        Row(
            status: 400,
            body:
                #"{"error":{"message":"Content Exists Risk","type":"invalid_request_error","code":"invalid_request_error"}}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (400, invalid_request_error)."
        ),
        Row(
            status: 403,
            body:
                #"{"code":"The caller does not have permission","error":"Content violates usage guidelines. Failed check: X"}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (403)."
        ),
        Row(
            status: 403,
            body:
                #"{"error":{"code":403,"message":"flagged","metadata":{"reasons":["x"],"flagged_input":"a secret"}}}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (403)."
        ),
        // Policies of OpenAI.
        Row(
            status: 400,
            body:
                #"{"error":{"message":"flagged","type":"invalid_request_error","param":null,"code":"invalid_prompt"}}"#,
            code: .refused,
            message: "The policy of host:1 does not allow the request (400, invalid_prompt)."
        ),
        Row(
            status: 400,
            body: #"{"error":{"message":"flagged","code":"misalignment_policy_violation"}}"#,
            code: .refused,
            message: "The policy of host:1 does not allow the request (400, misalignment_policy_violation)."
        ),
        // Mistral's list of faults, in a `message` that is an object.
        Row(
            status: 422,
            body:
                #"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":"maximum context length is"}]},"type":"invalid_request_error","param":null,"code":null}"#,
            code: .invalidRequest,
            message: "host:1 did not accept the request (422, invalid_request_error)."
        ),
        Row(
            status: 405,
            body: #"{"detail":"Method Not Allowed"}"#,
            code: .noInterface,
            message: "host:1 has no chat completions under this base URL (405)."
        ),
    ]

    @Test(arguments: [
        (passedOn, 4096, 12_020),
        (
            #"{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.","type":"BadRequestError","code":400}}"#,
            4096, 5000
        ),
        (#"{"error":{"message":"litellm.ContextWindowExceededError: too long","code":"400"}}"#, 0, 0),
        (#"{"error":{"type":"exceed_context_size_error","n_prompt_tokens":6020,"n_ctx":4096}}"#, 4096, 6020),
    ]) func tooLongConversationsReportTheirCounts(body: String, size: Int, count: Int) {
        let error = OpenAIFailure(status: 400, headers: [:], body: Array(body.utf8)).error(from: "host:1", now: .now)
        #expect(error.code == .contextExceeded)
        #expect(error.contextSize == size)
        #expect(error.tokenCount == count)
    }

    /// The failures in the middle of a stream, whose code is the only status.
    @Test(arguments: [
        (#"{"message":"m","code":"429"}"#, ModelProviderError.Code.rateLimited),
        (#"{"message":"m","code":402}"#, .outOfCredit),
        (#"{"message":"m","code":"bio_policy"}"#, .refused),
        (#"{"message":"m","code":"server_error"}"#, .upstreamFault),
        (#""overloaded""#, .upstreamFault),
    ]) func objectsInStreams(error: String, code: ModelProviderError.Code) throws {
        let failure = OpenAIFailure(error: try JSONValue(parsing: error))
        #expect(failure.error(from: "host:1", now: .now).code == code)
    }

    @Test(arguments: rows) func table(row: Row) throws {
        let body = row.body.hasSuffix(".json") ? try Fixture(row.body).bytes : Array(row.body.utf8)
        let error = OpenAIFailure(status: row.status, headers: row.headers, body: body).error(from: "host:1", now: .now)
        #expect(error.code == row.code)
        #expect(error.message == row.message)
        #expect(error.retryAfter == row.retryAfter)
    }
}
