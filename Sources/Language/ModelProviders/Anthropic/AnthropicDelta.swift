/// One event of the stream.
///
/// Only its type is read and, for the frequent events with a token, the text.
enum AnthropicDelta: Equatable {
    /// A delta of a block's content.
    case content(Kind, String, index: Int)
    /// Another event, by its type; empty if the event has none.
    case other(String)
    /// Bytes that are not a JSON object.
    case malformed

    /// The kind of content block that a delta belongs to.
    enum Kind: Equatable { case text, arguments, thinking, signature, unknown }

    init(_ data: UnsafeBufferPointer<UInt8>) {
        var (type, delta, index): (JSONText?, JSONText?, JSONText?)
        var reader = JSONReader(data)
        let isObject = reader.isAtObject
        reader.members { name, value in
            if name.isString("type") {
                type = value.text()
            } else if name.isString("delta") {
                delta = value.text()
            } else if name.isString("index") {
                index = value.text()
            }
        }
        guard isObject, reader.isWhole else {
            self = .malformed
            return
        }
        guard let type, type.isString("content_block_delta"), let delta else {
            self = .other(type?.string ?? "")
            return
        }
        var kind: Kind?
        var content: (kind: Kind, text: JSONText)?
        var members = JSONReader(delta.bytes)
        members.members { name, value in
            if name.isString("type") {
                kind = Kind(value.text())
            } else if let named = Kind(member: name), content == nil || named == kind {
                content = (named, value.text())
            }
        }
        guard delta.isObject, members.isWhole else {
            self = .malformed
            return
        }
        if let kind, let content, content.kind == kind, let text = content.text.string {
            self = .content(kind, text, index: index?.int ?? 0)
        } else {
            self = .content(.unknown, "", index: index?.int ?? 0)
        }
    }
}

extension AnthropicDelta.Kind {
    fileprivate init(_ type: JSONText) {
        if type.isString("text_delta") {
            self = .text
        } else if type.isString("input_json_delta") {
            self = .arguments
        } else if type.isString("thinking_delta") {
            self = .thinking
        } else if type.isString("signature_delta") {
            self = .signature
        } else {
            self = .unknown
        }
    }

    fileprivate init?(member name: JSONText) {
        if name.isString("text") {
            self = .text
        } else if name.isString("partial_json") {
            self = .arguments
        } else if name.isString("thinking") {
            self = .thinking
        } else if name.isString("signature") {
            self = .signature
        } else {
            return nil
        }
    }
}
