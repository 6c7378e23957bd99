import StreamingJSON

/// Writes a scripted reply as a response: the events of a stream, or one object.
struct ResponseWriter {
    let id: String
    let created: Int
    let request: JSONValue
    let script: ScriptedReply
    let pace: Duration

    /// An item of the response, with the events between its start and its end.
    private struct Item {
        var start: JSONObject
        var whole: JSONObject
        var events: [JSONObject]
    }

    private enum Part {
        case item(Item)
        case wait(StandInReply.Piece.Cue)
    }

    private var status: String { script.finishReason == "length" ? "incomplete" : "completed" }

    private var usage: JSONValue {
        [
            "input_tokens": .integer(script.usage.prompt),
            "input_tokens_details": ["cached_tokens": 0, "cache_write_tokens": 0],
            "output_tokens": .integer(script.usage.completion), "output_tokens_details": ["reasoning_tokens": 0],
            "total_tokens": .integer(script.usage.prompt + script.usage.completion),
        ]
    }

    private func response(_ status: String, output: [JSONValue] = [], error: JSONValue = .null) -> JSONValue {
        let isOver = status == "completed" || status == "incomplete"
        return [
            "id": .string("resp_\(id)"), "object": "response", "created_at": .integer(created),
            "status": .string(status), "background": false, "error": error,
            "incomplete_details": status == "incomplete" ? ["reason": "max_output_tokens"] : nil,
            "instructions": request["instructions"] ?? .null, "max_output_tokens": nil,
            "model": request["model"] ?? .null, "output": .array(output), "parallel_tool_calls": true,
            "previous_response_id": nil, "reasoning": ["effort": "medium", "summary": nil],
            "service_tier": "default", "store": request["store"] ?? true, "temperature": 1.0,
            "text": ["format": ["type": "text"]], "tool_choice": "auto", "tools": [], "top_p": 1.0,
            "truncation": "disabled", "usage": isOver ? usage : .null, "metadata": [:],
        ]
    }

    // MARK: - Items

    private var parts: [Part] {
        var parts: [Part] = []
        var text: [JSONObject] = []
        var words = (text: "", refusal: "")
        func flush(_ number: Int) {
            guard !text.isEmpty else { return }
            parts.append(.item(message(number, text, words.text, words.refusal)))
            (text, words) = ([], ("", ""))
        }
        for (number, step) in script.steps.enumerated() {
            switch step {
            case .token(let token):
                text.append(["type": "response.output_text.delta", "delta": .string(token), "logprobs": []])
                words.text += token
            case .refusal(let token):
                text.append(["type": "response.refusal.delta", "delta": .string(token)])
                words.refusal += token
            case .wait(let cue):
                flush(number)
                parts.append(.wait(cue))
            case .thought(let thought, let seal):
                flush(number)
                parts.append(.item(self.thought(number, thought, seal)))
            case .toolCalls(let calls, interleaved: _):
                flush(number)
                parts += calls.enumerated().map { .item(call($1, "\(number)\($0)")) }
            }
        }
        flush(script.steps.count)
        return parts
    }

    private func message(_ number: Int, _ deltas: [JSONObject], _ text: String, _ refusal: String) -> Item {
        let itemID = JSONValue.string("msg_\(id)\(number)")
        let part: JSONObject =
            refusal.isEmpty
            ? ["type": "output_text", "annotations": [], "logprobs": [], "text": .string(text)]
            : ["type": "refusal", "refusal": .string(refusal)]
        var empty = part
        empty[refusal.isEmpty ? "text" : "refusal"] = ""
        let events =
            [["type": "response.content_part.added", "part": .object(empty)] as JSONObject] + deltas + [
                refusal.isEmpty
                    ? ["type": "response.output_text.done", "text": .string(text), "logprobs": []]
                    : ["type": "response.refusal.done", "refusal": .string(refusal)],
                ["type": "response.content_part.done", "part": .object(part)],
            ]
        return Item(
            start: ["id": itemID, "type": "message", "status": "in_progress", "content": [], "role": "assistant"],
            whole: [
                "id": itemID, "type": "message", "status": .string(status), "content": [.object(part)],
                "role": "assistant",
            ],
            events: events.map { event in
                var event = event
                event["content_index"] = 0
                return event
            }
        )
    }

