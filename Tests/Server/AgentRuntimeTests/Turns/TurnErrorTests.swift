import AgentWire
import LanguageModels
import ModelProviders
import Testing
import Transport

@testable import AgentRuntime

/// The problem that a client sees for a failure of a model's provider.
@Suite struct TurnErrorTests {
    /// No address and no advice that only an operator can follow reaches a client.
    @Test(
        arguments: [
            .unauthorized, .outOfCredit, .noUsableKey, .rateLimited, .modelNotFound, .noInterface, .filtered, .refused,
            .invalidRequest, .contextExceeded, .upstreamFault, .timedOut, .truncatedStream, .notUnderstood,
        ] as [ModelProviderError.Code]
    )
    func aClientLearnsNoAddress(code: ModelProviderError.Code) throws {
        var error = ModelProviderError(code, "127.0.0.1:18450 failed. Add a key, rotate one.", retryAfter: .seconds(3))
        error.facts = " (500, server_error)"
        let forSession: any Error =
            switch code {
            case .contextExceeded:
                LanguageModelError.contextSizeExceeded(
                    .init(contextSize: 1, tokenCount: 2, debugDescription: error.message)
                )
            case .rateLimited: LanguageModelError.rateLimited(.init(debugDescription: error.message))
            case .timedOut: LanguageModelError.timeout(.init(debugDescription: error.message))
            case .filtered: LanguageModelError.guardrailViolation(.init(debugDescription: error.message))
            case .refused: LanguageModelError.refusal(.init(explanation: "e", debugDescription: error.message))
            default: error
            }
        for error in [error, forSession] {
            let detail = Problem(turnError: error).detail
            #expect(!detail.contains("127.0.0.1") && !detail.contains("Add a key") && detail.hasSuffix("."))
        }
        let details = Problem(turnError: ModelProviderError(.noUsableKey, "Add one with `torii keys add openai`."))
            .detail
        #expect(!details.contains("torii keys"))
    }

    @Test(
        arguments: [
            .connect, .resolve, .tls, .send, .firstByte, .body, .limit, .circuitOpen, .policy, .invalidRequest,
            .timeout(.firstByte), .timeout(.idle),
        ] as [TransportError.Code]
    )
    func aBrokenConnectionIsTheServices(code: TransportError.Code) {
        let error = TransportError(
            code,
            "The answer of 127.0.0.1:18450 ended in the middle (Transferred a partial file)."
        )
        let problem = Problem(turnError: error)
        #expect(!problem.detail.contains("127.0.0.1") && !problem.detail.contains("partial file"))
        #expect(problem.detail.contains("model's") && problem.detail.hasSuffix("."))
        #expect(problem.kind == (code.timeoutStage == nil ? .upstreamFailed : .upstreamTimeout))
    }

    /// A failure, with the statuses in native form, OpenAI's and Anthropic's, and whether libraries repeat the request by themselves.
    @Test(
        arguments: [
            (ModelProviderError(.invalidRequest, "m"), .invalidRequest, 400, 400, 400, false),
            (ModelProviderError(.contextExceeded, "m"), .conversationTooLong, 422, 400, 400, false),
            (ModelProviderError(.outputLimit, "m"), .invalidRequest, 400, 400, 400, false),
            (
                LanguageModelError.contextSizeExceeded(.init(contextSize: 1, tokenCount: 2, debugDescription: "m")),
                .conversationTooLong, 422, 400, 400, false
            ),
            (LanguageModelError.guardrailViolation(.init(debugDescription: "m")), .refused, 422, 400, 400, false),
            (
                LanguageModelError.unsupportedCapability(.init(capability: .vision, debugDescription: "m")),
                .invalidRequest, 400, 400, 400, false
            ),
            (ModelProviderError(.unauthorized, "m"), .upstreamUnauthorized, 502, 502, 500, false),
            (ModelProviderError(.outOfCredit, "m"), .upstreamUnauthorized, 502, 502, 500, false),
            (ModelProviderError(.modelNotFound, "m"), .upstreamFailed, 502, 502, 500, false),
            (ModelProviderError(.noUsableKey, "m"), .noUsableKey, 503, 503, 529, false),
            (ModelProviderError(.noUsableKey, "m", retryAfter: .seconds(2)), .upstreamBusy, 503, 503, 529, true),
            (ModelProviderError(.upstreamFault, "m"), .upstreamFailed, 502, 502, 500, nil),
            (ModelProviderError(.truncatedStream, "m"), .upstreamFailed, 502, 502, 500, nil),
        ] as [(any Error, Problem.Kind, Int, Int, Int, Bool?)]
    )
    func aFaultIsToldToWhomItBelongs(
        error: any Error,
        kind: Problem.Kind,
        native: Int,
        openAI: Int,
        anthropic: Int,
        shouldRetry: Bool?
    ) throws {
        let problem = Problem(turnError: error)
        #expect(problem.kind == kind)
        #expect(problem.status == native)
        // As the log of the run has it.
        let stored = try #require(Problem(jsonValue: problem.jsonValue(requestID: nil)))
        for problem in [problem, stored] where problem.retryAfterSeconds != nil || problem == stored {
            #expect(problem.shouldRetry == shouldRetry)
            let documents = (OpenAIErrorDocument(problem), AnthropicErrorDocument(problem))
            #expect(documents.0.status == openAI && documents.0.shouldRetry == shouldRetry)
            #expect(documents.1.status == anthropic && documents.1.shouldRetry == shouldRetry)
        }
    }
}
