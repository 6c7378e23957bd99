import LanguageModels
import ModelTable
import StreamingJSON

/// The marks in a request up to which the provider caches it.
///
/// A client's own marks are passed on. Otherwise the tools and the instructions are marked, which conversations share, and the end of the
/// conversation, which the next request repeats.
struct AnthropicCacheMarks {
    private typealias Mark = GenerationOptions.CacheMark

    /// The largest number of marks in a request.
    private static let maximumCount = 4
    /// The average length of a token, in bytes; it decides only whether a mark can pay.
    private static let bytesPerToken = 4

    private let marks: [Mark]

    /// Chooses the marks of a request: the client's, if there are any.
    ///
    /// - Parameters:
    ///   - body: The body without marks.
    ///   - minimum: The fewest tokens that the provider caches; `nil` if it caches nothing.
    init(of request: LanguageModelExecutorGenerationRequest, for body: JSONObject, minimum: Int?) {
        let wishes = request.generationOptions.details.cacheMarks
        guard wishes.isEmpty else {
            marks = Self.accepted(wishes)
            return
        }
        let messages = body["messages"] ?? .null
        // The provider charges for writing, so what no later request repeats is not marked.
        guard let minimum, body["tools"] != nil || messages.arrayValue?.count ?? 0 > 1 else {
            marks = []
            return
        }
        let least = minimum * Self.bytesPerToken
        // Whether the tools and the instructions are marked depends on them alone, so that it does not change with the conversation.
        let toolBytes = Self.toolBytes(of: request, in: body)
        let headBytes = toolBytes + Self.byteCount(of: body["system"])
        var marks: [Mark] = []
        if toolBytes >= least { marks.append(Mark(.tools)) }
        if headBytes >= least { marks.append(Mark(.instructions)) }
        if headBytes >= least || headBytes + Self.byteCount(of: messages) >= least { marks.append(Mark(.end)) }
        self.marks = marks
    }

    /// Returns a client's marks as the interface accepts them: four at most, of which no long one follows a short one.
    private static func accepted(_ wishes: [Mark]) -> [Mark] {
        var marks = wishes.sorted { position(of: $0) < position(of: $1) }
        // The earliest marks of messages cover the least.
        let inputs = marks.indices.filter { if case .input = marks[$0].place { true } else { false } }
        if let first = inputs.first {
            marks.removeSubrange(first..<first + min(inputs.count, max(0, marks.count - maximumCount)))
        }
        var isLong = true
        for index in marks.indices {
            isLong = isLong && marks[index].isLong
            marks[index].isLong = isLong
        }
        return marks
    }

    private static func position(of mark: Mark) -> Int {
        switch mark.place {
        case .tools: -2
        case .instructions: -1
        case .input(let number): number
        case .end: .max
        }
    }

    /// Adds the marks to a body.
    ///
    /// - Parameter inputs: The place of the last block of each prompt and of each tool output; `nil` for one without blocks.
    func add(to body: inout JSONObject, inputs: [AnthropicConversation.Place?]) {
        var messages = body["messages"]?.arrayValue ?? []
        for mark in marks {
            switch mark.place {
            case .tools:
                guard var tools = body["tools"]?.arrayValue, !tools.isEmpty else { break }
                tools[tools.count - 1] = Self.marked(tools[tools.count - 1], mark)
                body["tools"] = .array(tools)
            case .instructions:
                guard let text = body["system"], text.stringValue != nil else { break }
                body["system"] = [Self.marked(["type": "text", "text": text], mark)]
            case .input(let number):
                guard inputs.indices.contains(number), let place = inputs[number],
                    var message = messages[place.message].objectValue, var blocks = message["content"]?.arrayValue
                else { break }
                blocks[place.block] = Self.marked(blocks[place.block], mark)
                message["content"] = .array(blocks)
                messages[place.message] = .object(message)
            case .end: body["cache_control"] = Self.control(mark)
            }
        }
        body["messages"] = .array(messages)
    }

    private static func marked(_ block: JSONValue, _ mark: Mark) -> JSONValue {
        var block = block.objectValue ?? [:]
        block["cache_control"] = control(mark)
        return .object(block)
    }

    private static func control(_ mark: Mark) -> JSONValue {
        mark.isLong ? ["type": "ephemeral", "ttl": "1h"] : ["type": "ephemeral"]
    }

    /// The number of bytes of a set of tools.
    private struct SetBytes: Sendable { let count: Int }

    /// Returns about the number of bytes of a request's tools, which are counted once for a set.
    private static func toolBytes(of request: LanguageModelExecutorGenerationRequest, in body: JSONObject) -> Int {
        let tools = body["tools"]
        // A choice may leave out some tools of the set.
        guard let set = request.toolSet, set.definitions.count == tools?.arrayValue?.count else {
            return byteCount(of: tools)
        }
        return set.form { _ in SetBytes(count: byteCount(of: tools)) }.count
    }

    /// Returns about the number of bytes of a value.
    private static func byteCount(of value: JSONValue?) -> Int {
        switch value {
        case .string(let text): text.utf8.count
        case .array(let elements): elements.reduce(0) { $0 + byteCount(of: $1) }
        case .object(let members): members.reduce(0) { $0 + $1.key.utf8.count + byteCount(of: $1.value) }
        default: 0
        }
    }
}
