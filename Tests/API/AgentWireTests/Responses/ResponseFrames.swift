import AgentWire
import StreamingJSON
import Testing

/// The frames of a stream of Responses, in short words for tables, and the output that a client makes of them.
enum ResponseFrames {
    /// Returns a request that shows everything an answer can have.
    static func request(_ change: (inout TurnRequest) -> Void = { _ in }) -> TurnRequest {
        var request = TurnRequest(dialect: .responses, input: [.text("Hi")], conversation: .new)
        request.stream = true
        change(&request)
        return request
    }

    /// The form of a request that shows reasoning, with its seals.
    static let open = ResponseForm(
        request { $0.echo = ["reasoning": ["effort": .null, "summary": "auto"], "seals": true] },
        of: "run_01ab"
    )
    /// The form of a request without options.
    static let plain = ResponseForm(request(), of: "run_01ab")

    /// Encodes a run's events.
    static func bytes(
        _ events: [RunEvent],
        after waits: Int = 0,
        from first: Int? = 0,
        _ form: ResponseForm = plain
    ) -> [UInt8] {
        var encoder = ResponseEncoder(form, after: waits, from: first)
        var bytes: [UInt8] = []
        encoder.encode(RecordedRuns.lines(events), into: &bytes)
        let count = bytes.count
        if encoder.isOver {
            encoder.encode(RecordedRuns.lines([.textDelta(item: 99, text: "more")]), into: &bytes)
            #expect(bytes.count == count)
        }
        return bytes
    }

    /// Returns the text of each frame; the last one is `data: [DONE]`.
    static func frames(_ bytes: [UInt8]) -> [Substring] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n\n")
    }

    /// Returns the data of each frame, whose type is the event's name, without the end.
    static func data(_ bytes: [UInt8]) throws -> [JSONValue] {
        var frames = frames(bytes)
        if frames.last == "data: [DONE]" { frames.removeLast() }
        return try frames.map { frame in
            let lines = frame.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2 && lines[0].hasPrefix("event: ") && lines[1].hasPrefix("data: "))
            let data = try JSONValue(parsing: String(lines[1].dropFirst(6)))
            #expect(data["type"]?.stringValue == String(lines[0].dropFirst(7)))
            return data
        }
    }

    /// Returns each frame in a few words: its type, its place and its text.
    static func words(_ bytes: [UInt8]) throws -> [String] { try data(bytes).map(word) }

    private static func word(_ frame: JSONValue) -> String {
        let type = frame["type"]?.stringValue ?? "?"
        var words = [type.hasPrefix("response.") ? String(type.dropFirst(9)) : type]
        if let index = frame["output_index"]?.intValue {
            let inner = (frame["content_index"] ?? frame["summary_index"])?.intValue
            words.append(inner.map { "\(index).\($0)" } ?? "\(index)")
        }
        if let item = frame["item"] {
            let more = [item["type"], item["call_id"], item["status"]].compactMap { $0?.stringValue }
            words += type.hasSuffix("done") ? more : more.dropLast(item["status"] == nil ? 0 : 1)
        }
        if let part = frame["part"] { words.append(part["type"]?.stringValue ?? "?") }
        for name in ["delta", "text", "refusal", "arguments", "note"] {
            if let text = frame[name]?.stringValue { words.append(text) }
        }
        if let error = frame["error"] { words.append(error["code"]?.stringValue ?? "?") }
        if let response = frame["response"] {
            let reason = response["incomplete_details"]?["reason"]?.stringValue
            words += [response["status"]?.stringValue ?? "?"] + (reason.map { [$0] } ?? [])
        }
        return words.joined(separator: " ")
    }
}

// MARK: - The expected frames

extension ResponseFrames {
    static let opening = ["created in_progress", "in_progress in_progress"]

    /// Returns the frames of a message with a text.
    static func message(_ index: Int, _ deltas: [String], _ status: String = "completed") -> [String] {
        [
            "output_item.added \(index) message", "content_part.added \(index).0 output_text",
        ] + deltas.map { "output_text.delta \(index).0 \($0)" } + [
            "output_text.done \(index).0 \(deltas.joined())", "content_part.done \(index).0 output_text",
            "output_item.done \(index) message \(status)",
        ]
    }

    /// Returns the frames of reasoning with a summary.
    static func reasoning(_ index: Int, _ deltas: [String]) -> [String] {
        [
            "output_item.added \(index) reasoning", "reasoning_summary_part.added \(index).0 summary_text",
        ] + deltas.map { "reasoning_summary_text.delta \(index).0 \($0)" } + [
            "reasoning_summary_text.done \(index).0 \(deltas.joined())",
            "reasoning_summary_part.done \(index).0 summary_text", "output_item.done \(index) reasoning",
        ]
    }

    /// Returns the frames of a client's call.
    static func call(_ index: Int, _ id: String, _ deltas: [String]) -> [String] {
        ["output_item.added \(index) function_call \(id)"]
            + deltas.map { "function_call_arguments.delta \(index) \($0)" } + [
                "function_call_arguments.done \(index) \(deltas.joined())",
                "output_item.done \(index) function_call \(id) completed",
            ]
    }

