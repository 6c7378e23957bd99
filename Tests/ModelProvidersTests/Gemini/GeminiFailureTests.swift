import FoundationEssentials
import KeyLeasing
import Testing
import Transport

@testable import ModelProviders

/// The session's error for each failure, and the outcome for the key.
@Suite struct GeminiFailureTests {
    struct Row: Sendable {
        var status: Int
        /// The name of a fixture, or the body itself.
        var body: String
        var headers: HTTPHeaders = [:]
        var code: ModelProviderError.Code
        var message: String
        var retryAfter: Duration?
        var keyOutcome: KeyOutcome?
        var counts = (context: 0, tokens: 0)
    }

    static let rows: [Row] = [
        Row(
            status: 400,
            body: "gemini_error_400_key.json",
            code: .unauthorized,
            message: "host:1 refused the key (400, api_key_invalid).",
            keyOutcome: .refused
        ),
        Row(
            status: 400,
            body: #"{"error":{"code":400,"message":"Invalid value at 'contents'","status":"INVALID_ARGUMENT"}}"#,
            code: .invalidRequest,
            message: "host:1 did not accept the request (400, invalid_argument)."
        ),
        Row(
            status: 400,
            body: #"[{"error":{"code":400,"message":"secret","status":"FAILED_PRECONDITION"}}]"#,
            code: .unauthorized,
            message: "host:1 refused the key (400, failed_precondition).",
            keyOutcome: .refused
        ),
        Row(
            status: 400,
            body:
                #"{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).","status":"INVALID_ARGUMENT"}}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, invalid_argument).",
            counts: (1_048_576, 1_200_000)
        ),
        Row(
            status: 401,
            body: "{}",
            code: .unauthorized,
            message: "host:1 refused the key (401).",
            keyOutcome: .refused
        ),
        Row(
            status: 403,
            body: "gemini_error_403_nokey.json",
            code: .unauthorized,
            message: "host:1 refused the key (403, permission_denied).",
            keyOutcome: .refused
        ),
        Row(
            status: 403,
            body: #"{"error":{"code":403,"status":"PERMISSION_DENIED","details":[{"reason":"BILLING_DISABLED"}]}}"#,
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (403, billing_disabled).",
            keyOutcome: .outOfCredit
        ),
        Row(
            status: 404,
            body: "gemini_error_404.json",
            code: .modelNotFound,
            message: "host:1 does not have the model (404, not_found)."
        ),
        Row(
            status: 404,
            body: "<html>",
            code: .notUnderstood,
            message: "host:1 sent a response that does not follow its interface (404, an HTML page)."
        ),
        Row(status: 408, body: "", code: .timedOut, message: "host:1 took too long (408)."),
        Row(
            status: 413,
            body: "{}",
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (413)."
        ),
        Row(
            status: 429,
            body: "gemini_error_429.json",
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, resource_exhausted).",
            retryAfter: .seconds(34),
            keyOutcome: .limited(retryAfter: .seconds(34))
        ),
        Row(
            status: 429,
            body: #"{"error":{"code":429,"status":"RESOURCE_EXHAUSTED","details":[{"retryDelay":"34.5s"}]}}"#,
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429, resource_exhausted).",
            retryAfter: .seconds(34.5),
            keyOutcome: .limited(retryAfter: .seconds(34.5))
        ),
        Row(
            status: 429,
            body: #"{"error":{"details":[{"retryDelay":"soon"}]}}"#,
            headers: ["retry-after": "7"],
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429).",
            retryAfter: .seconds(7),
            keyOutcome: .limited(retryAfter: .seconds(7))
        ),
        // Until midnight in California, where it is 17:30.
        Row(
            status: 429,
            body:
                #"{"error":{"details":[{"violations":[{"quotaId":"GenerateRequestsPerDayPerProjectPerModel-FreeTier"}]},{"retryDelay":"34s"}]}}"#,
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429).",
            retryAfter: .seconds(6.5 * 3600),
            keyOutcome: .limited(retryAfter: .seconds(6.5 * 3600))
        ),
        Row(
            status: 500,
            body: #"{"error":{"code":500,"message":"secret","status":"INTERNAL"}}"#,
            code: .upstreamFault,
            message: "host:1 failed (500, internal)."
        ),
        Row(
            status: 503,
            body: "gemini_error_503.json",
            code: .upstreamFault,
            message: "host:1 failed (503, unavailable)."
        ),
        Row(
            status: 504,
            body: #"{"error":{"code":504,"status":"DEADLINE_EXCEEDED"}}"#,
            code: .timedOut,
            message: "host:1 took too long (504, deadline_exceeded)."
        ),
        Row(
            status: 502,
            body: "<html>my secret page</html>",
            code: .upstreamFault,
            message: "host:1 failed (502, an HTML page)."
        ),
    ]

    @Test(arguments: rows.indices) func table(index: Int) throws {
        let row = Self.rows[index]
        let body = row.body.hasSuffix(".json") ? try Fixture(row.body).bytes : Array(row.body.utf8)
        let failure = GeminiFailure(status: row.status, headers: row.headers, body: body)
        // 2026-11-21, 17:30 in California, which is eight hours behind UTC in winter.
        let now = Date(timeIntervalSince1970: 1_795_311_000)
        let error = failure.error(from: "host:1", now: now)
        #expect(error.code == row.code)
        #expect(error.message == row.message)
        #expect(error.retryAfter == row.retryAfter)
        #expect(error.keyOutcome == row.keyOutcome ?? .of(row.code))
        #expect(error.contextSize == row.counts.context)
        #expect(error.tokenCount == row.counts.tokens)
    }
}
