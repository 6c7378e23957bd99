import StreamingJSON

/// One piece of the stream, read from its bytes as far as it is needed.
struct GeminiChunk {
    /// A part of the answer.
    enum Part: Equatable {
        case text(String)
        case thought(String)
        case call(id: String, name: String, arguments: String)
    }

    /// The parts, each with the signature that it bears.
    private(set) var parts: [(part: Part, signature: String?)] = []
    private(set) var finishReason: String?
    /// Why the request was not even answered.
    private(set) var blockReason: String?
    private(set) var model: String?
    /// The tokens so far.
    private(set) var counts: Counts?
    /// What went wrong, instead of all the rest.
    private(set) var error: JSONValue?

    /// Counts of tokens; what is not said is 0.
    struct Counts: Equatable {
        var prompt = 0
        var cached = 0
        var toolUse = 0
        var answer = 0
        var thoughts = 0
    }

    private init() {}

    /// Reads what one event holds: an object, or as many as are in an array; `nil` when it is neither.
    static func read(_ data: inout String) -> [GeminiChunk]? {
        data.withUTF8 { bytes in
            let text = JSONText(trimming: bytes)
            var chunks: [GeminiChunk] = []
            var areWhole = true
            func add(_ text: JSONText) {
                var chunk = GeminiChunk()
                areWhole = chunk.read(text) && areWhole
                chunks.append(chunk)
            }
            if text.bytes.first == UInt8(ascii: "[") {
                areWhole = text.forEachElement(add) && areWhole
            } else {
                add(text)
            }
            return areWhole ? chunks : nil
        }
    }

    private mutating func read(_ text: JSONText) -> Bool {
        var areMembersWhole = true
        var isCandidateWhole = true
        let isWhole = text.forEachMember { name, value in
            if name.isString("candidates") {
                // Only one is ever asked for.
                var isFirst = true
                areMembersWhole =
                    value.forEachElement { candidate in
                        if isFirst { isCandidateWhole = read(candidate: candidate) }
                        isFirst = false
                    } && isCandidateWhole
            } else if name.isString("usageMetadata") {
                read(usage: value)
            } else if name.isString("modelVersion") {
                model = value.string
            } else if name.isString("promptFeedback") {
                blockReason = value.value?["blockReason"]?.stringValue
            } else if name.isString("error"), !value.isNull {
                error = value.value ?? .null
            }
        }
        return isWhole && areMembersWhole
    }

    private mutating func read(candidate: JSONText) -> Bool {
        var isContentWhole = true
        let isWhole = candidate.forEachMember { name, value in
            if name.isString("content") {
                isContentWhole =
                    value.isNull
                    || value.forEachMember { name, value in
                        if name.isString("parts") { _ = value.forEachElement { read(part: $0) } }
                    }
            } else if name.isString("finishReason") {
                finishReason = value.string
            }
        }
        return isWhole && isContentWhole
    }

    private mutating func read(part: JSONText) {
        var (text, call, signature): (String?, JSONValue?, String?)
        var isThought = false
        _ = part.forEachMember { name, value in
            if name.isString("text") {
                text = value.string
            } else if name.isString("thought") {
                isThought = value.bytes.elementsEqual("true".utf8)
            } else if name.isString("thoughtSignature") {
                signature = value.string
            } else if name.isString("functionCall") {
                call = value.value ?? [:]
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

    private mutating func read(usage: JSONText) {
        var counts = Counts()
        let isWhole = usage.forEachMember { name, value in
            guard let count = value.int else { return }
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
        if isWhole { self.counts = counts }
    }
}
