import StreamSafeText
import StreamingJSON

/// A reader of a body's `cache_control`, by which a client marks what the provider shall cache.
///
/// A mark does not change the answer, so a faulty one is not refused.
enum MessagesCacheMarks {
    private static let member = "cache_control"

    /// Returns the names of the members that are read here, as the list of ignored fields has them.
    static let names: Set<String> = [
        member, "system.\(member)", "tools.\(member)", "messages.content.\(member)",
        "messages.content.content.\(member)",
    ]

    /// Returns the marks of a body, in the order of their places.
    static func marks(in body: JSONValue) -> [CacheMark] {
        var marks: [CacheMark] = []
        func add(_ place: CacheMark.Place, _ blocks: [JSONValue]) {
            let lives = blocks.compactMap(life(of:))
            if !lives.isEmpty { marks.append(CacheMark(place, isLong: lives.contains("1h"))) }
        }
        add(.tools, body["tools"]?.arrayValue ?? [])
        add(.instructions, body["system"]?.arrayValue ?? [])
        var count = 0
        for message in body["messages"]?.arrayValue ?? [] where message["role"] == "user" {
            for blocks in inputs(of: message) {
                add(.input(count), blocks)
                count += 1
            }
        }
        add(.end, [body])
        return marks
    }

    /// Returns the blocks of each input of a user's message: those of each tool result, and all others together.
    private static func inputs(of message: JSONValue) -> [[JSONValue]] {
        let blocks = message["content"]?.arrayValue ?? [["type": "text", "text": message["content"] ?? .null]]
        let results = blocks.filter { $0["type"] == "tool_result" }.map { [$0] + ($0["content"]?.arrayValue ?? []) }
        let others = blocks.filter { $0["type"] != "tool_result" }
        let isBlank = others.allSatisfy {
            $0["type"] == "text" && $0["text"]?.stringValue?.isBlank != false
        }
        return results + (isBlank ? [] : [others])
    }

    /// Returns the time of a block's mark; `nil` for a block without one.
    private static func life(of block: JSONValue) -> String? {
        guard let mark = block[member], mark["type"] == "ephemeral" else { return nil }
        return mark["ttl"]?.stringValue ?? "5m"
    }
}