    /// Returns the frames of a call of the server's tool without progress.
    static func serverCall(_ index: Int, _ id: String, _ status: String = "completed") -> [String] {
        [
            "output_item.added \(index) torii:tool_call \(id)",
            "output_item.done \(index) torii:tool_call \(id) \(status)",
        ]
    }
}

// MARK: - A client

extension ResponseFrames {
    /// The output that a client composes of a stream, checked frame by frame.
    struct Client {
        /// The items so far.
        private(set) var items: [JSONObject] = []
        private var isDone: [Bool] = []
        /// The last response.
        private(set) var response: JSONValue = .null

        /// Reads a whole stream from its first frame.
        init(_ frames: [JSONValue]) throws {
            for (number, frame) in frames.enumerated() {
                #expect(frame["sequence_number"]?.intValue == number)
                try read(frame)
            }
        }

        private mutating func read(_ frame: JSONValue) throws {
            let type = try #require(frame["type"]?.stringValue)
            if let response = frame["response"] { return try read(response: response) }
            guard type != "error" else { return }
            let index = try #require(frame["output_index"]?.intValue)
            if type == "response.output_item.added" {
                #expect(index == items.count)
                items.append(try #require(frame["item"]?.objectValue))
                return isDone.append(false)
            }
            try #require(items.indices.contains(index))
            #expect(!isDone[index], "a frame follows the end of its item")
            if type == "response.output_item.done" {
                isDone[index] = true
                return try end(index, frame["item"]?.objectValue ?? [:])
            }
            #expect(frame["item_id"] == items[index]["id"])
            try read(frame, type, of: index)
        }

        private mutating func read(response: JSONValue) throws {
            self.response = response
            let isRunning = ["queued", "in_progress"].contains(response["status"])
            guard !isRunning else { return #expect(response["output"] == [] && response["usage"]?.isNull == true) }
            #expect(!isDone.contains(false))
            #expect(response["output"] == .array(items.map(JSONValue.object)))
        }

        /// Compares a complete item with what its frames had.
        private mutating func end(_ index: Int, _ item: JSONObject) throws {
            #expect(item["id"] == items[index]["id"] && item["type"] == items[index]["type"])
            for name in ["content", "summary", "arguments", "name", "call_id"] {
                #expect(item[name] == items[index][name], "\(name) of item \(index)")
            }
            items[index] = item
        }

        private mutating func read(_ frame: JSONValue, _ type: String, of index: Int) throws {
            switch type {
            case "response.content_part.added", "response.reasoning_summary_part.added":
                try part(frame, index) { parts, part, place in
                    #expect(place == parts.count && (part["text"] ?? part["refusal"]) == "")
                    parts.append(part)
                }
            case "response.content_part.done", "response.reasoning_summary_part.done":
                try part(frame, index) { parts, part, place in #expect(parts[place] == part) }
            case "response.function_call_arguments.delta":
                let text = (items[index]["arguments"]?.stringValue ?? "") + (frame["delta"]?.stringValue ?? "?")
                items[index]["arguments"] = .string(text)
            case "response.function_call_arguments.done":
                #expect(frame["arguments"] == items[index]["arguments"] && frame["name"] == items[index]["name"])
            case "torii:tool_call.progress": #expect(items[index]["type"] == "torii:tool_call")
            default: try text(frame, type, of: index)
            }
        }

        private mutating func part(
            _ frame: JSONValue,
            _ index: Int,
            _ change: (inout [JSONValue], JSONValue, Int) -> Void
        ) throws {
            let name = frame["summary_index"] == nil ? "content" : "summary"
            let place = try #require((frame["summary_index"] ?? frame["content_index"])?.intValue)
            var parts = items[index][name]?.arrayValue ?? []
            change(&parts, try #require(frame["part"]), place)
            items[index][name] = .array(parts)
        }

        /// Reads a text in deltas or as a whole.
        private mutating func text(_ frame: JSONValue, _ type: String, of index: Int) throws {
            let name = frame["summary_index"] == nil ? "content" : "summary"
            let place = try #require((frame["summary_index"] ?? frame["content_index"])?.intValue)
            var parts = items[index][name]?.arrayValue ?? []
            try #require(parts.indices.contains(place))
            var part = try #require(parts[place].objectValue)
            let member = type.hasPrefix("response.refusal") ? "refusal" : "text"
            if type.hasSuffix(".done") { return #expect(frame[member] == part[member]) }
            try #require(type.hasSuffix(".delta"))
            if type == "response.output_text.delta" { #expect(frame["logprobs"] == []) }
            part[member] = .string((part[member]?.stringValue ?? "?") + (frame["delta"]?.stringValue ?? "?"))
            parts[place] = .object(part)
            items[index][name] = .array(parts)
        }
    }
}
