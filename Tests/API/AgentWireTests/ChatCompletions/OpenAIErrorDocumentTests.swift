import AgentWire
import StreamingJSON
import Testing

@Suite struct OpenAIErrorDocumentTests {
    /// A kind of problem, with its status, type, code and the advice to repeat the request.
    @Test(
        arguments: [
            (.invalidJSON, 400, "invalid_request_error", nil, false),
            (.invalidRequest, 400, "invalid_request_error", nil, false),
            (.unauthorized, 401, "invalid_request_error", "invalid_api_key", false),
            (.forbidden, 403, "invalid_request_error", "insufficient_permissions", false),
            (.notFound, 404, "invalid_request_error", "not_found", false),
            (.methodNotAllowed, 405, "invalid_request_error", "method_not_allowed", false),
            (.payloadTooLarge, 413, "invalid_request_error", "payload_too_large", false),
            (.conflict, 409, "invalid_request_error", "conflict", false),
            (.runCancelled, 409, "invalid_request_error", "run_cancelled", false),
            (.conversationTooLong, 400, "invalid_request_error", "context_length_exceeded", false),
            (.refused, 400, "invalid_request_error", "content_filter", false),
            (.idempotencyMismatch, 422, "invalid_request_error", "idempotency_mismatch", false),
            (.rateLimited, 429, "rate_limit_error", "rate_limit_exceeded", true),
            (.budgetExceeded, 429, "insufficient_quota", "insufficient_quota", false),
            (.overloaded, 503, "server_error", "overloaded", true),
            (.shuttingDown, 503, "server_error", "shutting_down", true),
            (.issuerUnavailable, 503, "server_error", "issuer_unavailable", true),
            (.upstreamBusy, 503, "server_error", "upstream_busy", true),
            (.noUsableKey, 503, "server_error", "no_usable_key", false),
            (.runInterrupted, 503, "server_error", "server_stopped", true),
            (.upstreamFailed, 502, "server_error", "upstream_failed", nil),
            (.upstreamUnauthorized, 502, "server_error", "upstream_unauthorized", false),
            (.structuredOutputInvalid, 502, "server_error", "structured_output_invalid", false),
            (.upstreamTimeout, 504, "server_error", "upstream_timeout", nil),
            (.deadlineExceeded, 504, "server_error", "deadline_exceeded", false),
            (.internalError, 500, "server_error", "internal_error", nil),
        ] as [(Problem.Kind, Int, String, String?, Bool?)]
    )
    func kindsAreRendered(kind: Problem.Kind, status: Int, type: String, code: String?, shouldRetry: Bool?) {
        let error = OpenAIErrorDocument(Problem(kind, detail: "d"))
        #expect(error.status == status)
        #expect(error.type == type)
        #expect(error.code == code)
        #expect(error.shouldRetry == shouldRetry)
        #expect(error.message.hasSuffix("d"))
        #expect(error.param == nil)
    }

    /// A kind of problem, and its message, by which clients that do not read the code recognize it.
    @Test(
        arguments: [
            (.unauthorized, "Incorrect API key provided: d"),
            (.conversationTooLong, "This model's maximum context length is exceeded: d"), (.overloaded, "d"),
        ] as [(Problem.Kind, String)]
    )
    func someMessagesStartLikeOpenAIs(kind: Problem.Kind, message: String) {
        #expect(OpenAIErrorDocument(Problem(kind, detail: "d")).message == message)
    }

    @Test(arguments: Problem.Kind.allCases)
    func afterToolCallsRequestsMustNotBeRepeated(kind: Problem.Kind) {
        var problem = Problem(kind, detail: "d", retryAfterSeconds: 5)
        problem.isAfterToolCalls = true
        #expect(OpenAIErrorDocument(problem).shouldRetry == false)
    }

    @Test(arguments: [Problem.Kind.conflict, .conversationBusy, .noUsableKey])
    func problemsWithAWaitingTimeMayBeRepeated(kind: Problem.Kind) {
        #expect(OpenAIErrorDocument(Problem(kind, detail: "d", retryAfterSeconds: 5)).shouldRetry == true)
    }

