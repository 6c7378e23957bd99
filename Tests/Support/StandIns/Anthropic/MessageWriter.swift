import StreamingJSON

/// Writes a scripted reply as a message: the events of a stream, or one object.
struct MessageWriter {
    let id: String
    let model: String
    let script: ScriptedReply
    let pace: Duration

    /// A block of the message with its deltas.
    private enum Part {
        case block(start: JSONObject, deltas: [JSONValue], whole: JSONObject)
        case wait(StandInReply.Piece.Cue)
    }

    private var refusal: String? {
        let words = script.steps.compactMap { if case .refusal(let text) = $0 { text } else { nil } }
        return words.isEmpty ? nil : words.joined()
    }

    private var hasCalls: Bool { script.steps.contains { if case .toolCalls = $0 { true } else { false } } }

    /// The reason in the upstream's terms; a script may use the terms of chat completions.
    private var stopReason: String {
        if refusal != nil { return "refusal" }
        return switch script.finishReason {
        case nil: hasCalls ? "tool_use" : "end_turn"
        case "length": "max_tokens"
        case "stop": "end_turn"
        case let reason? where reason.hasPrefix(Self.stopWord): "stop_sequence"
        case .some(let reason): reason
        }
    }

    /// The start of a finish reason that names a stop sequence after it.
    private static let stopWord = "stop_sequence "

    private var stopSequence: String? {
        guard let reason = script.finishReason, reason.hasPrefix(Self.stopWord) else { return nil }
        return String(reason.dropFirst(Self.stopWord.count))
    }

    private var stop: JSONObject {
        [
            "stop_reason": .string(stopReason), "stop_sequence": stopSequence.map(JSONValue.string) ?? .null,
            "stop_details": refusal.map {
                ["type": "refusal", "category": "stand-in", "explanation": .string($0)]
            } ?? .null,
        ]
    }

    private func usage(output: Int) -> JSONValue {
        [
            "input_tokens": .integer(script.usage.prompt), "cache_creation_input_tokens": 0,
            "cache_read_input_tokens": 0,
            "cache_creation": ["ephemeral_5m_input_tokens": 0, "ephemeral_1h_input_tokens": 0],
            "output_tokens": .integer(output), "service_tier": "standard", "inference_geo": "not_available",
        ]
    }

    // MARK: - Blocks

    private var parts: [Part] {
        var parts: [Part] = []
        var text: [String] = []
        func flush() {
            guard !text.isEmpty else { return }
            parts.append(
                .block(
                    start: ["type": "text", "text": ""],
                    deltas: text.map { ["type": "text_delta", "text": .string($0)] },
                    whole: ["type": "text", "text": .string(text.joined())]
                )
            )
            text = []
        }
        for (number, step) in script.steps.enumerated() {
            switch step {
            case .token(let token): text.append(token)
            case .refusal: break
            case .wait(let cue):
                flush()
                parts.append(.wait(cue))
            case .thought(let thought, let seal):
                flush()
                parts.append(Self.thought(thought, seal))
            case .toolCalls(let calls, interleaved: _):
                flush()
                parts += calls.enumerated().map { call($1, "\(number)\($0)") }
            }
        }
        flush()
        return parts
    }

    private static func thought(_ text: String, _ seal: String) -> Part {
        .block(
            start: ["type": "thinking", "thinking": "", "signature": ""],
            deltas: ScriptedReply.cut(text).map { ["type": "thinking_delta", "thinking": .string($0)] } + [
                ["type": "signature_delta", "signature": .string(seal)]
            ],
            whole: ["type": "thinking", "thinking": .string(text), "signature": .string(seal)]
        )
    }

    private func call(_ call: ScriptedToolCall, _ number: String) -> Part {
        let head: JSONObject = [
            "type": "tool_use", "id": .string(call.id ?? "toolu_\(id)\(number)"), "name": .string(call.name),
        ]
        var start = head
        start["input"] = [:]
        start["caller"] = ["type": "direct"]
        var whole = head
        whole["caller"] = ["type": "direct"]
        whole["input"] = (try? JSONValue(parsing: call.arguments)) ?? [:]
        // The first fragment is empty; without arguments it is the only one.
        let fragments = [""] + (call.arguments == "{}" ? [] : call.argumentFragments)
        return .block(
            start: start,
            deltas: fragments.map { ["type": "input_json_delta", "partial_json": .string($0)] },
            whole: whole
        )
    }

    // MARK: - A stream

    /// The events of the stream, separated by the pace.
    func pieces() -> [StandInReply.Piece] {
        let cue: StandInReply.Piece.Cue = pace > .zero ? .pause(pace) : .none
        var pieces: [StandInReply.Piece] = []
        func add(_ event: JSONObject, after cue: StandInReply.Piece.Cue = .none) {
            let name = event["type"]?.stringValue ?? ""
            // The upstream pads its events with spaces before the last brace.
            let text = JSONValue.object(event).serialized().dropLast()
            let padding = String(repeating: " ", count: pieces.count % 9)
            pieces.append(.init("event: \(name)\ndata: \(text)\(padding)}\n\n", after: cue))
        }
        add([
            "type": "message_start",
            "message": [
                "model": .string(model), "id": .string("msg_\(id)"), "type": "message", "role": "assistant",
                "content": [], "stop_reason": nil, "stop_sequence": nil, "stop_details": nil,
                "usage": usage(output: 1),
            ],
        ])
        var index = 0
        for part in parts {
            switch part {
            case .wait(let cue): pieces.append(.init([], after: cue))
            case .block(let start, let deltas, whole: _):
                let number = JSONValue.integer(index)
                add(["type": "content_block_start", "index": number, "content_block": .object(start)])
                if index == 0 { add(["type": "ping"]) }
                for delta in deltas {
                    add(["type": "content_block_delta", "index": number, "delta": delta], after: cue)
                }
                // A stream that is cut off ends inside a block.
                if script.streamError == nil { add(["type": "content_block_stop", "index": number]) }
                index += 1
            }
        }
        if let message = script.streamError {
            add([
                "type": "error",
                "error": ["details": nil, "type": "overloaded_error", "message": .string(message)],
                "request_id": "req_standin",
            ])
        } else {
            add(["type": "message_delta", "delta": .object(stop), "usage": usage(output: script.usage.completion)])
            add(["type": "message_stop"])
        }
        return pieces
    }

    // MARK: - One object

    /// The complete answer as one object.
    func object() -> JSONValue {
        var message: JSONObject = [
            "model": .string(model), "id": .string("msg_\(id)"), "type": "message", "role": "assistant",
            "content": .array(
                parts.compactMap { if case .block(_, _, let whole) = $0 { .object(whole) } else { nil } }
            ),
        ]
        for (name, value) in stop { message[name] = value }
        message["usage"] = usage(output: script.usage.completion)
        return .object(message)
    }
}
