import StreamingJSON

/// The encoder of OpenAI's Responses, in the form that Open Responses defines as well: typed frames with dense sequence numbers, and
/// `[DONE]` at the end.
///
/// A run that waits for its client completes the response, although the run continues later: the client's next request has the
/// outputs, and its response comes from an encoder that starts after that wait. An encoder also builds the response without a stream.
public struct ResponseEncoder: EventEncoder {
    let form: ResponseForm
    /// The number of waits before the first frame.
    let skippedWaits: Int
    /// The number of the first frame that the reader has not received; `nil` for an encoder without frames.
    private let firstFrame: Int?

    /// The first members of the response, up to its status; empty before the run has started.
    private var head: [UInt8] = []
    private(set) var run = ""
    private var waits = 0
    private var sequence = 0
    private var usage = WireUsage(inputTokens: 0, outputTokens: 0)
    private var reportedUsage = WireUsage(inputTokens: 0, outputTokens: 0)
    private var roundEndedAt = 0
    private(set) var finishReason: FinishReason?
    /// The answer's lowered limit of output tokens; `nil` unless the provider refused that of the request as too large.
    public private(set) var loweredLimit: Int?
    private var hasCalledServerTools = false
    /// The items of the response, in the order of their indexes.
    var items: [ResponseOutputItem] = []
    /// The index of a message that ends with its round, or before the next event.
    var ending: Int?
    /// Whether the answer was sent since the last call.
    var hasAnswer = false
    /// The number of the value whose text is sent, and whether it is.
    var value: (item: Int, isSent: Bool)?

    /// Whether the response is complete; the run may wait and resume.
    public private(set) var isOver = false
    /// The problem of a run that ended without an answer.
    public private(set) var failure: Problem?
    /// The resource of the complete response.
    private var ended: [UInt8] = []

    /// Makes an encoder.
    ///
    /// - Parameters:
    ///   - waits: The number of waits before the requested response.
    ///   - firstFrame: The number of the first frame that the reader has not received; `nil` for no frames at all.
    public init(_ form: ResponseForm, after waits: Int = 0, from firstFrame: Int? = 0) {
        (self.form, skippedWaits, self.firstFrame) = (form, waits, firstFrame)
    }

    /// Whether it has frames; each has a number.
    public var hasCursor: Bool { firstFrame != nil }

    /// Appends the frames of a log's lines; none after ``isOver``.
    public mutating func encode(_ lines: [UInt8], into bytes: inout [UInt8]) {
        guard !isOver else { return }
        if firstFrame != nil { bytes.reserveCapacity(bytes.count + lines.count * 6) }
        encodeEach(of: lines, into: &bytes)
    }

    /// Whether the events belong to an earlier response.
    var isEarlier: Bool { waits < skippedWaits || head.isEmpty }

    mutating func encode(whole event: RunEvent, into bytes: inout [UInt8]) {
        endMessage(before: event, into: &bytes)
        switch event {
        case .started(let start): open(start, into: &bytes)
        case .reasoningSealed(let item, let seal, let isRedacted):
            guard let index = openIndex(of: item) else { return }
            items[index].seal = (seal, isRedacted)
        case .textReplaced(let item, let text): replace(item, text, into: &bytes)
        case .itemAdded(let item):
            if case .toolCall(let call) = item.content {
                hasCalledServerTools = hasCalledServerTools || call.site == .server
                hasAnswer = false
            }
            if !isEarlier { add(item, into: &bytes) }
        case .itemDone(let item): end(item, into: &bytes)
        case .toolProgress(let item, _, let fraction, let note): report(item, fraction, note, into: &bytes)
        case .toolFinished(let item, let call): finish(item, call, into: &bytes)
        case .actionRequired(let action): if !isEarlier { ask(action, into: &bytes) }
        case .roundEnded(let round):
            usage = usage + round.usage
            if round.endedAt > 0 { roundEndedAt = round.endedAt }
        case .waiting: wait(into: &bytes)
        case .objectCompleted(let answer): if !isEarlier { send(answer, into: &bytes) }
        case .answered(let answer):
            finishReason = answer.finishReason
            loweredLimit = answer.loweredLimit
            guard !isEarlier, !answer.isRefusal, !hasAnswer, !answer.text.isEmpty else { return }
            sendWhole(answer.text, into: &bytes)
        case .completed(let total): complete(total, into: &bytes)
        case .failed(let problem), .interrupted(let problem): fail(problem, into: &bytes)
        case .cancelled(let reason, _): cancel(Problem(cancelled: reason), into: &bytes)
        case .objectDelta, .objectElement: return
        case .textDelta, .valueDelta, .refusalDelta, .reasoningDelta, .argumentsDelta: return
        }
    }
}

