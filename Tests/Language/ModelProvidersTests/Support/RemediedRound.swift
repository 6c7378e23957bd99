import LanguageModels
import StreamingJSON
import Testing

@testable import ModelProviders

/// The remedies of a round without tools and history, whose bodies a test writes.
final class RemediedRound {
    private var remedies: RequestRemedies

    init(tableLimit: Int? = nil) {
        remedies = RequestRemedies(
            .init(transcript: Transcript()),
            tools: [],
            at: .init(baseURL: "u", model: "m"),
            memory: RemedyMemory(),
            tableLimit: tableLimit
        )
    }

    var outputLimit: Int? { remedies.outputLimit }

    func fitted(_ body: JSONValue) -> JSONValue { remedies.fitted(body) }

    func mend(after error: any Error) -> Bool { remedies.mend(after: error) }

    /// Mends the round after a refusal with a text.
    func mend(parameter: String = "", _ text: String) -> Bool {
        var error = ModelProviderError(.invalidRequest, "")
        error.objection = RequestObjection(parameter: parameter, text: text)
        return mend(after: error)
    }
}

extension LanguageModelSession {
    /// Checks that the answer to a prompt is "Yes.".
    func expectYes(
        to prompt: String,
        options: GenerationOptions = GenerationOptions(),
        at location: SourceLocation = #_sourceLocation
    ) async throws {
        let answer = try await turn(Prompt(prompt), options: options) { _ in }.response.segments.text
        #expect(answer == "Yes.", sourceLocation: location)
    }
}
