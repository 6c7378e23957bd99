/// One event of the stream.
///
/// Only its type is read and, for the frequent events with a token, the text.
enum OpenAIResponsesDelta: Equatable {
    /// A delta of an item, with the item's id and, in the summary of a thought, the part.
    case content(Kind, String, itemID: String, part: Int)
    /// Another event, by its type; empty if the event has none.
    case other(String)
    /// Bytes that are not a JSON object.
    case malformed

    /// The kind of content that a delta belongs to.
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
