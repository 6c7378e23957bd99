import AgentWire
import LanguageModels
import ModelProviders
import Testing

@testable import AgentRuntime

/// The problem that a client sees for a failure of a model's provider.
@Suite struct TurnErrorTests {
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
