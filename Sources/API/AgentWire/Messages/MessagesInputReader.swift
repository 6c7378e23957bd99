import StreamingJSON

/// A reader of a request's system prompt and messages that validates them as a conversation.
///
/// Faults of earlier messages that a client cannot mend, because it sends what it has stored, do not end a conversation: calls without a
/// result and results without a call are read as they are, and blocks that no model can be shown become notes. The same faults at the end
/// of the conversation are refused.
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
    /// The blocks that no model can be shown.
    private(set) var unserved: UnservedParts

    /// The results since the last assistant message; empty after another block.
    private var results: [ClientOutput] = []
    /// Whether a result has an image, which a waiting run cannot accept.
    private var haveImages = false
    /// The faults of these results.
    private var resultFaults = FaultList()
    /// The ids of all calls so far.
    private var calls: Set<String> = []
    /// The ids of calls without a result, all from one answer.
    private var openCalls: Set<String> = []
    /// The JSON pointer of the last message with calls.
    private var callPlace = ""
    /// The role of the last message of the user or the assistant.
    private var last: Role?

    /// The roles of messages.
    private enum Role: String, CaseIterable { case user, assistant, system }

    /// The results at the end of the conversation that may resume a waiting run; empty if it ends with another block.
    var outputs: [ClientOutput] { haveImages ? [] : results }

    /// Makes a reader of messages.
    init(of messages: JSONValue?) { unserved = UnservedParts(in: messages, at: "#/messages") }

    /// Reads the system prompt, which becomes the app's first message.
    mutating func readSystem(_ fields: inout RequestFields) {
        guard let value = fields.value("system") else { return }
        let parts: [InputPart]
        switch value {
        case .string(let text): parts = [.text(text)]
        case .array:
            let blocks = fields.elements("system", upTo: ArrayLimits.parts, known: nil) {
                MessagesContent.text(&$0, &ignored, in: "system.")
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
        if role == .assistant, last != .assistant { openCalls = [] }
        if role != .user { endResults() }
        if role != .system { last = role }
        // A document beside results is what a tool has read, which is not the person's message.
        let hasResults = fields.value("content")?.arrayValue?.contains { $0["type"] == "tool_result" } ?? false
        unserved.enter(role == .user && !hasResults ? fields.place : nil)
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

    private mutating func endResults() { (results, haveImages, resultFaults) = ([], false, FaultList()) }

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
            let part = MessagesContent.text(&block, &reader.ignored, in: "messages.content.")
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
        let text = content(&fields) { reader, block in
            if block.value("type") == "tool_result" {
                reader.readResult(&block)
            } else {
                let part = MessagesContent.part(&block, &reader.unserved, &reader.ignored, in: "messages.content.")
                if let part { parts.append(part) }
            }
        }
        if let text { parts = [.text(text)] }
        guard !parts.isBlank else {
            if unserved.areNewest, fields.faults.totalCount == count {
                fields.reject("content", "must not be empty; send a text, an image or tool results", .invalidValue)
            }
            return
        }
        // What comes before a person's message is history. The results in the same message are read first, wherever they are in it.
        openCalls = []
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
            resultFaults.append(.init(pointer: block.place + "/tool_use_id", detail: detail, kind: .invalidValue))
        }
        var parts: [InputPart] = []
        switch block.value("content") {
        case nil: break
        case .string(let text): parts = [.text(text)]
        case .array:
            let read = block.elements("content", upTo: ArrayLimits.parts, known: nil) {
                MessagesContent.part(&$0, &unserved, &ignored, in: "messages.content.content.")
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
                let part = MessagesContent.text(&block, &reader.ignored, in: "messages.content.")
                if let part { texts.append(part) }
            } else {
                reader.addAnswer(&texts, at: place)
                reader.readAnswerBlock(&block, of: place)
            }
        }
        if let text { texts = [.text(text)] }
        addAnswer(&texts, at: place)
        // Those of calls that a server made.
        endResults()
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
        case "mcp_tool_use":
            callPlace = message
            readCall(&block)
        case "mcp_tool_result": readResult(&block)
        case "compaction":
            // The client's history before it may be gone.
            if let text = block.string("content"), !text.isEmpty {
                add(.text(UnservedParts.fenced(text, titled: "A summary of the conversation so far")), at: block.place)
            } else if let note = unserved.note("An earlier part of the conversation", as: "messages.content.compaction")
            {
                add(.message(.user, [note]), at: block.place)
            }
        case "image":
            let note = unserved.note("An image", as: "messages.content.image")
            if let note { add(.message(.assistant, [note]), at: block.place) }
        // The texts beside it say what the model made of it.
        case let type?: ignored.insert("messages.content.\(type)")
        case nil:
            if block.value("type") == nil {
                block.reject("type", "required: text, tool_use, thinking or redacted_thinking", .missing)
            }
        }
    }

    private mutating func readCall(_ block: inout RequestFields) {
        ignored.insert(
            block,
            besides: ["type", "id", "name", "input", "caller", "server_name"],
            in: "messages.content."
        )
        let id = block.requiredText("id")
        // Some providers use the same ids again in each round.
        if !id.isEmpty { (_, _) = (calls.insert(id), openCalls.insert(id)) }
        let name = block.requiredText("name")
        if block.value("input") == nil { block.reject("input", "required: the arguments, an object", .missing) }
        let input = block.object("input")
        add(.toolCall(id: id, name: name, arguments: input?.serialized() ?? ""), at: block.place)
    }
}

// MARK: - The end

extension MessagesInputReader {
    /// Validates the end of the conversation, after all messages were read without a fault.
    ///
    /// A conversation that ends with an answer is continued; the model is asked for it in a message that the request does not have.
    mutating func finish(_ fields: inout RequestFields) {
        guard let last else {
            let detail = "there is no user message; end the conversation with a user message or tool results"
            return fields.reject("messages", detail, .invalidValue)
        }
        fields.append(WireError(resultFaults))
        if !openCalls.isEmpty {
            let some = openCalls.sorted().prefix(3).map { "'\($0.excerpt())'" }.joined(separator: ", ")
            let detail =
                "tool_use ids were found without tool_result blocks immediately after (\(openCalls.count)): \(some)"
                + (openCalls.count > 3 ? " and more" : "")
                + "; start the next user message with a tool_result for each"
            fields.append(WireError([.init(pointer: callPlace, detail: detail, kind: .invalidValue)]))
        }
        if last == .assistant { emulated.append("messages") }
    }
}
