import StreamingJSON

/// One event of the stream, read only as far as necessary.
///
/// It is valid as long as its bytes are.
struct GeminiChunk {
    /// A part of the answer.
    enum Part: Equatable {
        case text(String)
        case thought(String)
        case call(id: String, name: String, arguments: String)
    }

    /// The parts, each with its signature if it has one.
    private(set) var parts: [(part: Part, signature: String?)] = []
    private(set) var finishReason: String?
    /// The reason why the provider blocked the request.
    private(set) var blockReason: String?
    private(set) var model: JSONText?
    /// The announcement of the model's end, beside its answer.
    private(set) var status: JSONValue?
    /// The tokens used so far.
    private(set) var counts: Counts?
    /// The error that the event reports instead of content.
    private(set) var error: JSONValue?
    /// Whether the members that contain the answer have the expected types.
    private var isAnswer = true

    /// Counts of tokens; 0 for those that the event leaves out.
    struct Counts: Equatable {
        var prompt = 0
        var cached = 0
        var toolUse = 0
        var answer = 0
        var thoughts = 0
    }

    /// Reads the object of one event, or all objects if they are in an array; `nil` if the data is neither.
    static func read(_ data: UnsafeBufferPointer<UInt8>) -> [GeminiChunk]? {
        var reader = JSONReader(data)
        var chunks: [GeminiChunk] = []
        if reader.isAtObject {
            chunks.append(GeminiChunk(&reader))
        } else {
            var areObjects = reader.isAtArray
            reader.elements { element in
                areObjects = areObjects && element.isAtObject
                chunks.append(GeminiChunk(&element))
            }
            guard areObjects else { return nil }
        }
        return reader.isWhole && chunks.allSatisfy(\.isAnswer) ? chunks : nil
    }

    private init(_ reader: inout JSONReader) {
        reader.members { name, value in
            if name.isString("candidates") {
                isAnswer = isAnswer && value.isAtArray
                // A request asks for one candidate only.
                var isFirst = true
                value.elements { candidate in
                    if isFirst { read(candidate: &candidate) }
                    isFirst = false
                }
            } else if name.isString("usageMetadata") {
                read(usage: &value)
            } else if name.isString("modelVersion") {
                model = value.text()
            } else if name.isString("modelStatus") {
                status = value.text().value
            } else if name.isString("promptFeedback") {
                blockReason = value.text().value?["blockReason"]?.stringValue
            } else if name.isString("error") {
                let text = value.text()
                if !text.isNull { error = text.value ?? .null }
            }
        }
    }

    private mutating func read(candidate: inout JSONReader) {
        isAnswer = isAnswer && candidate.isAtObject
        candidate.members { name, value in
            if name.isString("content") {
                let isContent = value.membersOrNull { name, value in
                    if name.isString("parts") { value.elements { read(part: &$0) } }
                }
                isAnswer = isAnswer && isContent
            } else if name.isString("finishReason") {
                finishReason = value.string()
            }
        }
    }

    private mutating func read(part: inout JSONReader) {
        var (text, call, signature): (String?, JSONValue?, String?)
        var isThought = false
        part.members { name, value in
            if name.isString("text") {
                text = value.string()
            } else if name.isString("thought") {
                isThought = value.text().isTrue
            } else if name.isString("thoughtSignature") {
                signature = value.string()
            } else if name.isString("functionCall") {
                call = value.text().value ?? [:]
            }
        }
        if let call {
            let arguments = call["args"]?.objectValue ?? [:]
            parts.append(
                (
                    .call(
                        id: call["id"]?.stringValue ?? "",
                        name: call["name"]?.stringValue ?? "",
                        arguments: arguments.isEmpty ? "" : JSONValue.object(arguments).serialized()
                    ), signature
                )
            )
        } else if let text {
            parts.append((isThought ? .thought(text) : .text(text), signature))
        }
    }

    private mutating func read(usage: inout JSONReader) {
        guard usage.isAtObject else { return }
        var counts = Counts()
        usage.members { name, value in
            guard let count = value.text().int else { return }
            if name.isString("promptTokenCount") {
                counts.prompt = count
            } else if name.isString("candidatesTokenCount") {
                counts.answer = count
            } else if name.isString("thoughtsTokenCount") {
                counts.thoughts = count
            } else if name.isString("cachedContentTokenCount") {
                counts.cached = count
            } else if name.isString("toolUsePromptTokenCount") {
                counts.toolUse = count
            }
        }
        self.counts = counts
    }
}
