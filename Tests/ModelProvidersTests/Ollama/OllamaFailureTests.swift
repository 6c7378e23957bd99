import FoundationEssentials
import KeyLeasing
import LanguageModels
import Testing
import Transport

@testable import ModelProviders

/// The session's error for each failure, and the outcome for the key.
@Suite struct OllamaFailureTests {
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
            status: 404,
            body: "ollama_error_404.json",
            code: .modelNotFound,
            message: "host:1 does not have the model (404). Get it with `ollama pull qwen3:4b`."
        ),
        Row(
            status: 404,
            body: "404 page not found",
            code: .noInterface,
            message: "host:1 has no Ollama under this base URL (404)."
        ),
        Row(
            status: 404,
            body: "<html>",
            code: .notUnderstood,
            message: "host:1 sent a response that does not follow its interface (404, an HTML page)."
        ),
        Row(
            status: 400,
            body: #"{"error":"invalid character 's' in secret"}"#,
            code: .invalidRequest,
            message: "host:1 did not accept the request (400)."
        ),
        Row(
            status: 400,
            body:
                #"{"error":"{\"error\":{\"code\":400,\"message\":\"request (8889 tokens) exceeds\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":8889,\"n_ctx\":4096}}"}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, exceed_context_size_error).",
            counts: (4096, 8889)
        ),
        Row(
            status: 400,
            body: #"{"error":"the prompt is longer than the context length currently available to the model"}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400)."
        ),
        Row(
            status: 401,
            body: #"{"error":"unauthorized"}"#,
            code: .unauthorized,
            message: "host:1 refused the key (401).",
            keyOutcome: .refused
        ),
        Row(
            status: 402,
            body: "{}",
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (402).",
            keyOutcome: .outOfCredit
        ),
        Row(
            status: 403,
            body: "",
            code: .unauthorized,
            message: "host:1 refused the key (403).",
            keyOutcome: .refused
        ),
        Row(status: 408, body: "", code: .timedOut, message: "host:1 took too long (408)."),
        Row(
            status: 429,
            body: #"{"error":"too many requests"}"#,
            headers: ["retry-after": "7"],
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429).",
            retryAfter: .seconds(7),
            keyOutcome: .limited(retryAfter: .seconds(7))
        ),
        Row(
            status: 500,
            body: #"{"error":"llama runner process has terminated"}"#,
            code: .upstreamFault,
            message: "host:1 failed (500)."
        ),
        Row(
            status: 503,
            body: #"{"error":"server busy, please try again.  maximum pending requests exceeded"}"#,
            code: .upstreamFault,
            message: "host:1 failed (503)."
        ),
        Row(
            status: 502,
            body: "<html>my secret page</html>",
            code: .upstreamFault,
            message: "host:1 failed (502, an HTML page)."
        ),
        Row(status: 504, body: "{}", code: .timedOut, message: "host:1 took too long (504)."),
    ]

    private func error(_ status: Int, _ body: String, _ headers: HTTPHeaders = [:]) throws -> any Error {
        let bytes = body.hasSuffix(".json") ? try Fixture(body).bytes : Array(body.utf8)
        return OllamaFailure(status: status, headers: headers, body: bytes)
            .error(from: "host:1", model: "qwen3:4b", now: .now)
    }

    @Test(arguments: rows.indices) func table(index: Int) throws {
        let row = Self.rows[index]
        let error = try #require(error(row.status, row.body, row.headers) as? ModelProviderError)
        #expect(error.code == row.code)
        #expect(error.message == row.message)
        #expect(error.retryAfter == row.retryAfter)
        #expect(error.keyOutcome == row.keyOutcome ?? .of(row.code))
        #expect(error.contextSize == row.counts.context)
        #expect(error.tokenCount == row.counts.tokens)
    }

    @Test func whatTheModelCannotDo() throws {
        let rows: [(String, LanguageModelCapabilities.Capability, String)] = [
            ("ollama_error_400_tools.json", .toolCalling, "The model qwen3:4b cannot call tools."),
            (
                #"{"error":"\"tiny\" does not support thinking"}"#, .reasoning,
                "The model qwen3:4b cannot think in the way that was asked for."
            ),
            (
                #"{"error":"think value \"max\" is not supported for this model"}"#, .reasoning,
                "The model qwen3:4b cannot think in the way that was asked for."
            ),
        ]
        for (body, capability, message) in rows {
            let error = try error(400, body)
            guard case LanguageModelError.unsupportedCapability(let payload) = error else {
                Issue.record("It is \(error).")
                continue
            }
            #expect(payload.capability == capability)
            #expect(payload.debugDescription == message)
        }
    }
}