// MARK: - Start and end

extension ResponseEncoder {
    private mutating func open(_ start: RunStart, into bytes: inout [UInt8]) {
        run = start.run
        setHead(start)
        if !isEarlier { startResponse(into: &bytes) }
    }

    private mutating func setHead(_ start: RunStart) {
        var members: JSONObject = [
            "id": .string(ResponseID(run: start.run, after: skippedWaits).description), "object": "response",
            "created_at": .integer(start.createdAt), "model": .string(form.model ?? start.model),
        ]
        if !start.conversation.isEmpty { members["conversation"] = ["id": .string(start.conversation)] }
        head = []
        JSONValue.object(members).write(into: &head)
        head.removeLast()
    }

    /// Returns the response of a run that has not started, as JSON text.
    public func queuedResource(_ start: RunStart) -> [UInt8] {
        var queued = self
        queued.setHead(start)
        var bytes: [UInt8] = []
        queued.write(.queued, error: .null, incomplete: .null, into: &bytes)
        return bytes
    }

    /// Whether the response has started, so that it has a resource.
    public var hasStarted: Bool { !isEarlier }

    private mutating func startResponse(into bytes: inout [UInt8]) {
        let first: ResponseStatus = form.isBackground && skippedWaits == 0 ? .queued : .inProgress
        responseFrame("response.created", first, into: &bytes)
        if first == .queued { responseFrame("response.queued", first, into: &bytes) }
        responseFrame("response.in_progress", .inProgress, into: &bytes)
    }

    /// Ends the response of a waiting run, or starts the next response after an earlier wait.
    private mutating func wait(into bytes: inout [UInt8]) {
        guard isEarlier else {
            finishReason = nil
            return complete(usage, into: &bytes)
        }
        waits += 1
        reportedUsage = usage
        if !isEarlier { startResponse(into: &bytes) }
    }

    private mutating func complete(_ total: WireUsage, into bytes: inout [UInt8]) {
        guard !isEarlier else { return }
        let reason: String? =
            switch finishReason {
            case .length: "max_output_tokens"
            case .contentFilter: "content_filter"
            default: nil
            }
        let status: ResponseStatus = reason == nil ? .completed : .incomplete
        usage = total
        conclude(
            reason == nil ? "response.completed" : "response.incomplete",
            status,
            incomplete: reason.map { ["reason": .string($0)] } ?? .null,
            into: &bytes
        )
    }

    mutating func fail(_ problem: Problem, into bytes: inout [UInt8]) {
        var problem = problem
        problem.isAfterToolCalls = problem.isAfterToolCalls || hasCalledServerTools
        if skippedWaits > 0 { problem = problem.afterOutputs }
        failure = problem
        guard !head.isEmpty else { return isOver = true }
        let document = OpenAIErrorDocument(problem, in: .indexed)
        frame("error", into: &bytes) { bytes in
            let code: JSONValue = .string(document.code ?? "server_error")
            let members: JSONValue = [
                "code": code, "message": .string(document.message), "param": .text(document.param),
                "error": [
                    "type": .string(document.type), "code": code, "message": .string(document.message),
                    "param": .text(document.param),
                ],
            ]
            Self.append(members, to: &bytes)
        }
        conclude("response.failed", .failed, error: ResponseForm.error(problem), into: &bytes)
    }

    /// Ends the response of a cancelled run; no type of event names that status, so an incomplete response has it.
    private mutating func cancel(_ problem: Problem, into bytes: inout [UInt8]) {
        failure = problem
        guard !head.isEmpty else { return isOver = true }
        conclude("response.incomplete", .cancelled, into: &bytes)
    }