    /// A JSON pointer, and the field in OpenAI's notation.
    @Test(
        arguments: [
            ("#", nil), ("#/model", "model"), ("#/messages/2/tool_call_id", "messages.[2].tool_call_id"),
            ("#/tools/0/function/parameters", "tools.[0].function.parameters"), ("#/messages", "messages"),
            ("#/a~1b/c~0d", "a/b.c~d"),
            ("#/messages/12/content/3/image_url/url", "messages.[12].content.[3].image_url.url"),
        ] as [(String, String?)]
    )
    func fieldsHaveOpenAIsNotation(pointer: String, param: String?) {
        let faults: FaultList = [.init(pointer: pointer, detail: "is wrong", kind: .wrongType)]
        let error = OpenAIErrorDocument(Problem(.invalidRequest, detail: faults.description, faults: faults))
        #expect(error.param == param)
        #expect(error.code == "invalid_type")
        #expect(error.message == "\(param ?? "the body"): is wrong")
    }

    @Test func manyFaultsAreOneMessage() {
        let faults = FaultList((0..<500).map { .init(pointer: "#/messages/\($0)/role", detail: "is wrong") })
        let error = OpenAIErrorDocument(Problem(.invalidRequest, detail: faults.description, faults: faults))
        #expect(error.message.hasPrefix("messages.[0].role: is wrong; messages.[1].role: is wrong; "))
        #expect(error.message.hasSuffix("; and 480 more"))
        #expect(error.param == "messages.[0].role")
    }

    /// A problem, and whether it is about a model that the client may not use.
    @Test(arguments: [
        (
            Problem(
                .invalidRequest,
                detail: "d",
                faults: [.init(pointer: "#/model", detail: "a", kind: .unknownModel)]
            ), true
        ),
        (Problem(.notFound, detail: "d", faults: [.init(pointer: "#/model", detail: "a")]), true),
        (
            Problem(.invalidRequest, detail: "d", faults: [.init(pointer: "#/model", detail: "a", kind: .wrongType)]),
            false
        ),
        (Problem(.notFound, detail: "d"), false),
    ])
    func anUnknownModelIsNotFound(problem: Problem, isNotFound: Bool) {
        let error = OpenAIErrorDocument(problem)
        #expect((error.status == 404 && error.code == "model_not_found" && error.param == "model") == isNotFound)
        #expect(error.message == "d")
        #expect(error.shouldRetry == false)
    }

    @Test func theDocumentHasFourMembers() {
        let document = OpenAIErrorDocument(Problem(.unauthorized, detail: "send a token")).jsonValue.serialized()
        #expect(
            document
                == #"{"error":{"message":"Incorrect API key provided: send a token","type":"invalid_request_error","#
                + #""param":null,"code":"invalid_api_key"}}"#
        )
    }

    /// Faulty input, and the field that the error names.
    @Test(arguments: [
        (#"{"messages":[]}"#, "messages"), (#"{"messages":[{"role":"critic","content":"a"}]}"#, "messages.[0].role"),
        (
            #"{"messages":[{"role":"user","content":"a"},{"role":"tool","tool_call_id":"c","content":"a"}]}"#,
            "messages.[1].tool_call_id"
        ),
        (#"{"input":"a"}"#, "input"),
        (#"{"messages":[{"role":"user","content":"a"}],"stream":"yes"}"#, "stream"),
        (#"{"messages":[{"role":"user","content":"a"}],"max_tokens":0}"#, "max_tokens"),
    ])
    func errorsNameTheFaultyField(json: String, param: String) throws {
        let value = try JSONValue(parsing: json)
        let error = try #require(throws: WireError.self) { try ChatCompletionRequest(jsonValue: value) }
        let document = OpenAIErrorDocument(Problem(.invalidRequest, detail: error.description, faults: error.faults))
        #expect(document.status == 400 && document.param == param && document.code != nil)
        #expect(document.message.hasPrefix(param + ": "))
    }
}
