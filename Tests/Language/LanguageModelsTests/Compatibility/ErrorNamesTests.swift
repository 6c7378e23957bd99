import Foundation
import LanguageModels
import Testing

/// Catch clauses of code for 26 and for 27.0, each with its version of errors.
@Suite(.timeLimit(.minutes(1))) struct ErrorNamesTests {
    private typealias Old = LanguageModelSession.GenerationError

    /// An error of a model or a session, with the name of the clause that code for 26 has for it.
    struct Row: Sendable, CustomTestStringConvertible {
        let error: any Error & Sendable
        let arm: String
        var testDescription: String { arm }
    }

    private static let rows = [
        Row(
            error: LanguageModelError.contextSizeExceeded(
                .init(contextSize: 8, tokenCount: 9, debugDescription: "long")
            ),
            arm: "exceededContextWindowSize"
        ),
        Row(error: LanguageModelError.rateLimited(.init(debugDescription: "slow")), arm: "rateLimited"),
        Row(error: LanguageModelError.guardrailViolation(.init(debugDescription: "no")), arm: "guardrailViolation"),
        Row(
            error: LanguageModelError.refusal(.init(explanation: "I would rather not.", debugDescription: "no")),
            arm: "refusal: I would rather not."
        ),
        Row(
            error: LanguageModelError.unsupportedGenerationGuide(.init(schemaName: nil, debugDescription: "guide")),
            arm: "unsupportedGuide"
        ),
        Row(
            error: LanguageModelError.unsupportedLanguageOrLocale(.init(languageCode: "tlh", debugDescription: "tlh")),
            arm: "unsupportedLanguageOrLocale"
        ),
        Row(
            error: SystemLanguageModel.Error.assetsUnavailable(.init(debugDescription: "none")),
            arm: "assetsUnavailable"
        ),
        Row(error: LanguageModelSession.Error.concurrentRequests, arm: "concurrentRequests"),
        Row(error: LanguageModelError.timeout(.init(debugDescription: "late")), arm: "other"),
        Row(error: CancellationError(), arm: "other"),
    ]

    /// The catch clauses of code for 26.
    private static func arm(_ body: () async throws -> Void) async throws -> String {
        do {
            try await body()
            return "none"
        } catch LanguageModelSession.GenerationError.exceededContextWindowSize {
            return "exceededContextWindowSize"
        } catch LanguageModelSession.GenerationError.refusal(let refusal, _) {
            return "refusal: \(try await refusal.explanation.content)"
        } catch let error as LanguageModelSession.GenerationError {
            switch error {
            case .guardrailViolation: return "guardrailViolation"
            case .rateLimited: return "rateLimited"
            case .decodingFailure: return "decodingFailure"
            case .unsupportedGuide: return "unsupportedGuide"
            case .unsupportedLanguageOrLocale: return "unsupportedLanguageOrLocale"
            case .assetsUnavailable: return "assetsUnavailable"
            case .concurrentRequests: return "concurrentRequests"
            case .exceededContextWindowSize, .refusal: return "caught before"
            }
        } catch {
            return "other"
        }
    }

    private static func session(throwing error: any Error & Sendable) -> LanguageModelSession {
        LanguageModelSession(model: ScriptedModel(Array(repeating: { _, _ in throw error }, count: 4)))
    }

    @Test(arguments: rows)
    func theArmsOf26MatchWhereTheProgramAsksForThem(row: Row) async throws {
        let session = await LanguageModelSession.withErrorNames(.foundationModels26) {
            Self.session(throwing: row.error)
        }
        #expect(try await Self.arm { _ = try await session.respond(to: "Hi") } == row.arm)
        let looped = try await Self.arm {
            for try await snapshot in session.streamResponse(to: "Hi") { _ = snapshot.content }
        }
        #expect(looped == row.arm)
        #expect(try await Self.arm { _ = try await session.streamResponse(to: "Hi").collect() } == row.arm)
    }

    @Test(arguments: rows)
    func theErrorsAreThoseOf27Otherwise(row: Row) async throws {
        let session = Self.session(throwing: row.error)
        #expect(try await Self.arm { _ = try await session.respond(to: "Hi") } == "other")
    }

    @Test func anAnswerThatDoesNotFitIsADecodingFailure() async throws {
        let model = ScriptedModel([ScriptedModel.text("no idea"), ScriptedModel.text("no idea")])
        let configuration = LanguageModelSession.Configuration(errorNames: .foundationModels26)
        let session = LanguageModelSession(model: model, configuration: configuration)
        let arm = try await Self.arm { _ = try await session.respond(to: "How many?", generating: Int.self) }
        #expect(arm == "decodingFailure")
        // The cast in the last clause of code for 26.
        let error = await #expect(throws: (any Error).self) { try await session.respond(to: "?", generating: Int.self) }
        #expect(error is LanguageModelSession.GenerationError)
    }

    /// It compiles without a default arm and without a warning, because the enumeration has Apple's cases and no others.
    @Test func aSwitchOverTheErrorsOf27IsComplete() {
        func words(_ error: LanguageModelSession.Error) -> String {
            switch error {
            case .concurrentRequests: "busy"
            case .transcriptMutationWhileResponding: "changed"
            }
        }
        #expect(words(.concurrentRequests) == "busy")
    }
}
