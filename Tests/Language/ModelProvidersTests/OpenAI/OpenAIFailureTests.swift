import Foundation
import StreamingJSON
import Testing
import Transport

@testable import ModelProviders

@Suite struct OpenAIFailureTests {
    /// llama.cpp's refusal, as LiteLLM sends it.
    private static let passedOn = #"""
        {"error":{"message":"litellm.ContextWindowExceededError: litellm.BadRequestError: Hosted_vllmException - \#
        {\"error\":{\"code\":400,\"message\":\"request (12020 tokens) exceeds the available context size (4096 tokens), try \#
        increasing it\"}}","type":"invalid_request_error","param":null,"code":"400"}}
        """#

    static let rows: [FailureRow] = [
        FailureRow(
            status: 401,
            body: "openai_error_401.json",
            code: .unauthorized,
            message: "host:1 refused the key (401, invalid_api_key)."
        ),
        FailureRow(status: 403, body: "", code: .unauthorized, message: "host:1 refused the key (403)."),
        FailureRow(
            status: 400,
            body: "openai_error_400.json",
            code: .invalidRequest,
            message: "host:1 did not accept the request (400, unsupported_parameter)."
        ),
        FailureRow(
            status: 400,
            body: "openai_error_400_context.json",
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, context_length_exceeded).",
            counts: (128_000, 130_001)
        ),
        FailureRow(
            status: 400,
            body:
                #"{"error":{"code":400,"message":"too long","type":"exceed_context_size_error","n_prompt_tokens":6020,"n_ctx":4096}}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, exceed_context_size_error).",
            counts: (4096, 6020)
        ),
        FailureRow(
            status: 400,
            body: passedOn,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, invalid_request_error).",
            counts: (4096, 12_020)
        ),
        FailureRow(
            status: 400,
            body:
                #"{"error":{"message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens.","type":"BadRequestError","code":400}}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400).",
            counts: (4096, 5000)
        ),
        FailureRow(
            status: 400,
            body: #"{"error":{"message":"litellm.ContextWindowExceededError: too long","code":"400"}}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400)."
        ),
        FailureRow(
            status: 400,
            body: #"{"error":{"message":"/chat/completions: Invalid model name passed in model=m.","code":"400"}}"#,
            code: .modelNotFound,
            message: "host:1 does not have the model (400)."
        ),
        FailureRow(
            status: 404,
            body: "openai_error_404_model.json",
            code: .modelNotFound,
            message: "host:1 does not have the model (404, model_not_found)."
        ),
        FailureRow(
            status: 404,
            body: "ollama_openai_error_404.json",
            code: .modelNotFound,
            message: "host:1 does not have the model (404, not_found_error)."
        ),
        FailureRow(
            status: 404,
            body: #"{"error":{"message":"Invalid URL (POST /chat)","type":"invalid_request_error"}}"#,
            code: .noInterface,
            message: "host:1 has no chat completions under this base URL (404, invalid_request_error)."
        ),
        FailureRow(
            status: 404,
            body: "<html><body>my secret page about a model</body></html>",
            code: .notUnderstood,
            message: "host:1 sent a response that does not follow its interface (404, an HTML page)."
        ),
        FailureRow(
            status: 429,
            body: "openai_error_429_quota.json",
            headers: ["retry-after": "1"],
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (429, insufficient_quota)."
        ),
        FailureRow(
            status: 402,
            body: "{}",
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (402)."
        ),
        FailureRow(
            status: 429,
            body: "openai_error_429_rate.json",
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, rate_limit_exceeded).",
            retryAfter: .milliseconds(210)
        ),
        FailureRow(
            status: 429,
            body: "<html>",
            headers: ["Retry-After": "3"],
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, an HTML page).",
            retryAfter: .seconds(3)
        ),
        FailureRow(
            status: 500,
            body: "openai_error_500.json",
            code: .upstreamFault,
            message: "host:1 failed (500, server_error)."
        ),
        FailureRow(
            status: 502,
            body: "Bad gateway",
            headers: ["Content-Type": "text/html"],
            code: .upstreamFault,
            message: "host:1 failed (502, an HTML page)."
        ),
        FailureRow(
            status: 503,
            body: #"{"error":"loading"}"#,
            headers: ["retry-after": "20"],
            code: .upstreamFault,
            message: "host:1 failed (503).",
            retryAfter: .seconds(20)
        ),
        FailureRow(
            status: 301,
            body: "",
            code: .notUnderstood,
            message: "host:1 sent a response that does not follow its interface (301)."
        ),
        FailureRow(
            status: 400,
            body: #"{"error":{"message":"x","type":"sk-Proj1234","code":"Your prompt was: hello"}}"#,
            code: .invalidRequest,
            message: "host:1 did not accept the request (400)."
        ),
        // Azure's filter.
        FailureRow(
            status: 400,
            body:
                #"{"error":{"message":"The response was filtered","type":null,"param":"prompt","code":"content_filter","status":400,"innererror":{"code":"ResponsibleAIPolicyViolation","content_filter_result":{"hate":{"filtered":true,"severity":"high"}}}}}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (400, content_filter)."
        ),
        FailureRow(
            status: 400,
            body: #"{"error":{"message":"no","code":"400","inner_error":{"code":"ResponsibleAIPolicyViolation"}}}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (400)."
        ),
        // Other filters: DeepSeek's, xAI's and OpenRouter's.
        FailureRow(
            status: 400,
            body:
                #"{"error":{"message":"Content Exists Risk","type":"invalid_request_error","code":"invalid_request_error"}}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (400, invalid_request_error)."
        ),
        FailureRow(
            status: 403,
            body:
                #"{"code":"The caller does not have permission","error":"Content violates usage guidelines. Failed check: X"}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (403)."
        ),
        FailureRow(
            status: 403,
            body:
                #"{"error":{"code":403,"message":"flagged","metadata":{"reasons":["x"],"flagged_input":"a secret"}}}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (403)."
        ),
        // Policies of OpenAI.
        FailureRow(
            status: 400,
            body:
                #"{"error":{"message":"flagged","type":"invalid_request_error","param":null,"code":"invalid_prompt"}}"#,
            code: .refused,
            message: "The policy of host:1 does not allow the request (400, invalid_prompt)."
        ),
        FailureRow(
            status: 400,
            body: #"{"error":{"message":"flagged","code":"misalignment_policy_violation"}}"#,
            code: .refused,
            message: "The policy of host:1 does not allow the request (400, misalignment_policy_violation)."
        ),
        // Mistral's list of faults, in a `message` that is an object.
        FailureRow(
            status: 422,
            body:
                #"{"object":"error","message":{"detail":[{"type":"extra_forbidden","loc":["body","stream_options"],"msg":"Extra inputs are not permitted","input":"maximum context length is"}]},"type":"invalid_request_error","param":null,"code":null}"#,
            code: .invalidRequest,
            message: "host:1 did not accept the request (422, invalid_request_error)."
        ),
        FailureRow(
            status: 405,
            body: #"{"detail":"Method Not Allowed"}"#,
            code: .noInterface,
            message: "host:1 has no chat completions under this base URL (405)."
        ),
    ]

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

    @Test(arguments: rows) func table(row: FailureRow) throws {
        let failure = OpenAIFailure(status: row.status, headers: row.headers, body: try row.bytes)
        row.expect(failure.error(from: "host:1", now: .now))
    }
}
