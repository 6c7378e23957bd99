import FoundationEssentials
import Testing
import Transport

@testable import ModelProviders

/// The session's error for each failure, and the outcome for the key.
@Suite struct AnthropicFailureTests {
    private static func detailed(_ type: String, _ detail: String) -> String {
        #"{"type":"error","error":{"type":"\#(type)","message":"no","details":{"error_code":"\#(detail)"}}}"#
    }

    static let rows: [FailureRow] = [
        FailureRow(
            status: 429,
            body: detailed("rate_limit_error", "contract_spend_limit_reached"),
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (429, contract_spend_limit_reached)."
        ),
        FailureRow(
            status: 429,
            body: detailed("rate_limit_error", "linked_organization_spend_limit_reached"),
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (429, linked_organization_spend_limit_reached)."
        ),
        FailureRow(
            status: 429,
            body: detailed("rate_limit_error", "ramp_limit_exceeded"),
            headers: ["Retry-After": "9"],
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, ramp_limit_exceeded).",
            retryAfter: .seconds(9)
        ),
        FailureRow(
            status: 400,
            body: detailed("invalid_request_error", "organization_on_hold"),
            code: .unauthorized,
            message: "host:1 refused the key (400, organization_on_hold)."
        ),
        FailureRow(
            status: 400,
            body:
                #"{"type":"error","error":{"type":"invalid_request_error","message":"Output blocked by content filtering policy"}}"#,
            code: .filtered,
            message: "The content filter of host:1 stopped the request (400, invalid_request_error)."
        ),
        FailureRow(
            status: 400,
            body: "anthropic_error_400.json",
            code: .invalidRequest,
            message: "host:1 did not accept the request (400, invalid_request_error)."
        ),
        FailureRow(
            status: 400,
            body:
                #"{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 203456 tokens > 200000 maximum"}}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, invalid_request_error).",
            counts: (200_000, 203_456)
        ),
        FailureRow(
            status: 400,
            body:
                #"{"type":"error","error":{"type":"invalid_request_error","message":"You have reached your specified API usage limits."}}"#,
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (400, invalid_request_error)."
        ),
        FailureRow(
            status: 400,
            body:
                #"{"type":"error","error":{"type":"invalid_request_error","message":"litellm.ContextWindowExceededError: request (12020 tokens) exceeds the available context size (4096 tokens)"}}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, invalid_request_error).",
            counts: (4096, 12_020)
        ),
        FailureRow(
            status: 400,
            body:
                #"{"type":"error","error":{"type":"invalid_request_error","message":"anthropic_messages: Invalid model name passed in model=m."}}"#,
            code: .modelNotFound,
            message: "host:1 does not have the model (400, invalid_request_error)."
        ),
        FailureRow(
            status: 401,
            body: "anthropic_error_401.json",
            code: .unauthorized,
            message: "host:1 refused the key (401, authentication_error)."
        ),
        FailureRow(
            status: 402,
            body: "anthropic_error_402.json",
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (402, billing_error)."
        ),
        FailureRow(
            status: 403,
            body: "anthropic_error_403.json",
            code: .unauthorized,
            message: "host:1 refused the key (403, permission_error)."
        ),
        FailureRow(
            status: 404,
            body: "anthropic_error_404.json",
            code: .modelNotFound,
            message: "host:1 does not have the model (404, not_found_error)."
        ),
        FailureRow(
            status: 404,
            body: #"{"error":{"type":"not_found_error","message":"Not Found"}}"#,
            code: .noInterface,
            message: "host:1 has no messages under this base URL (404, not_found_error)."
        ),
        FailureRow(
            status: 413,
            body: "anthropic_error_413.json",
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (413, request_too_large)."
        ),
        FailureRow(
            status: 429,
            body: "anthropic_error_429.json",
            headers: ["retry-after": "7"],
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, rate_limit_error).",
            retryAfter: .seconds(7)
        ),
        FailureRow(
            status: 429,
            body: "anthropic_error_429.json",
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, rate_limit_error)."
        ),
        FailureRow(
            status: 429,
            body: "anthropic_error_429_spend.json",
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (429, enforced_spend_limit_reached)."
        ),
        FailureRow(
            status: 500,
            body: "anthropic_error_500.json",
            code: .upstreamFault,
            message: "host:1 failed (500, api_error)."
        ),
        FailureRow(status: 503, body: "", code: .upstreamFault, message: "host:1 failed (503)."),
        FailureRow(
            status: 504,
            body: "anthropic_error_504.json",
            code: .timedOut,
            message: "host:1 took too long (504, timeout_error)."
        ),
        FailureRow(status: 408, body: "{}", code: .timedOut, message: "host:1 took too long (408)."),
        FailureRow(
            status: 529,
            body: "anthropic_error_529.json",
            headers: ["retry-after": "2"],
            code: .upstreamFault,
            message: "host:1 failed (529, overloaded_error).",
            retryAfter: .seconds(2)
        ),
        FailureRow(
            status: 502,
            body: "<html>my secret page</html>",
            code: .upstreamFault,
            message: "host:1 failed (502, an HTML page)."
        ),
        FailureRow(
            status: 404,
            body: "<html>",
            code: .notUnderstood,
            message: "host:1 sent a response that does not follow its interface (404, an HTML page)."
        ),
        // llama.cpp's form of an error.
        FailureRow(
            status: 401,
            body: #"{"error":{"code":401,"message":"Invalid API Key","type":"authentication_error"}}"#,
            code: .unauthorized,
            message: "host:1 refused the key (401, authentication_error)."
        ),
        FailureRow(
            status: 400,
            body:
                #"{"error":{"code":400,"message":"too long","type":"exceed_context_size_error","n_ctx":4096,"n_prompt_tokens":5000}}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, exceed_context_size_error).",
            counts: (4096, 5000)
        ),
    ]

    @Test(arguments: rows) func table(row: FailureRow) throws {
        let failure = AnthropicFailure(status: row.status, headers: row.headers, body: try row.bytes)
        row.expect(failure.error(from: "host:1", now: .now))
    }
}
