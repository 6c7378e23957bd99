import StreamingJSON

/// A reader of a request's messages that validates them as a conversation.
///
/// Time and memory are linear in the messages: it stores the ids of all calls, and those without an output.
struct ChatMessageReader {
    /// The items of the input.
    private(set) var items: [InputItem] = []
    /// The JSON pointer of each item in the body.
    private(set) var places: [String] = []
    /// The outputs at the end of the conversation; empty if it ends with another message.
    private(set) var outputs: [ClientOutput] = []
    /// The ignored members of messages.
    private(set) var ignored = IgnoredFields()

    /// The ids of all calls so far.
    private var calls: Set<String> = []
    /// The ids of calls without an output, all from one message.
    private var openCalls: Set<String> = []
    /// The JSON pointer of that message.
    private var callPlace = ""
    /// The last message that is not from the app, with its JSON pointer.
    private var last: (role: Role, place: String)?

    /// The roles of messages.
    private enum Role: String, CaseIterable { case developer, system, user, assistant, tool }

    /// Reads the next message.
    mutating func read(_ fields: inout RequestFields) {
        guard let role = role(&fields) else { return }
        if role != .tool {
            outputs = []
            expectNoOpenCalls(&fields)
        }
        if role != .developer, role != .system { last = (role, fields.place) }
        switch role {
        case .developer, .system: readInstructions(&fields)
        case .user: readUser(&fields)
        case .assistant: readAssistant(&fields)
        case .tool: readOutput(&fields)
        }
    }

    private func role(_ fields: inout RequestFields) -> Role? {
        guard let name = fields.string("role") else {
            if fields.value("role") == nil { fields.reject("role", "required: \(Self.roleNames)", .missing) }
            return nil
        }
        if let role = Role(rawValue: name) { return role }
        if name == "function" {
            let detail = "the role function is not supported; send the output with the role tool and its tool_call_id"
            fields.reject("role", detail, .unsupportedValue)
        } else {
            fields.reject("role", "'\(name.excerpt())' is not a role; it must be \(Self.roleNames)", .invalidValue)
        }
        return nil
    }

    private static let roleNames = "one of developer, system, user, assistant, tool"

    private mutating func readInstructions(_ fields: inout RequestFields) {
        ignored.insert(fields, besides: ["role", "content"], in: "messages.")
        let parts = content(&fields, .texts)
        if !parts.isBlank { add(.message(.developer, parts), at: fields.place) }
    }

    private mutating func readUser(_ fields: inout RequestFields) {
        ignored.insert(fields, besides: ["role", "content"], in: "messages.")
        let count = fields.faults.totalCount
        let parts = content(&fields, .images)
        if parts.isBlank, fields.faults.totalCount == count {
            fields.reject("content", "must not be empty", .invalidValue)
        }
        add(.message(.user, parts), at: fields.place)
    }

    private mutating func add(_ item: InputItem, at place: String) {
        items.append(item)
        places.append(place)
    }

    /// Returns the content of a message that must have one.
    private func content(_ fields: inout RequestFields, _ kinds: ChatContent.Kinds) -> [InputPart] {
        if fields.value("content") == nil {
            fields.reject("content", "required: a string or an array of parts", .missing)
        }
        return ChatContent.parts(of: &fields, kinds) ?? []
    }
}

// MARK: - Calls

extension ChatMessageReader {
    private mutating func readAssistant(_ fields: inout RequestFields) {
        let known: Set<String> = ["role", "content", "refusal", "tool_calls", "audio", "function_call"]
        ignored.insert(fields, besides: known, in: "messages.")
        fields.rejectIfPresent("function_call", "is not supported; send it in tool_calls")
        fields.rejectIfPresent("audio", "this server does not accept audio; send a transcript as content")
        callPlace = fields.place
        var parts = ChatContent.parts(of: &fields, .refusals) ?? []
        if let refusal = fields.string("refusal") { parts.append(.text(refusal)) }
        if fields.value("content") == nil, fields.value("refusal") == nil, fields.value("tool_calls") == nil {
            fields.reject("content", "required: a string or an array of parts, unless there are tool_calls", .missing)
        }
        if !parts.isBlank { add(.message(.assistant, parts), at: fields.place) }
        _ = fields.elements("tool_calls", upTo: ArrayLimits.answers, known: nil) { readCall(&$0) }
        if fields.value("tool_calls") == [], fields.value("content") == nil, fields.value("refusal") == nil {
            fields.reject("tool_calls", "must not be empty where there is no content", .emptyArray)
        }
    }

