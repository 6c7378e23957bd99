import FoundationEssentials
import LanguageModels
import Testing
import Transport

@testable import ModelProviders

/// The session's error for each failure, and the outcome for the key.
@Suite struct OllamaFailureTests {
    static let rows: [FailureRow] = [
        FailureRow(
            status: 404,
            body: "ollama_error_404.json",
            code: .modelNotFound,
            message: "host:1 does not have the model (404). Get it with `ollama pull qwen3:4b`."
        ),
        FailureRow(
            status: 404,
            body: "404 page not found",
            code: .noInterface,
            message: "host:1 has no Ollama under this base URL (404)."
        ),
        FailureRow(
            status: 404,
            body: "<html>",
            code: .notUnderstood,
            message: "host:1 sent a response that does not follow its interface (404, an HTML page)."
        ),
        FailureRow(
            status: 400,
            body: #"{"error":"invalid character 's' in secret"}"#,
            code: .invalidRequest,
            message: "host:1 did not accept the request (400)."
        ),
        FailureRow(
            status: 400,
            body:
                #"{"error":"{\"error\":{\"code\":400,\"message\":\"request (8889 tokens) exceeds\",\"type\":\"exceed_context_size_error\",\"n_prompt_tokens\":8889,\"n_ctx\":4096}}"}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400, exceed_context_size_error).",
            counts: (4096, 8889)
        ),
        FailureRow(
            status: 400,
            body: #"{"error":"the prompt is longer than the context length currently available to the model"}"#,
            code: .contextExceeded,
            message: "The conversation is longer than the model at host:1 can read (400)."
        ),
        FailureRow(
            status: 401,
            body: #"{"error":"unauthorized"}"#,
            code: .unauthorized,
            message: "host:1 refused the key (401)."
        ),
        FailureRow(
            status: 402,
            body: "{}",
            code: .outOfCredit,
            message: "The account at host:1 has no credit left (402)."
        ),
        FailureRow(
            status: 403,
            body: "",
            code: .unauthorized,
            message: "host:1 refused the key (403)."
        ),
        FailureRow(status: 408, body: "", code: .timedOut, message: "host:1 took too long (408)."),
        FailureRow(
            status: 429,
            body: #"{"error":"too many requests"}"#,
            headers: ["retry-after": "7"],
            code: .rateLimited,
            message: "host:1 wants fewer requests for now (429).",
            retryAfter: .seconds(7)
        ),
        FailureRow(
            status: 500,
            body: #"{"error":"llama runner process has terminated"}"#,
            code: .upstreamFault,
            message: "host:1 failed (500)."
        ),
        FailureRow(
            status: 503,
            body: #"{"error":"server busy, please try again.  maximum pending requests exceeded"}"#,
            code: .upstreamFault,
            message: "host:1 failed (503)."
        ),
        FailureRow(
            status: 502,
            body: "<html>my secret page</html>",
            code: .upstreamFault,
            message: "host:1 failed (502, an HTML page)."
        ),
        FailureRow(status: 504, body: "{}", code: .timedOut, message: "host:1 took too long (504)."),
    ]

    private func error(_ status: Int, _ headers: HTTPHeaders, _ body: [UInt8]) -> any Error {
        OllamaFailure(status: status, headers: headers, body: body)
            .error(from: "host:1", model: "qwen3:4b", now: .now)
    }

    @Test(arguments: rows) func table(row: FailureRow) throws {
        row.expect(try #require(error(row.status, row.headers, row.bytes) as? ModelProviderError))
    }

    @Test(arguments: [
        (
            "ollama_error_400_tools.json", LanguageModelCapabilities.Capability.toolCalling,
            "The model qwen3:4b cannot call tools."
        ),
        (
            #"{"error":"\"tiny\" does not support thinking"}"#, .reasoning,
            "The model qwen3:4b cannot think in the way that was asked for."
        ),
        (
            #"{"error":"think value \"max\" is not supported for this model"}"#, .reasoning,
            "The model qwen3:4b cannot think in the way that was asked for."
        ),
    ])
    func whatTheModelCannotDo(
        body: String,
        capability: LanguageModelCapabilities.Capability,
        message: String
    ) throws {
        let error = try error(400, [:], FailureRow.bytes(of: body))
        guard case LanguageModelError.unsupportedCapability(let payload) = error else {
            Issue.record("It is \(error).")
            return
        }
        #expect(payload.capability == capability)
        #expect(payload.debugDescription == message)
    }
}
