import AgentWire
import StreamingJSON
import Testing

/// The frames of a Messages stream, in short words for tables, and the message that a client makes of them.
enum MessagesFrames {
    /// Encodes a run's events.
    static func bytes(_ events: [RunEvent], after waits: Int = 0, _ options: MessagesOptions = .init()) -> [UInt8] {
        var encoder = MessagesEncoder(options, after: waits)
        var bytes: [UInt8] = []
        encoder.encode(RecordedRuns.lines(events), into: &bytes)
        let count = bytes.count
        if encoder.isOver {
            encoder.encode(RecordedRuns.lines([.textDelta(item: 99, text: "more")]), into: &bytes)
            #expect(bytes.count == count)
        }
        return bytes
    }

    /// Returns the data of each frame, whose type is the event's name.
    static func data(_ bytes: [UInt8]) throws -> [JSONValue] {
        try String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").map { frame in
            let lines = frame.split(separator: "\n", omittingEmptySubsequences: false)
            #expect(lines.count == 2 && lines[0].hasPrefix("event: ") && lines[1].hasPrefix("data: "))
            let data = try JSONValue(parsing: String(lines[1].dropFirst(6)))
            #expect(data["type"]?.stringValue == String(lines[0].dropFirst(7)))
            return data
        }
    }

    /// Returns each frame in a few words.
    static func words(_ bytes: [UInt8]) throws -> [String] { try data(bytes).map(word) }

    private static func word(_ frame: JSONValue) -> String {
        let index = frame["index"]?.intValue.map(String.init) ?? "?"
        switch frame["type"]?.stringValue {
        case "message_start": return "start \(frame["message"]?["id"]?.stringValue ?? "?")"
        case "content_block_start":
            let block = frame["content_block"]
            let type = block?["type"]?.stringValue ?? "?"
            let more = [block?["id"], block?["name"], block?["data"]].compactMap { $0?.stringValue }
            return ([index, type] + more + (block?["torii"] == nil ? [] : ["torii"])).joined(separator: " ")
        case "content_block_delta":
            let delta = frame["delta"]
            if let seal = delta?["signature"]?.stringValue { return "\(index) seal \(seal)" }
            let text = delta?["text"] ?? delta?["thinking"] ?? delta?["partial_json"]
            return "\(index) +\(text?.stringValue ?? "?")"
        case "content_block_stop": return "\(index) stop"
        case "message_delta":
            let tokens = [frame["usage"]?["input_tokens"], frame["usage"]?["output_tokens"]].map { $0?.intValue ?? -1 }
            return "end \(frame["delta"]?["stop_reason"]?.stringValue ?? "?") \(tokens[0]) \(tokens[1])"
        case "message_stop": return "over"
        case "error": return "error \(frame["error"]?["type"]?.stringValue ?? "?")"
        case "ping": return "ping \(frame["torii"]?["type"]?.stringValue ?? "?")"
        default: return "?"
        }
    }

    /// Returns the message that a client composes of a stream; `nil` after an error.
    static func message(_ bytes: [UInt8]) throws -> JSONValue? {
        var message = JSONObject()
        var blocks: [JSONObject] = []
        var open: Int?
        for frame in try data(bytes) {
            switch frame["type"]?.stringValue {
            case "message_start": message = frame["message"]?.objectValue ?? [:]
            case "content_block_start":
                #expect(open == nil && frame["index"]?.intValue == blocks.count)
                open = blocks.count
                blocks.append(frame["content_block"]?.objectValue ?? [:])
            case "content_block_delta":
                let index = try #require(open)
                #expect(frame["index"]?.intValue == index)
                append(frame["delta"] ?? .null, to: &blocks[index])
            case "content_block_stop":
                let index = try #require(open)
                #expect(frame["index"]?.intValue == index)
                if let text = blocks[index]["json"]?.stringValue {
                    blocks[index]["json"] = nil
                    blocks[index]["input"] = try JSONValue(parsing: text)
                }
                open = nil
            case "message_delta":
                #expect(open == nil)
                for (name, value) in frame["delta"]?.objectValue ?? [:] { message[name] = value }
                var usage = message["usage"]?.objectValue ?? [:]
                for (name, value) in frame["usage"]?.objectValue ?? [:] { usage[name] = value }
                message["usage"] = .object(usage)
            case "error": return nil
            default: continue
            }
        }
        message["content"] = .array(blocks.map(JSONValue.object))
        return .object(message)
    }

    private static func append(_ delta: JSONValue, to block: inout JSONObject) {
        let members = [
            ("text", "text"), ("thinking", "thinking"), ("signature", "signature"), ("partial_json", "json"),
        ]
        for (name, member) in members {
            guard let more = delta[name]?.stringValue else { continue }
            block[member] = .string((block[member]?.stringValue ?? "") + more)
        }
    }
}

extension RecordedRuns {
    static let sealedThoughts = Run(
        name: "sealed thoughts, one of them secret, around a server's tool",
        events: [
            start, .itemAdded(RunItem(number: 0, .reasoning)), .reasoningDelta(item: 0, text: "First \""),
            .reasoningDelta(item: 0, text: "look."), .reasoningSealed(item: 0, seal: "c2VhbA==", isRedacted: false),
            .itemDone(item: 0), .itemAdded(RunItem(number: 1, .reasoning)),
            .reasoningSealed(item: 1, seal: "c2VjcmV0", isRedacted: true), .itemDone(item: 1),
            .roundEnded(RunRound(finishReason: .toolCalls, usage: usage(10, 5))),
            .itemAdded(RunItem(number: 2, .toolCall(.init(id: "s", name: "searchWeb", site: .server, arguments: [:])))),
            .itemAdded(RunItem(number: 3, .reasoning)), .reasoningDelta(item: 3, text: "Now."), .itemDone(item: 3),
            .itemAdded(RunItem(number: 4, .message)), .textDelta(item: 4, text: "Yes."), .itemDone(item: 4),
            .roundEnded(RunRound(finishReason: .stop, usage: usage(10, 5))),
            .answered(RunAnswer(text: "Yes.", finishReason: .stop)), .completed(usage: usage(20, 10)),
        ]
    )

    static let textInACall = Run(
        name: "text and a thought between the pieces of a call",
        events: [
            start, .itemAdded(RunItem(number: 0, .message)), .textDelta(item: 0, text: "One "),
            .itemAdded(RunItem(number: 1, .toolCall(.init(id: "c", name: "find", site: .client, arguments: nil)))),
            .argumentsDelta(item: 1, text: "{\"a\":"), .textDelta(item: 0, text: "mo\""),
            .textDelta(item: 0, text: "ment."),
            .argumentsDelta(item: 1, text: "1}"), .itemDone(item: 0), .itemAdded(RunItem(number: 2, .reasoning)),
            .reasoningDelta(item: 2, text: "hm"), .reasoningSealed(item: 2, seal: "s", isRedacted: false),
            .itemDone(item: 2), .itemDone(item: 1),
            .roundEnded(RunRound(finishReason: .toolCalls, usage: usage(10, 5))),
            .waiting,
        ]
    )
}