    private func thought(_ number: Int, _ text: String, _ seal: String) -> Item {
        let summary: JSONValue = ["type": "summary_text", "text": .string(text)]
        let head: JSONObject = ["id": .string("rs_\(id)\(number)"), "type": "reasoning"]
        var (start, whole) = (head, head)
        start["summary"] = []
        whole["summary"] = [summary]
        whole["encrypted_content"] = .string(seal)
        let deltas = ScriptedReply.cut(text).map { token -> JSONObject in
            ["type": "response.reasoning_summary_text.delta", "summary_index": 0, "delta": .string(token)]
        }
        let opening: JSONObject = [
            "type": "response.reasoning_summary_part.added", "summary_index": 0,
            "part": ["type": "summary_text", "text": ""],
        ]
        let end: JSONObject = [
            "type": "response.reasoning_summary_text.done", "summary_index": 0, "text": .string(text),
        ]
        return Item(start: start, whole: whole, events: [opening] + deltas + [end])
    }

    private func call(_ call: ScriptedToolCall, _ number: String) -> Item {
        let head: JSONObject = [
            "id": .string("fc_\(id)\(number)"), "type": "function_call",
            "call_id": .string(call.id ?? "call_\(id)\(number)"), "name": .string(call.name),
        ]
        var (start, whole) = (head, head)
        start["status"] = "in_progress"
        start["arguments"] = ""
        whole["status"] = "completed"
        whole["arguments"] = .string(call.arguments)
        let deltas = call.argumentFragments.map { fragment -> JSONObject in
            ["type": "response.function_call_arguments.delta", "delta": .string(fragment)]
        }
        let end: JSONObject = ["type": "response.function_call_arguments.done", "arguments": .string(call.arguments)]
        return Item(start: start, whole: whole, events: deltas + [end])
    }

    // MARK: - A stream

    /// The events of the stream, separated by the pace.
    func pieces() -> [StandInReply.Piece] {
        let cue: StandInReply.Piece.Cue = pace > .zero ? .pause(pace) : .none
        var pieces: [StandInReply.Piece] = []
        var number = 0
        func add(_ event: JSONObject, after cue: StandInReply.Piece.Cue = .none) {
            var event = event
            event["sequence_number"] = .integer(number)
            number += 1
            let name = event["type"]?.stringValue ?? ""
            pieces.append(.init("event: \(name)\ndata: \(JSONValue.object(event).serialized())\n\n", after: cue))
        }
        add(["type": "response.created", "response": response("in_progress")])
        add(["type": "response.in_progress", "response": response("in_progress")])
        var output: [JSONValue] = []
        for part in parts {
            switch part {
            case .wait(let cue): pieces.append(.init([], after: cue))
            case .item(let item):
                let index = JSONValue.integer(output.count)
                add(["type": "response.output_item.added", "output_index": index, "item": .object(item.start)])
                for event in item.events {
                    var event = event
                    event["item_id"] = item.start["id"]
                    event["output_index"] = index
                    add(event, after: event["delta"] == nil ? .none : cue)
                }
                add(["type": "response.output_item.done", "output_index": index, "item": .object(item.whole)])
                output.append(.object(item.whole))
            }
        }
        if let message = script.streamError {
            let error: JSONValue = ["type": "server_error", "code": "server_error", "message": .string(message)]
            add(["type": "error", "error": error])
            add(["type": "response.failed", "response": response("failed", error: error)])
        } else {
            add(["type": .string("response.\(status)"), "response": response(status, output: output)])
        }
        return pieces
    }

    // MARK: - One object

    /// The complete answer as one object.
    func object() -> JSONValue {
        response(
            status,
            output: parts.compactMap { if case .item(let item) = $0 { .object(item.whole) } else { nil } }
        )
    }
}
