import FoundationEssentials
import LanguageModels

extension OpenAIChatStreamDecoder {
    /// Whether anything arrived that the model made.
    var hasContent: Bool { isUsable || hasThoughts || !details.isEmpty }

    /// Whether anything arrived that ends a round.
    private var isUsable: Bool { hasText || !calls.isEmpty || !refusal.isEmpty }

    /// Returns the events that are known only at the end of the body, or throws the reason why the answer is invalid.
    func finish() throws -> [ModelStreamEvent] {
        let ending = finishReason.map(OpenAIChatEnding.init)
        // Some servers end a text without a reason. Without text and calls nothing shows that the model arrived to its end.
        guard ending != nil || isDone && isUsable else {
            throw ModelProviderError.cutShort(by: host)
        }
        guard refusal.isEmpty else {
            throw LanguageModelError.refusal(
                .init(explanation: refusal, debugDescription: "The model declined to answer.")
            )
        }
        switch ending {
        case .filtered:
            throw LanguageModelError.guardrailViolation(
                .init(debugDescription: "The content filter of \(host) stopped the answer.")
            )
        case .failed:
            throw ModelProviderError(.upstreamFault, "\(host) failed in the middle of its answer.")
        case .cut where needsWholeAnswer || !calls.isEmpty:
            throw ModelProviderError.cutByOutputLimit
        // The limit may cut thoughts that are not shown.
        case .cut: break
        case nil, .whole:
            guard hasContent else { throw ModelProviderError.emptyAnswer(of: host) }
        case .calls, .unknown:
            guard isUsable else { throw ModelProviderError.emptyAnswer(of: host) }
        }
        guard calls.allHaveNames else {
            throw ModelProviderError.namelessCall(by: host)
        }
        return lastEvents(of: ending)
    }

    private func lastEvents(of ending: OpenAIChatEnding?) -> [ModelStreamEvent] {
        var events: [ModelStreamEvent] = []
        if !details.isEmpty {
            let metadata = OpenAIChatThought.metadata(.reasoning, details: details.serialized())
            events.append(.thoughtMetadata(metadata, entryID: thoughtID))
        }
        if hasText || ending == .cut {
            let metadata = ["finish_reason": ending?.word, "model": model].compactMapValues { $0 }
            if !metadata.isEmpty { events.append(.metadata(metadata)) }
        }
        if let usage { events.append(.usage(usage, ofCalls: !calls.isEmpty)) }
        return events
    }
}