    private mutating func conclude(
        _ type: StaticString,
        _ status: ResponseStatus,
        error: JSONValue = .null,
        incomplete: JSONValue = .null,
        into bytes: inout [UInt8]
    ) {
        if let index = ending { close(index, .completed, into: &bytes) }
        // An item that its round did not finish.
        for index in items.indices where items[index].json == nil { close(index, .incomplete, into: &bytes) }
        isOver = true
        guard firstFrame != nil else { return write(status, error: error, incomplete: incomplete, into: &ended) }
        // Without a copy of the whole answer.
        let answer = self
        frame(type, into: &bytes) { bytes in
            bytes.append(",\"response\":")
            answer.write(status, error: error, incomplete: incomplete, into: &bytes)
        }
        bytes.append("data: [DONE]\n\n")
    }

    /// The cost of the response; `nil` if it is not over, or has no known cost.
    public var cost: WireCost? { isOver ? (usage - reportedUsage).cost : nil }

    /// The response so far as JSON text, from an encoder without frames.
    public var resource: [UInt8] {
        if isOver { return ended }
        var bytes: [UInt8] = []
        write(.inProgress, error: .null, incomplete: .null, into: &bytes)
        return bytes
    }

    private func write(
        _ status: ResponseStatus,
        error: JSONValue,
        incomplete: JSONValue,
        into bytes: inout [UInt8]
    ) {
        bytes.append(contentsOf: head)
        let isRunning = status == .queued || status == .inProgress
        let isComplete = status == .completed && roundEndedAt > 0
        let members: JSONValue = [
            "status": .string(status.rawValue), "completed_at": isComplete ? .integer(roundEndedAt) : .null,
            "error": error, "incomplete_details": incomplete,
            "usage": isRunning ? .null : ResponseForm.usage(usage - reportedUsage),
        ]
        Self.append(members, to: &bytes)
        bytes.append(",\"output\":[")
        for (index, item) in items.enumerated() {
            if index > 0 { bytes.append(",") }
            write(item, .inProgress, into: &bytes)
        }
        bytes.append("],")
        bytes.append(contentsOf: form.tail)
    }
}

// MARK: - Frames

extension ResponseEncoder {
    private mutating func responseFrame(_ type: StaticString, _ status: ResponseStatus, into bytes: inout [UInt8]) {
        let answer = self
        frame(type, into: &bytes) { bytes in
            bytes.append(",\"response\":")
            answer.write(status, error: .null, incomplete: .null, into: &bytes)
        }
    }

    /// Whether the reader gets the next frame.
    var writesFrame: Bool { firstFrame.map { sequence >= $0 } ?? false }

    /// Appends a frame; a closure writes its members after the first two, with a comma before each.
    mutating func frame(_ type: StaticString, into bytes: inout [UInt8], _ members: (inout [UInt8]) -> Void) {
        defer { sequence += 1 }
        guard writesFrame else { return }
        bytes.append("event: ")
        bytes.append(type)
        bytes.append("\ndata: {\"type\":\"")
        bytes.append(type)
        bytes.append("\",\"sequence_number\":")
        bytes.append(decimal: sequence)
        members(&bytes)
        bytes.append("}\n\n")
    }

    /// Appends a frame with a delta, which is already JSON; a shorter form of ``frame(_:into:_:)`` for the most frequent frames.
    mutating func deltaFrame(_ head: [UInt8], _ json: ArraySlice<UInt8>, into bytes: inout [UInt8]) {
        defer { sequence += 1 }
        guard writesFrame else { return }
        bytes.append(contentsOf: head)
        bytes.append(decimal: sequence)
        bytes.append(",\"delta\":")
        bytes.append(contentsOf: json)
        bytes.append("}\n\n")
    }

    /// Appends the members of an object, with a comma before each.
    static func append(_ object: JSONValue, to bytes: inout [UInt8]) {
        var text: [UInt8] = []
        object.write(into: &text)
        bytes.append(",")
        bytes.append(contentsOf: text.dropFirst().dropLast())
    }
}
