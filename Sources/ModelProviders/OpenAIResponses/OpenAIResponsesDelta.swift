/// One event of the stream, read no further than to its type and, for the events that each token comes in, its text.
enum OpenAIResponsesDelta: Equatable {
    /// A piece of an item, by the item's id and, in a thought's summary, by its part.
    case content(Kind, String, itemID: String, part: Int)
    /// Another event, by its type; empty when it has none.
    case other(String)
    /// Not a JSON object.
    case malformed

    /// What a piece is a piece of.
    enum Kind: Equatable { case text, arguments, summary, thought, refusal }

    init(_ data: UnsafeBufferPointer<UInt8>) {
        var (type, delta, itemID, part): (JSONText?, JSONText?, JSONText?, JSONText?)
        var reader = JSONReader(data)
        let isObject = reader.isAtObject
        reader.members { name, value in
            if name.isString("type") {
                type = value.text()
            } else if name.isString("delta") {
                delta = value.text()
            } else if name.isString("item_id") {
                itemID = value.text()
            } else if name.isString("summary_index") {
                part = value.text()
            }
        }
        guard isObject, reader.isWhole else {
            self = .malformed
            return
        }
        guard let type, let kind = Kind(type), let text = delta?.string else {
            self = .other(type?.string ?? "")
            return
        }
        self = .content(kind, text, itemID: itemID?.string ?? "", part: part?.int ?? 0)
    }
}

extension OpenAIResponsesDelta.Kind {
    fileprivate init?(_ type: JSONText) {
        if type.isString("response.output_text.delta") {
            self = .text
        } else if type.isString("response.function_call_arguments.delta") {
            self = .arguments
        } else if type.isString("response.reasoning_summary_text.delta") {
            self = .summary
        } else if type.isString("response.reasoning_text.delta") {
            self = .thought
        } else if type.isString("response.refusal.delta") {
            self = .refusal
        } else {
            return nil
        }
    }
}
