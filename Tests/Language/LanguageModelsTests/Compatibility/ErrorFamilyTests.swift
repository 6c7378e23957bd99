import Foundation
import LanguageModels
import Testing

private struct NoTool: Tool {
    let name = "none"
    let description = "None."
    @Generable struct Arguments {}
    func call(arguments: Arguments) async throws -> String { "" }
}

/// Every error, its payload, and its description (reference §2.10).
@Suite(.timeLimit(.minutes(1))) struct ErrorFamilyTests {
    private typealias Old = LanguageModelSession.GenerationError

    private static let reset = Date(timeIntervalSince1970: 1_800_000_000)

    /// An error of a model, with the values that an app reads from it.
    struct Row: Sendable, CustomTestStringConvertible {
        let error: LanguageModelError
        let words: String
        var testDescription: String { words }
    }

    private static let rows = [
        Row(
            error: .contextSizeExceeded(
                .init(contextSize: 4096, tokenCount: 5000, debugDescription: "long", metadata: ["a": 1])
            ),
            words: "5000 of 4096"
        ),
        Row(error: .rateLimited(.init(resetDate: reset, debugDescription: "slow")), words: "wait until 1800000000"),
        Row(error: .guardrailViolation(.init(debugDescription: "stopped")), words: "filter: stopped"),
        Row(error: .refusal(.init(explanation: "I will not.", debugDescription: "no")), words: "refusal: I will not."),
        Row(
            error: .unsupportedCapability(.init(capability: .vision, debugDescription: "blind")),
            words: "no vision: true"
        ),
        Row(
            error: .unsupportedTranscriptContent(
                .init(unsupportedContent: [.prompt(.init(segments: []))], debugDescription: "strange")
            ),
            words: "1 strange entries"
        ),
        Row(
            error: .unsupportedGenerationGuide(.init(schemaName: "Trip", debugDescription: "guide")),
            words: "guide of Trip"
        ),
        Row(
            error: .unsupportedLanguageOrLocale(.init(languageCode: .japanese, debugDescription: "language")),
            words: "language ja"
        ),
        Row(error: .timeout(.init(debugDescription: "late", metadata: ["after": 30])), words: "timeout after 30"),
    ]

    /// The switch of code for 27.0, which is complete without a default.
    private static func words(_ error: LanguageModelError) async throws -> String {
        switch error {
        case .contextSizeExceeded(let excess): "\(excess.tokenCount) of \(excess.contextSize)"
        case .rateLimited(let limit): "wait until \(limit.resetDate.map { Int($0.timeIntervalSince1970) } ?? 0)"
        case .guardrailViolation(let violation): "filter: \(violation.debugDescription)"
        case .refusal(let refusal): "refusal: \(try await refusal.explanation.content)"
        case .unsupportedCapability(let lack): "no vision: \(lack.capability == .vision)"
        case .unsupportedTranscriptContent(let content): "\(content.unsupportedContent.count) strange entries"
        case .unsupportedGenerationGuide(let guide): "guide of \(guide.schemaName ?? "-")"
        case .unsupportedLanguageOrLocale(let language): "language \(language.languageCode.identifier)"
        case .timeout(let timeout): "timeout after \(timeout.metadata["after"] as? Int ?? 0)"
        }
    }

    @Test(arguments: rows)
    func anErrorOfTheModelReachesTheCallerWhole(row: Row) async throws {
        let session = LanguageModelSession(
            model: ScriptedModel([{ _, _ in throw row.error }, { _, _ in throw row.error }])
        )
        let error = await #expect(throws: LanguageModelError.self) { try await session.respond(to: "Hi") }
        #expect(try await Self.words(#require(error)) == row.words)
        #expect(error?.errorDescription == row.error.debugDescription)
        let streamed = await #expect(throws: LanguageModelError.self) {
            for try await snapshot in session.streamResponse(to: "Hi") { _ = snapshot.content }
        }
        #expect(streamed?.debugDescription == row.error.debugDescription)
        #expect(session.transcript.isEmpty)
    }

    @Test func theExplanationOfARefusalIsAResponseAndAStream() async throws {
        let refusal = LanguageModelError.Refusal(explanation: "No.", debugDescription: "d", metadata: ["k": "v"])
        #expect(refusal.metadata["k"] as? String == "v")
        #expect(try await refusal.explanation.content == "No.")
        var last = ""
        for try await snapshot in refusal.explanationStream { last = snapshot.content }
        #expect(last == "No.")
        let answer = Transcript.Entry.response(.init(segments: [.text(.init(content: "Not that."))]))
        let old = Old.Refusal(transcriptEntries: [answer])
        #expect(try await old.explanation.content == "Not that.")
        var lastOld = ""
        for try await snapshot in old.explanationStream { lastOld = snapshot.content }
        #expect(lastOld == "Not that.")
    }

    /// The switch of code for 26, which is complete without a default.
    private static func arm(_ error: Old) -> String {
        switch error {
        case .exceededContextWindowSize(let context): "exceededContextWindowSize \(context.debugDescription)"
        case .assetsUnavailable(let context): "assetsUnavailable \(context.debugDescription)"
        case .guardrailViolation(let context): "guardrailViolation \(context.debugDescription)"
        case .unsupportedGuide(let context): "unsupportedGuide \(context.debugDescription)"
        case .unsupportedLanguageOrLocale(let context): "unsupportedLanguageOrLocale \(context.debugDescription)"
        case .decodingFailure(let context): "decodingFailure \(context.debugDescription)"
        case .rateLimited(let context): "rateLimited \(context.debugDescription)"
        case .concurrentRequests(let context): "concurrentRequests \(context.debugDescription)"
        case .refusal(_, let context): "refusal \(context.debugDescription)"
        }
    }

    @Test func everyErrorOf26HasTextsForAPerson() {
        let context = Old.Context(debugDescription: "d")
        let errors: [Old] = [
            .exceededContextWindowSize(context), .assetsUnavailable(context), .guardrailViolation(context),
            .unsupportedGuide(context), .unsupportedLanguageOrLocale(context), .decodingFailure(context),
            .rateLimited(context), .concurrentRequests(context), .refusal(.init(transcriptEntries: []), context),
        ]
        #expect(Set(errors.map(Self.arm)).count == errors.count)
        #expect(errors.allSatisfy { Self.arm($0).hasSuffix(" d") && $0.errorDescription == "d" })
        #expect(Set(errors.compactMap(\.failureReason)).count == errors.count)
        #expect(errors.allSatisfy { $0.recoverySuggestion?.isEmpty == false })
    }

    @Test func theErrorsOfTheSession() async throws {
        func words(_ error: LanguageModelSession.Error) -> String? {
            switch error {
            case .concurrentRequests, .transcriptMutationWhileResponding: error.errorDescription
            }
        }
        #expect(words(.concurrentRequests)?.contains("already answering") == true)
        #expect(words(.transcriptMutationWhileResponding)?.contains("transcript") == true)
        let model = TranscriptChanger()
        let session = LanguageModelSession(model: model)
        model.session = session
        await #expect(throws: LanguageModelSession.Error.transcriptMutationWhileResponding) {
            try await session.respond(to: "Hi")
        }
        #expect(session.transcript.isEmpty)
    }

    @Test func anAnswerThatDoesNotFitIsAParsingError() async throws {
        let model = ScriptedModel([ScriptedModel.text("I do not know.")])
        let error = await #expect(throws: GeneratedContent.ParsingError.self) {
            try await LanguageModelSession(model: model).respond(to: "How many?", generating: Int.self)
        }
        #expect(error?.rawContent == "I do not know.")
        #expect(error?.errorDescription?.contains("not JSON") == true)
    }

    @Test func aToolsErrorIsMadeAndReadByAnApp() {
        var error = LanguageModelSession.ToolCallError(tool: NoTool(), underlyingError: CancellationError())
        #expect(error.tool.name == "none")
        #expect(error.underlyingError is CancellationError)
        error.underlyingError = LanguageModelSession.Error.concurrentRequests
        #expect(error.errorDescription?.hasPrefix("the tool none failed") == true)
    }
}

/// A model whose executor changes the transcript of the session that it answers.
private final class TranscriptChanger: LanguageModel, @unchecked Sendable {
    // Set once, before the only turn.
    weak var session: LanguageModelSession?
    let capabilities = LanguageModelCapabilities([])
    let executorConfiguration = 0

    struct Executor: LanguageModelExecutor {
        init(configuration: Int) {}

        func respond(
            to request: LanguageModelExecutorGenerationRequest,
            model: TranscriptChanger,
            streamingInto channel: LanguageModelExecutorGenerationChannel
        ) async throws {
            model.session?.transcript = Transcript()
            await channel.send(.response(action: .appendText("ok")))
        }
    }
}