    private mutating func readCall(_ fields: inout RequestFields) {
        guard fields.expectFunction("a call") else { return }
        let id = fields.requiredText("id")
        if !id.isEmpty, !calls.insert(id).inserted {
            fields.reject("id", "another call has the id '\(id.excerpt())'; ids must be unique", .invalidValue)
        }
        if !id.isEmpty { openCalls.insert(id) }
        if fields.value("function") == nil {
            fields.reject("function", "required: an object with name and arguments", .missing)
        }
        let item = fields.nested("function") { function -> InputItem in
            let name = function.requiredText("name")
            if function.value("arguments") == nil {
                function.reject("arguments", "required: the arguments as JSON text", .missing)
            }
            return .toolCall(id: id, name: name, arguments: function.string("arguments") ?? "")
        }
        if let item { add(item, at: fields.place + "/function") }
    }

    private mutating func readOutput(_ fields: inout RequestFields) {
        ignored.insert(fields, besides: ["role", "content", "tool_call_id"], in: "messages.")
        let call = fields.requiredText("tool_call_id")
        if !call.isEmpty, openCalls.remove(call) == nil {
            let detail =
                calls.contains(call)
                ? "the call '\(call.excerpt())' already has an output, or another message is between the call and this output"
                : "no earlier assistant message has a call with the id '\(call.excerpt())' in its tool_calls"
            fields.reject("tool_call_id", detail, .invalidValue)
        }
        let parts = content(&fields, .texts)
        add(.toolOutput(call: call, parts), at: fields.place)
        outputs.append(.init(call: call, text: parts.compactMap(\.text).joined(), pointer: fields.place))
    }

    /// Adds a fault if calls have no output before the next message, and clears the calls.
    private mutating func expectNoOpenCalls(_ fields: inout RequestFields) {
        guard !openCalls.isEmpty else { return }
        let some = openCalls.sorted().prefix(3).map { "'\($0.excerpt())'" }.joined(separator: ", ")
        let detail =
            "calls have no message with the role tool right after them (\(openCalls.count)): \(some)"
            + (openCalls.count > 3 ? " and more" : "")
        fields.append(WireError([.init(pointer: "\(callPlace)/tool_calls", detail: detail, kind: .invalidValue)]))
        openCalls = []
    }

    /// Validates the end of the conversation, after all messages were read without a fault.
    mutating func finish(_ fields: inout RequestFields) {
        switch last?.role {
        case .assistant?:
            let detail =
                "the conversation ends with an assistant message, so there is nothing to answer; "
                + "end it with a user message or tool outputs"
            fields.append(WireError([.init(pointer: last?.place ?? "", detail: detail, kind: .invalidValue)]))
        case nil:
            let detail = "there is no user message; end the conversation with a user message or tool outputs"
            fields.reject("messages", detail, .invalidValue)
        default: expectNoOpenCalls(&fields)
        }
    }
}

extension RequestFields {
    /// Returns whether the member `type` is `function`, the only type of tools and calls in this dialect; adds a fault for any
    /// other.
    mutating func expectFunction(_ what: String) -> Bool {
        if string("type") == "function" { return true }
        if let type = value("type")?.stringValue {
            reject(
                "type",
                "\(what) of type '\(type.excerpt())' is not supported; it must be function",
                .unsupportedValue
            )
        } else if value("type") == nil {
            reject("type", "required: function", .missing)
        }
        return false
    }
}
