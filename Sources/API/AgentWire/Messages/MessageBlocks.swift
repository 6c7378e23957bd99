import StreamingJSON

/// The content blocks of a Messages stream, which do not overlap: the open one, and the frames that start, extend and end it.
struct MessageBlocks: Sendable {
    /// A content block, by its item.
    enum Block: Sendable, Equatable {
        case text(Int)
        case refusal(Int)
        case thought(Int)
        case call(Int)
        /// An answer that no item has.
        case answer

        /// The block's item; `nil` for an answer without one.
        var item: Int? {
            switch self {
            case .text(let item), .refusal(let item), .thought(let item), .call(let item): item
            case .answer: nil
            }
        }
    }

    /// The open block.
    private(set) var open: Block?
    /// The number of blocks that were started.
    private var count = 0
    /// The bytes of a frame with a delta of the open block, up to the delta's text.
    private var deltaHead: [UInt8] = []

    /// Whether the open block is that of a call.
    var isInCall: Bool { if case .call = open { true } else { false } }

    /// Starts a block; none may be open.
    mutating func start(_ block: Block, _ value: JSONValue, in bytes: inout [UInt8]) {
        Self.frame("content_block_start", to: &bytes) { frame in
            frame["index"] = .integer(count)
            frame["content_block"] = value
        }
        deltaHead = Array("event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":".utf8)
        deltaHead.append(decimal: count)
        switch block {
        case .text, .refusal, .answer: deltaHead.append(",\"delta\":{\"type\":\"text_delta\",\"text\":")
        case .thought: deltaHead.append(",\"delta\":{\"type\":\"thinking_delta\",\"thinking\":")
        case .call: deltaHead.append(",\"delta\":{\"type\":\"input_json_delta\",\"partial_json\":")
        }
        open = block
        count += 1
    }

    /// Appends a delta of the open block, whose text is already JSON.
    func add(_ json: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
        bytes.append(contentsOf: deltaHead)
        bytes.append(contentsOf: json)
        bytes.append("}}\n\n")
    }

    /// Appends the signature of the open thought.
    func add(signature: String, to bytes: inout [UInt8]) {
        Self.frame("content_block_delta", to: &bytes) { frame in
            frame["index"] = .integer(count - 1)
            frame["delta"] = ["type": "signature_delta", "signature": .string(signature)]
        }
    }

    /// Ends the open block.
    ///
    /// - Returns: Whether one was open.
    mutating func close(in bytes: inout [UInt8]) -> Bool {
        guard open != nil else { return false }
        open = nil
        Self.frame("content_block_stop", to: &bytes) { $0["index"] = .integer(count - 1) }
        return true
    }

    /// Appends a frame in one piece; a closure adds the members after `type`.
    static func frame(_ type: String, to bytes: inout [UInt8], _ add: (inout JSONObject) -> Void) {
        var object: JSONObject = ["type": .string(type)]
        add(&object)
        bytes.append("event: ")
        bytes.append(contentsOf: type.utf8)
        bytes.append("\ndata: ")
        JSONValue.object(object).write(into: &bytes)
        bytes.append("\n\n")
    }
}
