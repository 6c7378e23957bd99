import AgentWire
import StreamingJSON
import Testing

@Suite struct AnthropicErrorDocumentTests {
    /// A kind of problem, with its status, type and the advice to repeat the request.
    @Test(
        arguments: [
            (.invalidJSON, 400, "invalid_request_error", false), (.invalidRequest, 400, "invalid_request_error", false),
            (.conversationTooLong, 400, "invalid_request_error", false),
            (.refused, 400, "invalid_request_error", false),
            (.unauthorized, 401, "authentication_error", false), (.forbidden, 403, "permission_error", false),
            (.notFound, 404, "not_found_error", false), (.methodNotAllowed, 405, "invalid_request_error", false),
            (.payloadTooLarge, 413, "request_too_large", false),
            (.unsupportedMediaType, 415, "invalid_request_error", false),
            (.misdirectedRequest, 421, "invalid_request_error", false),
            (.idempotencyMismatch, 422, "invalid_request_error", false),
            (.conflict, 409, "conflict_error", false), (.conversationBusy, 409, "conflict_error", false),
            (.runCancelled, 409, "conflict_error", false), (.storageFull, 409, "conflict_error", false),
            (.rateLimited, 429, "rate_limit_error", true), (.budgetExceeded, 429, "rate_limit_error", false),
            (.overloaded, 529, "overloaded_error", true), (.shuttingDown, 529, "overloaded_error", true),
            (.issuerUnavailable, 529, "overloaded_error", true),
            (.upstreamBusy, 529, "overloaded_error", true), (.runInterrupted, 529, "overloaded_error", true),
            (.noUsableKey, 529, "overloaded_error", false), (.upstreamTimeout, 504, "timeout_error", nil),
            (.deadlineExceeded, 504, "timeout_error", false), (.upstreamFailed, 500, "api_error", nil),
            (.upstreamUnauthorized, 500, "api_error", false), (.structuredOutputInvalid, 500, "api_error", false),
            (.internalError, 500, "api_error", nil),
        ] as [(Problem.Kind, Int, String, Bool?)]
    )
    func kindsAreRendered(kind: Problem.Kind, status: Int, type: String, shouldRetry: Bool?) {
        let error = AnthropicErrorDocument(Problem(kind, detail: "d"))
        #expect(error.status == status)
        #expect(error.type == type)
        #expect(error.shouldRetry == shouldRetry)
        #expect(error.message == (kind == .conversationTooLong ? "prompt is too long: d" : "d"))
        #expect(error.code == (kind == .budgetExceeded ? "enforced_spend_limit_reached" : nil))
    }

    @Test(arguments: Problem.Kind.allCases)
    func afterToolCallsRequestsMustNotBeRepeated(kind: Problem.Kind) {
        var problem = Problem(kind, detail: "d", retryAfterSeconds: 5)
        problem.isAfterToolCalls = true
        #expect(AnthropicErrorDocument(problem).shouldRetry == false)
    }

    @Test(arguments: [Problem.Kind.conflict, .conversationBusy, .noUsableKey])
    func problemsWithAWaitingTimeMayBeRepeated(kind: Problem.Kind) {
        #expect(AnthropicErrorDocument(Problem(kind, detail: "d", retryAfterSeconds: 5)).shouldRetry == true)
    }

    /// A JSON pointer, and the field in Anthropic's notation.
    @Test(arguments: [
        ("#", "the body"), ("#/model", "model"),
        ("#/messages/2/content/0/tool_use_id", "messages.2.content.0.tool_use_id"),
        ("#/a~1b/c~0d", "a/b.c~d"),
    ])
    func fieldsHaveAnthropicsNotation(pointer: String, field: String) {
        let faults: FaultList = [.init(pointer: pointer, detail: "is wrong")]
        let error = AnthropicErrorDocument(Problem(.invalidRequest, detail: faults.description, faults: faults))
        #expect(error.message == "\(field): is wrong")
        let other = AnthropicErrorDocument(Problem(.invalidRequest, detail: "no such tool", faults: faults))
        #expect(other.message == "no such tool (\(field): is wrong)")
    }

    @Test func manyFaultsAreOneMessage() {
        let faults = FaultList((0..<500).map { .init(pointer: "#/messages/\($0)/role", detail: "is wrong") })
        let error = AnthropicErrorDocument(Problem(.invalidRequest, detail: faults.description, faults: faults))
        #expect(error.message.hasPrefix("messages.0.role: is wrong; messages.1.role: is wrong; "))
        #expect(error.message.hasSuffix("; and 480 more"))
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
        (Problem(.invalidRequest, detail: "d", faults: [.init(pointer: "#/model", detail: "a")]), false),
    ])
    func anUnknownModelIsNotFound(problem: Problem, isNotFound: Bool) {
        let error = AnthropicErrorDocument(problem)
        #expect((error.status == 404 && error.type == "not_found_error") == isNotFound)
        #expect(error.message == "d (model: a)" && error.shouldRetry == false)
    }

    @Test func theDocumentHasAnthropicsForm() throws {
        let document = AnthropicErrorDocument(Problem(.budgetExceeded, detail: "too much"))
        let json = document.jsonValue(requestID: "r1")
        #expect(
            json.serialized()
                == #"{"type":"error","error":{"details":{"error_code":"enforced_spend_limit_reached"},"#
                + #""type":"rate_limit_error","message":"too much"},"request_id":"r1"}"#
        )
        #expect(try AnthropicErrorDocument(jsonValue: json, status: 429, shouldRetry: false) == document)
        let plain = AnthropicErrorDocument(Problem(.overloaded, detail: "Overloaded")).jsonValue(requestID: nil)
        #expect(
            plain.serialized()
                == #"{"type":"error","error":{"details":null,"type":"overloaded_error","message":"Overloaded"},"request_id":null}"#
        )
    }

    @Test func modelsHaveAnthropicsForm() {
        let list = ModelList([
            .init(id: "a", createdAt: 1_795_219_200, owner: "o"), .init(id: "b", createdAt: 0, owner: "o"),
        ])
        #expect(
            list.anthropicValue.serialized()
                == #"{"data":[{"type":"model","id":"a","display_name":"a","created_at":"2026-11-21T00:00:00Z","lifecycle":"active"},"#
                + #"{"type":"model","id":"b","display_name":"b","created_at":"1970-01-01T00:00:00Z","lifecycle":"active"}],"#
                + #""has_more":false,"first_id":"a","last_id":"b"}"#
        )
        #expect(ModelList([]).anthropicValue["first_id"] == .null)
    }
}
