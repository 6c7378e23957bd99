import FoundationEssentials
import Testing
import Transport

@testable import ModelProviders

/// The session's error for each failure, and the outcome for the key.
@Suite struct GeminiFailureTests {
    static let rows: [FailureRow] = [
        FailureRow(
            status: 400,
            body: "gemini_error_400_key.json",
            code: .unauthorized,
            message: "host:1 refused the key (400, api_key_invalid)."
        ),
        FailureRow(
            status: 400,
            body: #"{"error":{"code":400,"message":"Invalid value at 'contents'","status":"INVALID_ARGUMENT"}}"#,
            code: .invalidRequest,
            message: "host:1 did not accept the request (400, invalid_argument)."
        ),
        FailureRow(
            status: 400,
            body: #"[{"error":{"code":400,"message":"secret","status":"FAILED_PRECONDITION"}}]"#,
            code: .unauthorized,
            message: "host:1 refused the key (400, failed_precondition)."
        ),
        FailureRow(
            status: 400,
            body:
                #"{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, invalid_argument).",
            counts: (1_048_576, 1_200_000)
        ),
        FailureRow(
            status: 401,
            body: "{}",
            code: .unauthorized,
            message: "host:1 refused the key (401)."
        ),
        FailureRow(
            status: 403,
            body: "gemini_error_403_nokey.json",
            code: .unauthorized,
            message: "host:1 refused the key (403, permission_denied)."
        ),
        FailureRow(
            status: 403,
            body: #"{"error":{"code":403,"status":"PERMISSION_DENIED","details":[{"reason":"BILLING_DISABLED"}]}}"#,
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (403, billing_disabled)."
        ),
        FailureRow(
            status: 404,
            body: "gemini_error_404.json",
            code: .modelNotFound,
            message: "host:1 does not have the model (404, not_found)."
        ),
        FailureRow(
            status: 404,
            body: "<html>",
            code: .notUnderstood,
            message: "host:1 sent a response that does not follow its interface (404, an HTML page)."
        ),
        FailureRow(status: 408, body: "", code: .timedOut, message: "host:1 took too long (408)."),
        FailureRow(
            status: 413,
            body: "{}",
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (413)."
        ),
        FailureRow(
            status: 429,
            body: "gemini_error_429.json",
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, resource_exhausted).",
            retryAfter: .seconds(34)
        ),
        FailureRow(
            status: 429,
            body: #"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"34.5s"}]}}"#,
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, resource_exhausted).",
            retryAfter: .seconds(34.5)
        ),
        FailureRow(
            status: 429,
            body: #"{"error":{"details":[{"retryDelay":"soon"}]}}"#,
            headers: ["retry-after": "7"],
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429).",
            retryAfter: .seconds(7)
        ),
        // Until midnight in California, where it is 17:30.
        FailureRow(
            status: 429,
            body:
                #"{"error":{"details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},{"retryDelay":"34s"}]}}"#,
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429).",
            retryAfter: .seconds(6.5 * 3600)
        ),
        FailureRow(
            status: 500,
            body: #"{"error":{"code":500,"message":"secret","status":"INTERNAL"}}"#,
            code: .upstreamFault,
            message: "host:1 failed (500, internal)."
        ),
        FailureRow(
            status: 503,
            body: "gemini_error_503.json",
            code: .upstreamFault,
            message: "host:1 failed (503, unavailable)."
        ),
        FailureRow(
            status: 504,
            body: #"{"error":{"code":504,"status":"DEADLINE_EXCEEDED"}}"#,
            code: .timedOut,
            message: "host:1 took too long (504, deadline_exceeded)."
        ),
        FailureRow(
            status: 502,
            body: "<html>my secret page</html>",
            code: .upstreamFault,
            message: "host:1 failed (502, an HTML page)."
        ),
    ]

    @Test(arguments: rows) func table(row: FailureRow) throws {
        let failure = GeminiFailure(status: row.status, headers: row.headers, body: try row.bytes)
        // 2026-11-21, 17:30 in California, which is eight hours behind UTC in winter.
        row.expect(failure.error(from: "host:1", now: Date(timeIntervalSince1970: 1_795_311_000)))
    }
}
