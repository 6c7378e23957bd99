/// One event of the stream, read no further than to its type and, for the event that each token comes in, its text.
enum AnthropicDelta: Equatable {
    /// A piece of a block's content.
    case content(Kind, String, index: Int)
    /// Another event, by its type; empty when it has none.
    case other(String)
    /// Not a JSON object.
    case malformed

    /// What a piece is a piece of.
    enum Kind: Equatable { case text, arguments, thinking, signature, unknown }

    init(_ data: inout String) {
        self = data.withUTF8 { Self(JSONText(trimming: $0)) }
    }

    private init(_ event: JSONText) {
        var (type, delta, index): (JSONText?, JSONText?, JSONText?)
        let isWhole = event.forEachMember { name, value in
            if name.isString("type") {
                type = value
            } else if name.isString("delta") {
                delta = value
            } else if name.isString("index") {
                index = value
            }
        }
        guard isWhole else {
            self = .malformed
            return
        }
        guard let type, type.isString("content_block_delta"), let delta else {
            self = .other(type?.string ?? "")
            return
        }
        var kind: Kind?
        var content: (kind: Kind, text: JSONText)?
        let isObject = delta.forEachMember { name, value in
            if name.isString("type") {
                kind = Kind(value)
            } else if let named = Kind(member: name), content == nil || named == kind {
                content = (named, value)
            }
        }
        guard isObject else {
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
