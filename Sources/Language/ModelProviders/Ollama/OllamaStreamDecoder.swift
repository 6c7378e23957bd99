import FoundationEssentials
import LanguageModels
import StreamingJSON

/// Decodes the lines of Ollama's stream.
struct OllamaStreamDecoder: ModelStreamDecoder {
    private let host: String
    /// The name of the requested model, for errors.
    private let requestedModel: String
    private let needsWholeAnswer: Bool
    private let limits: AnswerLimits
    private var ids: CallIDs
    private var callCount = 0
    private var byteCount = 0
    private var hasText = false
    private var model: String?
    private var reason: String?
    private var counts: (prompt: Int?, answer: Int?) = (nil, nil)
    private(set) var isDone = false

    /// - Parameters:
    ///   - host: The server's host, for errors.
    ///   - model: The name of the requested model.
    ///   - fallbackID: The base of the ids of calls without an id of the server.
    ///   - needsWholeAnswer: Whether text that was cut by the token limit is an error.
    ///   - maximumBytes: The largest size of the answer.
    init(
        host: String,
        model: String,
        fallbackID: String,
        needsWholeAnswer: Bool,
        maximumBytes: Int = AnswerLimits.longestAnswer
    ) {
        self.host = host
        requestedModel = model
        self.needsWholeAnswer = needsWholeAnswer
        limits = AnswerLimits(host: host, maximumBytes: maximumBytes)
        ids = CallIDs(fallbackID: fallbackID)
    }

    mutating func decode(_ data: UnsafeBufferPointer<UInt8>, into events: inout [ModelStreamEvent]) throws {
        guard !isDone, !data.isEmpty else { return }
        guard let line = OllamaLine(data) else { throw ModelProviderError.notJSON(from: host) }
        if let error = line.error {
            throw OllamaFailure(error: error).error(from: host, model: requestedModel, now: .now)
        }
        // The name is the same in all lines.
        if model == nil { model = line.model?.string }
        byteCount += line.thinking.utf8.count + line.content.utf8.count
        if !line.thinking.isEmpty { events.append(.reasoning(line.thinking)) }
        if !line.content.isEmpty {
            hasText = true
            events.append(.text(line.content))
        }
        for call in line.calls {
            events.append(try read(call))
            try limits.check(byteCount: byteCount, callCount: callCount)
        }
        if line.isLast {
            isDone = true
            reason = line.reason
            counts = (line.promptCount, line.answerCount)
        }
        try limits.check(byteCount: byteCount, callCount: callCount)
    }

    private mutating func read(_ call: JSONValue) throws(ModelProviderError) -> ModelStreamEvent {
        guard let function = call["function"], let name = function["name"]?.stringValue, !name.isEmpty else {
            throw .namelessCall(by: host)
        }
        // By specification the arguments are an object. Servers that imitate the interface may send them as a text.
        let arguments =
            switch function["arguments"] {
            case .string(let text): text
            case .object(let object) where !object.isEmpty: JSONValue.object(object).serialized()
            default: ""
            }
        callCount += 1
        let id = ids.next(call["id"]?.stringValue ?? "")
        byteCount += id.utf8.count + name.utf8.count + arguments.utf8.count
        return .toolCall(id: id, name: name, arguments: arguments)
    }

    func finish() throws -> [ModelStreamEvent] {
        guard isDone else { throw ModelProviderError.cutShort(by: host) }
        // The limit includes thoughts, so the answer may consist of thoughts only.
        if reason == "length", needsWholeAnswer || callCount > 0 || !hasText {
            throw ModelProviderError.cutByOutputLimit
        }
        if !hasText, callCount == 0 { throw ModelProviderError.emptyAnswer(of: host) }
        var events: [ModelStreamEvent] = []
        if hasText {
            // The server reports a normal stop even if there are calls; old versions report no reason.
            let finishReason = callCount > 0 ? "tool_calls" : reason ?? "stop"
            events.append(.metadata(["finish_reason": finishReason, "model": model].compactMapValues { $0 }))
        }
        // The server leaves out the count of a prompt that is wholly cached, and that of an empty answer.
        if counts.prompt != nil || counts.answer != nil {
            let usage = LanguageModelSession.Usage(
                input: .init(totalTokenCount: counts.prompt ?? 0),
                output: .init(totalTokenCount: counts.answer ?? 0)
            )
            events.append(.usage(usage, ofCalls: callCount > 0))
        }
        return events
    }
}
