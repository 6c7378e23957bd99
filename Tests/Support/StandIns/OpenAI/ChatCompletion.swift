import StreamingJSON

/// Writes a scripted reply as the body of a chat completion: chunks of a stream, or one object.
struct ChatCompletion {
    let id: String
    let created: Int
    let request: ChatRequest
    let script: ScriptedReply
    let pace: Duration

    private static let fingerprint = "fp_standin0000"

    private var finishReason: String {
        if let reason = script.finishReason { return reason }
        let hasCalls = script.steps.contains { if case .toolCalls = $0 { true } else { false } }
        return hasCalls ? "tool_calls" : "stop"
    }

    private func callID(_ call: ScriptedToolCall, _ index: Int) -> String {
        call.id ?? "call_\(id.dropFirst("chatcmpl-".count))\(index)"
    }

    private var usage: JSONValue {
        [
            "prompt_tokens": .integer(script.usage.prompt),
            "completion_tokens": .integer(script.usage.completion),
            "total_tokens": .integer(script.usage.prompt + script.usage.completion),
            "prompt_tokens_details": ["cached_tokens": 0, "audio_tokens": 0],
            "completion_tokens_details": [
                "reasoning_tokens": 0, "audio_tokens": 0, "accepted_prediction_tokens": 0,
                "rejected_prediction_tokens": 0,
            ],
        ]
    }

    // MARK: - A stream

    /// The events of the stream, separated by the pace.
    func pieces() -> [StandInReply.Piece] {
        var events = Events(completion: self)
        let opensWithText = script.steps.first.map { if case .toolCalls = $0 { false } else { true } } ?? true
        events.add(
            delta: opensWithText
                ? ["role": "assistant", "content": "", "refusal": nil] : ["role": "assistant", "content": nil]
        )
        for step in script.steps {
            switch step {
            case .token(let text): events.add(delta: ["content": .string(text)], after: cue)
            case .refusal(let text): events.add(delta: ["refusal": .string(text)], after: cue)
            // In the form of compatible servers; the upstream itself hides thoughts.
            case .thought(let text, seal: _): events.add(delta: ["reasoning_content": .string(text)], after: cue)
            case .wait(let cue): events.add(wait: cue)
            case .toolCalls(let calls, let interleaved):
                let deltas = deltas(of: calls, interleaved: interleaved)
                for (index, delta) in deltas.enumerated() {
                    if index == deltas.count - 1, let gate = script.lastFragment { events.add(wait: .gate(gate)) }
                    events.add(delta: ["tool_calls": [delta]], after: cue)
                }
            }
        }
        if let message = script.streamError {
            events.add(error: message)
        } else {
            events.add(delta: [:], finishReason: finishReason, after: cue)
            if request.includesUsage { events.add(usage: usage) }
            events.addEnd()
        }
        return events.pieces
    }

    private var cue: StandInReply.Piece.Cue { pace > .zero ? .pause(pace) : .none }

    private func deltas(of calls: [ScriptedToolCall], interleaved: Bool) -> [JSONValue] {
        let opening = calls.enumerated().map { index, call -> JSONValue in
            [
                "index": .integer(index), "id": .string(callID(call, index)), "type": "function",
                "function": ["name": .string(call.name), "arguments": ""],
            ]
        }
        let fragments = calls.enumerated().map { index, call in
            call.argumentFragments.map { fragment -> JSONValue in
                ["index": .integer(index), "function": ["arguments": .string(fragment)]]
            }
        }
        guard interleaved else { return zip(opening, fragments).flatMap { [$0] + $1 } }
        let rounds = fragments.map(\.count).max() ?? 0
        return opening + (0..<rounds).flatMap { round in fragments.compactMap { round < $0.count ? $0[round] : nil } }
    }

    private struct Events {
        let completion: ChatCompletion
        private(set) var pieces: [StandInReply.Piece] = []

        init(completion: ChatCompletion) { self.completion = completion }

        mutating func add(delta: JSONValue, finishReason: String? = nil, after cue: StandInReply.Piece.Cue = .none) {
            let choice: JSONValue = [
                "index": 0, "delta": delta, "logprobs": nil,
                "finish_reason": finishReason.map { .string($0) } ?? .null,
            ]
            add(chunk(choices: [choice], usage: .null), after: cue)
        }

        mutating func add(usage: JSONValue) { add(chunk(choices: [], usage: usage)) }

        mutating func add(error message: String) {
            add(["error": ["message": .string(message), "type": "server_error", "param": nil, "code": nil]])
        }

        mutating func add(wait cue: StandInReply.Piece.Cue) { pieces.append(.init([], after: cue)) }

        mutating func addEnd() { pieces.append(.init("data: [DONE]\n\n")) }

        private mutating func add(_ value: JSONValue, after cue: StandInReply.Piece.Cue = .none) {
            pieces.append(.init("data: \(value.serialized())\n\n", after: cue))
        }

        private func chunk(choices: [JSONValue], usage: JSONValue) -> JSONValue {
            var chunk: JSONObject = [
                "id": .string(completion.id), "object": "chat.completion.chunk",
                "created": .integer(completion.created),
                "model": .string(completion.request.model), "service_tier": "default",
                "system_fingerprint": .string(ChatCompletion.fingerprint), "choices": .array(choices),
            ]
            if completion.request.includesUsage { chunk["usage"] = usage }
            if completion.request.includesObfuscation {
                // Padding of varying length, like the upstream's.
                chunk["obfuscation"] = .string(String("b6589fc6ab0dc82cf1209".prefix(5 + pieces.count % 11)))
            }
            return .object(chunk)
        }
    }

    // MARK: - One object

    /// The complete answer as one object.
    func object() -> JSONValue {
        var text: String?
        var refusal: String?
        var calls: [JSONValue] = []
        for step in script.steps {
            switch step {
            case .token(let token): text = (text ?? "") + token
            case .refusal(let token): refusal = (refusal ?? "") + token
            case .wait, .thought: break
            case .toolCalls(let scripted, _):
                calls += scripted.enumerated().map { index, call in
                    [
                        "id": .string(callID(call, index)), "type": "function",
                        "function": ["name": .string(call.name), "arguments": .string(call.arguments)],
                    ]
                }
            }
        }
        var message: JSONObject = ["role": "assistant", "content": text.map { .string($0) } ?? .null]
        if !calls.isEmpty { message["tool_calls"] = .array(calls) }
        message["refusal"] = refusal.map { .string($0) } ?? .null
        message["annotations"] = []
        return [
            "id": .string(id), "object": "chat.completion", "created": .integer(created),
            "model": .string(request.model),
            "choices": [
                [
                    "index": 0, "message": .object(message), "logprobs": nil, "finish_reason": .string(finishReason),
                ]
            ],
            "usage": usage, "service_tier": "default", "system_fingerprint": .string(Self.fingerprint),
        ]
    }
}
