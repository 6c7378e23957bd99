import StreamingJSON

/// Writes a scripted reply in Gemini's format: events or an array for a stream, or one object.
struct GeminiWriter {
    let id: String
    let model: String
    let script: ScriptedReply
    let pace: Duration

    /// The reason in the upstream's terms; a script may use the terms of chat completions.
    ///
    /// A reply with calls has `STOP`.
    private var finishReason: String {
        switch script.finishReason {
        case nil, "stop", "tool_calls": "STOP"
        case "length": "MAX_TOKENS"
        case "content_filter": "SAFETY"
        case .some(let reason): reason
        }
    }

    private var usage: JSONValue {
        [
            "promptTokenCount": .integer(script.usage.prompt),
            "candidatesTokenCount": .integer(script.usage.completion),
            "totalTokenCount": .integer(script.usage.prompt + script.usage.completion),
            "promptTokensDetails": [["modality": "TEXT", "tokenCount": .integer(script.usage.prompt)]],
        ]
    }

    private func response(_ parts: [JSONValue], finishReason: String? = nil) -> JSONValue {
        var candidate: JSONObject = ["content": ["parts": .array(parts), "role": "model"]]
        if let finishReason { candidate["finishReason"] = .string(finishReason) }
        candidate["index"] = 0
        return [
            "candidates": [.object(candidate)], "usageMetadata": usage, "modelVersion": .string(model),
            "responseId": .string(id),
        ]
    }

    /// A step of the output: parts that are sent together, or a wait.
    private enum Part {
        case parts([JSONValue])
        case wait(StandInReply.Piece.Cue)
    }

    /// The steps, and the seal that belongs to no call and is sent with the end.
    private var steps: (parts: [Part], seal: String?) {
        var parts: [Part] = []
        var seal: String?
        var callCount = 0
        for step in script.steps {
            switch step {
            // The interface has no refusals: they are ordinary text.
            case .token(let text), .refusal(let text): parts.append(.parts([["text": .string(text)]]))
            case .thought(let text, let given):
                seal = given
                parts.append(.parts([["text": .string(text), "thought": true]]))
            case .wait(let cue): parts.append(.wait(cue))
            case .toolCalls(let calls, interleaved: _):
                let values = calls.map { call -> JSONValue in
                    callCount += 1
                    var part: JSONObject = [
                        "functionCall": [
                            "name": .string(call.name), "args": (try? JSONValue(parsing: call.arguments)) ?? [:],
                            "id": .string(call.id ?? "fc-\(id)-\(callCount)"),
                        ]
                    ]
                    if let given = seal { part["thoughtSignature"] = .string(given) }
                    seal = nil
                    return .object(part)
                }
                parts.append(.parts(values))
            }
        }
        return (parts, seal)
    }

    private func end(seal: String?) -> JSONValue {
        if let message = script.streamError {
            return ["error": ["code": 503, "message": .string(message), "status": "UNAVAILABLE"]]
        }
        var part: JSONObject = ["text": ""]
        if let seal { part["thoughtSignature"] = .string(seal) }
        return response([.object(part)], finishReason: finishReason)
    }

    // MARK: - A stream

    /// The events of the stream, separated by the pace.
    func events() -> [StandInReply.Piece] { pieces { "data: \($0.serialized())\r\n\r\n" } }

    /// The stream as one array in pieces, which is the default if events are not requested.
    func array() -> [StandInReply.Piece] {
        var isFirst = true
        let pieces = pieces { value in
            defer { isFirst = false }
            return (isFirst ? "[" : ",\r\n") + value.serialized()
        }
        return pieces + [.init("]")]
    }

    private func pieces(_ frame: (JSONValue) -> String) -> [StandInReply.Piece] {
        let cue: StandInReply.Piece.Cue = pace > .zero ? .pause(pace) : .none
        let (parts, seal) = steps
        var pieces = parts.map { part -> StandInReply.Piece in
            switch part {
            case .parts(let parts): .init(frame(response(parts)), after: cue)
            case .wait(let cue): .init([], after: cue)
            }
        }
        pieces.append(.init(frame(end(seal: seal)), after: cue))
        return pieces
    }

    // MARK: - One object

    /// The complete answer as one object.
    func object() -> JSONValue {
        var all: [JSONValue] = []
        var text = ""
        func flush() {
            if !text.isEmpty { all.append(["text": .string(text)]) }
            text = ""
        }
        for case .parts(let parts) in steps.parts {
            for part in parts {
                if part["thought"] == nil, let piece = part["text"]?.stringValue {
                    text += piece
                } else {
                    flush()
                    all.append(part)
                }
            }
        }
        flush()
        return response(all, finishReason: finishReason)
    }
}
