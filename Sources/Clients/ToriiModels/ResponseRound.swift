#if canImport(FoundationModels)
import FoundationModels
#else
import LanguageModels
#endif
import StreamingJSON
import ToriiClient

/// The events of one response, as events of a session's channel.
@available(iOS 27.0, macOS 27.0, visionOS 27.0, *)
struct ResponseRound: Sendable {
    typealias Event = LanguageModelExecutorGenerationChannel.Event

    /// The id of the response; empty before its first event.
    private(set) var response = ""
    /// The conversation of the response.
    private(set) var conversation: String?
    /// The requests for a person's decision.
    private(set) var approvals: [ApprovalRequest] = []
    /// The calls of the session's tools, by id and name.
    private(set) var calls: [(id: String, name: String)] = []
    /// The words with which the model declined; empty for an answer.
    private(set) var refusal = ""
    /// The error that the response named before it failed.
    private(set) var error: (code: String?, message: String)?
    /// The end; `nil` while there is none.
    private(set) var end: ResponseEnd?
    /// The text of the messages so far, by item.
    private var texts: [String: String] = [:]
    /// The message that only repeats the question of a request for a decision.
    private var question: String?
    private var expectsQuestion = false

    /// Applies an event and returns the events for the session.
    mutating func apply(_ event: ResponseEvent) -> [Event] {
        switch event {
        case .started(let response, let conversation): (self.response, self.conversation) = (response, conversation)
        case .messageStarted(let item):
            if expectsQuestion { question = item }
            expectsQuestion = false
        case .text(let item, let text):
            guard item != question, !text.isEmpty else { return [] }
            texts[item, default: ""] += text
            return [.response(entryID: item, action: .appendText(text))]
        case .messageDone(let item, let text):
            guard item != question, let shown = texts.removeValue(forKey: item) ?? (text.isEmpty ? nil : "") else {
                return []
            }
            return shown == text ? [] : [.response(entryID: item, action: .replaceTextSegment(text))]
        case .refusal(let text): refusal += text
        case .thought(let item, let text):
            guard !text.isEmpty else { return [] }
            return [.reasoning(entryID: item, action: .appendText(text))]
        case .call(let id, let name, let arguments):
            calls.append((id, name))
            return [.toolCalls(action: .toolCall(id: id, name: name, action: .appendArguments(arguments)))]
        case .approval(let approval):
            approvals.append(approval)
            expectsQuestion = true
        case .error(let code, let message): error = (code, message)
        case .ended(let end): self.end = end
        }
        return []
    }

    /// Returns the events that end the round: the place of the answer at the server, and the tokens.
    ///
    /// - Parameters:
    ///   - metadata: The metadata by name.
    ///   - usage: The tokens of the round.
    func ending(_ metadata: [String: String], _ usage: WireUsage) -> [Event] {
        let input = LanguageModelExecutorGenerationChannel.Usage.Input(
            totalTokenCount: usage.inputTokens,
            cachedTokenCount: usage.cachedInputTokens
        )
        let output = LanguageModelExecutorGenerationChannel.Usage.Output(
            totalTokenCount: usage.outputTokens,
            reasoningTokenCount: usage.reasoningTokens
        )
        // The counts belong to the kind of entry that the round made, because another kind would become an entry without content.
        guard !calls.isEmpty else {
            return [
                .response(action: .updateMetadata(metadata)),
                .response(action: .updateUsage(input: input, output: output)),
            ]
        }
        return calls.map { call in
            .toolCalls(action: .toolCall(id: call.id, name: call.name, action: .updateMetadata(metadata)))
        } + [.toolCalls(action: .updateUsage(input: input, output: output))]
    }
}
