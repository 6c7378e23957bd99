import StreamingJSON

/// Writes a scripted reply in Ollama's format: lines for a stream, or one object.
struct OllamaWriter {
    let model: String
    let script: ScriptedReply
    let pace: Duration

    private static let date = "2026-11-21T01:00:00.1Z"

    /// The reason for the end; a reply with calls has `stop`.
    private var reason: String {
        switch script.finishReason {
        case nil, "tool_calls": "stop"
        case .some(let reason): reason
        }
    }

    private func line(_ message: JSONObject) -> JSONObject {
        var whole: JSONObject = ["role": "assistant", "content": ""]
        for (name, value) in message { whole[name] = value }
        return [
            "model": .string(model), "created_at": .string(Self.date), "message": .object(whole), "done": false,
        ]
    }

    private func last(_ message: JSONObject) -> JSONObject {
        var line = line(message)
        line["done"] = true
        line["done_reason"] = .string(reason)
        line["total_duration"] = 4_883_583_458
        line["load_duration"] = 1_334_875
        // A count of zero is omitted.
        if script.usage.prompt > 0 { line["prompt_eval_count"] = .integer(script.usage.prompt) }
        line["prompt_eval_duration"] = 342_546_000
        if script.usage.completion > 0 { line["eval_count"] = .integer(script.usage.completion) }
        line["eval_duration"] = 535_599_000
        return line
    }

    private func values(_ calls: [ScriptedToolCall], after count: Int) -> [JSONValue] {
        calls.enumerated().map { index, call in
            [
                "id": .string(call.id ?? "call_standin\(count + index)"),
                "function": [
                    "index": .integer(count + index), "name": .string(call.name),
                    "arguments": (try? JSONValue(parsing: call.arguments)) ?? [:],
                ],
            ]
        }
    }

    // MARK: - A stream

    /// The lines of the stream, separated by the pace.
    func pieces() -> [StandInReply.Piece] {
        let cue: StandInReply.Piece.Cue = pace > .zero ? .pause(pace) : .none
        var pieces: [StandInReply.Piece] = []
        func add(_ line: JSONObject) {
            pieces.append(.init(JSONValue.object(line).serialized() + "\n", after: cue))
        }
        var callCount = 0
        for step in script.steps {
            switch step {
            // The interface has no refusals: they are ordinary text.
            case .token(let text), .refusal(let text): add(line(["content": .string(text)]))
            case .thought(let text, seal: _): add(line(["thinking": .string(text)]))
            case .wait(let cue): pieces.append(.init([], after: cue))
            case .toolCalls(let calls, interleaved: _):
                for value in values(calls, after: callCount) { add(line(["tool_calls": [value]])) }
                callCount += calls.count
            }
        }
        if let message = script.streamError {
            add(["error": .string(message)])
        } else {
            add(last([:]))
        }
        return pieces
    }

    // MARK: - One object

    /// The complete answer as one object.
    func object() -> JSONValue {
        var (text, thoughts) = ("", "")
        var calls: [JSONValue] = []
        for step in script.steps {
            switch step {
            case .token(let token), .refusal(let token): text += token
            case .thought(let thought, seal: _): thoughts += thought
            case .wait: break
            case .toolCalls(let scripted, interleaved: _): calls += values(scripted, after: calls.count)
            }
        }
        var message: JSONObject = ["content": .string(text)]
        if !thoughts.isEmpty { message["thinking"] = .string(thoughts) }
        if !calls.isEmpty { message["tool_calls"] = .array(calls) }
        return .object(last(message))
    }
}
