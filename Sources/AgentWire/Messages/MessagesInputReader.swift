import StreamingJSON

/// A reader of a request's system prompt and messages that validates them as a conversation.
///
/// Time and memory are linear in the messages: it stores the ids of all calls, and those without a result.
struct MessagesInputReader {
    /// The items of the input.
    private(set) var items: [InputItem] = []
    /// The JSON pointer of each item in the body.
    private(set) var places: [String] = []
    /// The ignored members of messages.
    private(set) var ignored = IgnoredFields()
    /// The members that the model receives in another form.
    private(set) var emulated: [String] = []

    /// The results since the last assistant message; empty after another block.
    private var results: [ClientOutput] = []
    /// Whether a result has an image, which a waiting run cannot accept.
    private var haveImages = false
    /// The ids of all calls so far.
    private var calls: Set<String> = []
    /// The ids of calls without a result, all from one answer.
    private var openCalls: Set<String> = []
    /// The JSON pointer of the last message with calls.
    private var callPlace = ""
    /// The last message of the user or the assistant, with its JSON pointer.
    private var last: (role: Role, place: String)?

    /// The roles of messages.
    private enum Role: String, CaseIterable { case user, assistant, system }

    /// The results at the end of the conversation that may resume a waiting run; empty if it ends with another block.
    var outputs: [ClientOutput] { haveImages ? [] : results }

    /// Reads the system prompt, which becomes the app's first message.
    mutating func readSystem(_ fields: inout RequestFields) {
        guard let value = fields.value("system") else { return }
        let parts: [InputPart]
        switch value {
        case .string(let text): parts = [.text(text)]
        case .array:
            let blocks = fields.elements("system", upTo: ArrayLimits.parts, known: nil) {
                MessagesContent.part(&$0, allowsImages: false, &ignored, in: "system.")
            }
            parts = (blocks ?? []).compactMap(\.self)
        default:
            return fields.reject(
                "system",
                "must be a string or an array of text blocks, not \(value.typeName)",
                .wrongType
            )
        }
        if !parts.isBlank { add(.message(.developer, parts), at: "#/system") }
    }

    /// Reads the next message.
    mutating func read(_ fields: inout RequestFields) {
        guard let role = role(&fields) else { return }
        ignored.insert(fields, besides: ["role", "content"], in: "messages.")
        // Results may follow in several messages of the user; the calls of one answer may be in several messages.
        if role == .system || role == .assistant && last?.role != .assistant { expectNoOpenCalls(&fields) }
        if role != .user { endResults() }
        if role != .system { last = (role, fields.place) }
        switch role {
        case .system: readInstructions(&fields)
        case .user: readUser(&fields)
        case .assistant: readAssistant(&fields)
        }
    }

    private func role(_ fields: inout RequestFields) -> Role? {
        if fields.value("role") == nil { fields.reject("role", "required: user or assistant", .missing) }
        return fields.choice("role")
    }

    private mutating func add(_ item: InputItem, at place: String) {
        items.append(item)
        places.append(place)
    }

    private mutating func endResults() { (results, haveImages) = ([], false) }

    /// Reads a message's content: a text, or blocks.
    ///
    /// - Returns: The text; `nil` for blocks, which are read by the closure, and for faulty content.
    private mutating func content(
        _ fields: inout RequestFields,
        _ read: (inout MessagesInputReader, inout RequestFields) -> Void
    ) -> String? {
        switch fields.value("content") {
        case nil: fields.reject("content", "required: a string or an array of blocks", .missing)
        case .string(let text): return text
        case .array: _ = fields.elements("content", upTo: ArrayLimits.parts, known: nil) { read(&self, &$0) }
        case let value?:
            fields.reject("content", "must be a string or an array of blocks, not \(value.typeName)", .wrongType)
        }
        return nil
    }

    private mutating func readInstructions(_ fields: inout RequestFields) {
        var parts: [InputPart] = []
        let text = content(&fields) { reader, block in
            let part = MessagesContent.part(&block, allowsImages: false, &reader.ignored, in: "messages.content.")
            if let part { parts.append(part) }
        }
        if let text { parts = [.text(text)] }
        if !parts.isBlank { add(.message(.developer, parts), at: fields.place) }
    }
}

// MARK: - The user

extension MessagesInputReader {
    private mutating func readUser(_ fields: inout RequestFields) {
        let count = fields.faults.totalCount
        var parts: [InputPart] = []
        var hasResults = false
        let text = content(&fields) { reader, block in
            if block.value("type") == "tool_result" {
                hasResults = true
                reader.readResult(&block)
            } else {
                let part = MessagesContent.part(&block, allowsImages: true, &reader.ignored, in: "messages.content.")
                guard let part, hasResults ? ![part].isBlank : true else { return }
                reader.expectNoOpenCalls(&block)
                parts.append(part)
            }
        }
        if let text {
            expectNoOpenCalls(&fields)
            parts = [.text(text)]
        }
        guard !parts.isBlank else {
            if !hasResults, fields.faults.totalCount == count {
                fields.reject("content", "must not be empty; send a text, an image or tool results", .invalidValue)
            }
            return
        }
        endResults()
        add(.message(.user, parts), at: fields.place)
    }

