import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Turns the data of Gemini's stream events into what they say.
struct GeminiStreamDecoder: ModelStreamDecoder {
    private let host: String
    private let needsWholeAnswer: Bool
    private let limits: AnswerLimits
    private var ids: CallIDs
    private var callCount = 0
    private var byteCount = 0
    private var hasText = false
    /// The signature of the answer's text.
    private var signature: String?
    private var finishReason: String?
    private var blockReason: String?
    private var model: String?
    private var counts: GeminiChunk.Counts?

    /// Never: the interface has no mark for the end of the stream but that of the body.
    let isDone = false

    /// - Parameters:
    ///   - host: Whom errors name.
    ///   - fallbackID: What ids of calls are made from when the server gives none.
    ///   - needsWholeAnswer: Whether text that was cut by the token limit is of no use.
    ///   - maximumBytes: How long the answer may be.
    init(
        host: String,
        fallbackID: String,
        needsWholeAnswer: Bool,
        maximumBytes: Int = AnswerLimits.longestAnswer
    ) {
        self.host = host
        self.needsWholeAnswer = needsWholeAnswer
        limits = AnswerLimits(host: host, maximumBytes: maximumBytes)
        ids = CallIDs(fallbackID: fallbackID)
    }

    mutating func decode(
        _ data: UnsafeBufferPointer<UInt8>,
        into events: inout [ModelStreamEvent]
    ) throws(ModelProviderError) {
        guard !data.isEmpty else { return }
        guard let chunks = GeminiChunk.read(data) else { throw .notJSON(from: host) }
        for chunk in chunks { try read(chunk, into: &events) }
    }

    private mutating func read(
        _ chunk: GeminiChunk,
        into events: inout [ModelStreamEvent]
    ) throws(ModelProviderError) {
        if let error = chunk.error { throw GeminiFailure(error: error).error(from: host, now: .now) }
        // The same in all chunks.
        if model == nil { model = chunk.model?.string }
        finishReason = chunk.finishReason ?? finishReason
        blockReason = chunk.blockReason ?? blockReason
        counts = chunk.counts ?? counts
        for (part, signature) in chunk.parts {
            byteCount += signature?.utf8.count ?? 0
            switch part {
            case .thought(let text):
                byteCount += text.utf8.count
                if !text.isEmpty { events.append(.reasoning(text)) }
            case .text(let text):
                byteCount += text.utf8.count
                self.signature = signature ?? self.signature
                hasText = hasText || !text.isEmpty
                if !text.isEmpty { events.append(.text(text)) }
            case .call(let id, let name, let arguments):
                guard !name.isEmpty else { throw .namelessCall(by: host) }
                callCount += 1
                byteCount += id.utf8.count + name.utf8.count + arguments.utf8.count
                let id = ids.next(id)
                events.append(.toolCall(id: id, name: name, arguments: arguments))
                if let signature {
                    events.append(.callMetadata(GeminiSignature.metadata(signature), id: id, name: name))
                }
            }
            try limits.check(byteCount: byteCount, callCount: callCount)
        }
    }
}

// MARK: The end

extension GeminiStreamDecoder {
    func finish() throws -> [ModelStreamEvent] {
        if let blockReason { throw filtered(blockReason) }
        guard let finishReason else { throw ModelProviderError.cutShort(by: host) }
        switch finishReason {
        case "STOP": break
        case "MAX_TOKENS":
            // The limit counts thoughts as well: there may be nothing but thoughts.
            if needsWholeAnswer || callCount > 0 || !hasText { throw ModelProviderError.cutByOutputLimit }
        case "SAFETY", "RECITATION", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY":
            throw filtered(finishReason)
        case "MALFORMED_FUNCTION_CALL", "MALFORMED_RESPONSE", "UNEXPECTED_TOOL_CALL":
            throw ModelProviderError(
                .upstreamFault,
                "The model at \(host) wrote a tool call or an answer that is not well formed\(Self.words(finishReason)). "
                    + "Another try may succeed."
            )
        case "MISSING_THOUGHT_SIGNATURE":
            throw ModelProviderError(
                .invalidRequest,
                "\(host) misses the signature of an earlier thought\(Self.words(finishReason))."
            )
        default:
            throw ModelProviderError(.upstreamFault, "\(host) broke its answer off\(Self.words(finishReason)).")
        }
        var events: [ModelStreamEvent] = []
        if hasText {
            var metadata = signature.map(GeminiSignature.metadata) ?? [:]
            // Calls come to the same stop as text does.
            metadata["finish_reason"] = callCount > 0 ? "tool_calls" : finishReason == "STOP" ? "stop" : "length"
            metadata["model"] = model
            events.append(.metadata(metadata))
        }
        if let counts { events.append(.usage(Self.usage(counts), ofCalls: callCount > 0)) }
        return events
    }

    private func filtered(_ reason: String) -> LanguageModelError {
        .guardrailViolation(
            .init(debugDescription: "The content filter of \(host) stopped the answer\(Self.words(reason)).")
        )
    }

    /// A reason as it is shown: only a plain word is, which cannot be a part of a prompt.
    private static func words(_ reason: String) -> String {
        let isPlain = reason.utf8.count <= 48 && reason.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F }
        return isPlain ? " (\(reason.lowercased()))" : ""
    }

    /// Thoughts are not in the interface's count of the answer.
    private static func usage(_ counts: GeminiChunk.Counts) -> LanguageModelSession.Usage {
        LanguageModelSession.Usage(
            input: .init(totalTokenCount: counts.prompt + counts.toolUse, cachedTokenCount: counts.cached),
            output: .init(totalTokenCount: counts.answer + counts.thoughts, reasoningTokenCount: counts.thoughts)
        )
    }
}
