import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Decodes Gemini's stream events.
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
    private var end: GeminiModelEnd?

    /// Always false: the interface marks the end of the stream only with the end of the body.
    let isDone = false

    /// - Parameters:
    ///   - host: The provider's host, for errors.
    ///   - fallbackID: The base of the ids of calls without an id of the server.
    ///   - needsWholeAnswer: Whether text that was cut by the token limit is an error.
    ///   - maximumBytes: The largest size of the answer.
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
        // The name is the same in all chunks.
        if model == nil { model = chunk.model?.string }
        finishReason = chunk.finishReason ?? finishReason
        blockReason = chunk.blockReason ?? blockReason
        counts = chunk.counts ?? counts
        end = chunk.status.flatMap(GeminiModelEnd.init) ?? end
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
        case "STOP":
            if callCount == 0, !hasText { throw ModelProviderError.emptyAnswer(of: host) }
        // A longer answer could be continued with another request, but only beyond every limit that is set here.
        case "MAX_TOKENS", "CONTINUATION":
            // The limit includes thoughts, so the answer may consist of thoughts only.
            if needsWholeAnswer || callCount > 0 || !hasText { throw ModelProviderError.cutByOutputLimit }
        case _ where Self.filterReasons.contains(finishReason): throw filtered(finishReason)
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
            // The interface reports the same finish reason for calls and for text.
            metadata["finish_reason"] = callCount > 0 ? "tool_calls" : finishReason == "STOP" ? "stop" : "length"
            metadata["model"] = model
            metadata.merge(end?.metadata ?? [:]) { $1 }
            events.append(.metadata(metadata))
        }
        if let counts { events.append(.usage(Self.usage(counts), ofCalls: callCount > 0)) }
        return events
    }

    /// The finish reasons of the provider's filters.
    private static let filterReasons: Set<String> = [
        "SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "MODEL_ARMOR", "ESCALATION",
        "PUP_LIMITED_DISABLED", "IMAGE_SAFETY", "IMAGE_PROHIBITED_CONTENT", "IMAGE_OTHER", "IMAGE_RECITATION",
    ]

    private func filtered(_ reason: String) -> LanguageModelError {
        .guardrailViolation(
            .init(debugDescription: "The content filter of \(host) stopped the answer\(Self.words(reason)).")
        )
    }

    /// Returns a reason in parentheses if it is a plain word, which cannot be a part of a prompt.
    private static func words(_ reason: String) -> String {
        let isPlain = reason.utf8.count <= 48 && reason.utf8.allSatisfy { (0x41...0x5A).contains($0) || $0 == 0x5F }
        return isPlain ? " (\(reason.lowercased()))" : ""
    }

    /// Returns the tokens used.
    ///
    /// The interface's count of the answer does not include the thoughts.
    private static func usage(_ counts: GeminiChunk.Counts) -> LanguageModelSession.Usage {
        LanguageModelSession.Usage(
            input: .init(totalTokenCount: counts.prompt + counts.toolUse, cachedTokenCount: counts.cached),
            output: .init(totalTokenCount: counts.answer + counts.thoughts, reasoningTokenCount: counts.thoughts)
        )
    }
}