    private mutating func readResult(_ block: inout RequestFields) {
        let known: Set<String> = ["type", "tool_use_id", "content", "is_error"]
        ignored.insert(block, besides: known, in: "messages.content.")
        let call = block.requiredText("tool_use_id")
        if !call.isEmpty, openCalls.remove(call) == nil {
            let detail =
                calls.contains(call)
                ? "the call '\(call.excerpt())' already has a result, or another block is between the call and this result"
                : "no tool_use block of the previous assistant message has the id '\(call.excerpt())'"
            block.reject("tool_use_id", detail, .invalidValue)
        }
        var parts: [InputPart] = []
        switch block.value("content") {
        case nil: break
        case .string(let text): parts = [.text(text)]
        case .array:
            let read = block.elements("content", upTo: ArrayLimits.parts, known: nil) {
                MessagesContent.part(&$0, allowsImages: true, &ignored, in: "messages.content.content.")
            }
            parts = (read ?? []).compactMap(\.self)
        case let value?:
            block.reject("content", "must be a string or an array of blocks, not \(value.typeName)", .wrongType)
        }
        let isFailure = block.bool("is_error") ?? false
        if isFailure {
            // Models receive the failure of a call as text.
            parts.insert(.text("The call failed. "), at: 0)
            if !emulated.contains("messages.content.is_error") { emulated.append("messages.content.is_error") }
        }
        if parts.isEmpty { parts = [.text("")] }
        haveImages = haveImages || parts.contains { $0.text == nil }
        add(.toolOutput(call: call, parts), at: block.place)
        let text = parts.compactMap(\.text).joined()
        results.append(ClientOutput(call: call, text: text, pointer: block.place, isFailure: isFailure))
    }
}

// MARK: - The assistant

extension MessagesInputReader {
    private mutating func readAssistant(_ fields: inout RequestFields) {
        var texts: [InputPart] = []
        let place = fields.place
        let text = content(&fields) { reader, block in
            if block.value("type") == "text" {
                let part = MessagesContent.part(&block, allowsImages: false, &reader.ignored, in: "messages.content.")
                if let part { texts.append(part) }
            } else {
                reader.addAnswer(&texts, at: place)
                reader.readAnswerBlock(&block, of: place)
            }
        }
        if let text { texts = [.text(text)] }
        addAnswer(&texts, at: place)
    }

    /// Adds the texts of neighboring blocks as one message.
    private mutating func addAnswer(_ texts: inout [InputPart], at place: String) {
        if !texts.isBlank { add(.message(.assistant, texts), at: place) }
        texts = []
    }

    private mutating func readAnswerBlock(_ block: inout RequestFields, of message: String) {
        switch block.string("type") {
        case "tool_use":
            callPlace = message
            readCall(&block)
        case "thinking":
            ignored.insert(block, besides: ["type", "thinking", "signature"], in: "messages.content.")
            if block.value("thinking") == nil {
                block.reject("thinking", "required: the text, which may be empty", .missing)
            }
            let text = block.string("thinking") ?? ""
            let signature = block.string("signature") ?? ""
            guard !text.isEmpty || !signature.isEmpty else { return }
            let seal = signature.isEmpty ? nil : signature
            add(.reasoning(InputReasoning(text: text, seal: seal)), at: block.place)
        case "redacted_thinking":
            ignored.insert(block, besides: ["type", "data"], in: "messages.content.")
            let data = block.requiredText("data")
            add(.reasoning(InputReasoning(text: "", seal: data, isRedacted: true)), at: block.place)
        case "image":
            block.reject("type", "only a user message may have images", .unsupportedValue)
        case let type? where type.hasSuffix("tool_use") || type.hasSuffix("tool_result"):
            let detail =
                "'\(type.excerpt())' belongs to a tool of Anthropic's servers, which a model here cannot read; leave the block out"
            block.reject("type", detail, .unsupportedValue)
        case let type?:
            let detail = "'\(type.excerpt())' is not a block of an assistant message; use text, tool_use or thinking"
            block.reject("type", detail, .invalidValue)
        case nil:
            if block.value("type") == nil {
                block.reject("type", "required: text, tool_use, thinking or redacted_thinking", .missing)
            }
        }
    }

    private mutating func readCall(_ block: inout RequestFields) {
        ignored.insert(block, besides: ["type", "id", "name", "input", "caller"], in: "messages.content.")
        let id = block.requiredText("id")
        if !id.isEmpty, !calls.insert(id).inserted {
            block.reject("id", "another call has the id '\(id.excerpt())'; ids must be unique", .invalidValue)
        }
        if !id.isEmpty { openCalls.insert(id) }
        let name = block.requiredText("name")
        if block.value("input") == nil { block.reject("input", "required: the arguments, an object", .missing) }
        let input = block.object("input")
        add(.toolCall(id: id, name: name, arguments: input?.serialized() ?? ""), at: block.place)
    }
}

// MARK: - The end

extension MessagesInputReader {
    /// Adds a fault if calls have no result before the next block, and clears the calls.
    private mutating func expectNoOpenCalls(_ fields: inout RequestFields) {
        guard !openCalls.isEmpty else { return }
        let some = openCalls.sorted().prefix(3).map { "'\($0.excerpt())'" }.joined(separator: ", ")
        let detail =
            "tool_use ids were found without tool_result blocks immediately after (\(openCalls.count)): \(some)"
            + (openCalls.count > 3 ? " and more" : "")
            + "; start the next user message with a tool_result for each"
        fields.append(WireError([.init(pointer: callPlace, detail: detail, kind: .invalidValue)]))
        openCalls = []
    }

    /// Validates the end of the conversation, after all messages were read without a fault.
    mutating func finish(_ fields: inout RequestFields) {
        switch last?.role {
        case .assistant?:
            let detail =
                "this server does not continue an assistant message (prefill); end the conversation with a user message or tool results"
            fields.append(WireError([.init(pointer: last?.place ?? "", detail: detail, kind: .invalidValue)]))
        case nil:
            let detail = "there is no user message; end the conversation with a user message or tool results"
            fields.reject("messages", detail, .invalidValue)
        default: expectNoOpenCalls(&fields)
        }
    }
}
