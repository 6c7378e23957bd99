import StreamingJSON

/// A reader of a request's messages that validates them as a conversation.
///
/// Faults of earlier messages that a client cannot mend, because it sends what it has stored, do not end a conversation: calls without an
/// output and outputs without a call are read as they are, and parts that no model can be shown become notes. The same faults at the end of
/// the conversation are refused.
///
/// Time and memory are linear in the messages: it stores the ids of all calls, and those without an output.
struct ChatMessageReader {
    /// The items of the input.
    private(set) var items: [InputItem] = []
    /// The JSON pointer of each item in the body.
    private(set) var places: [String] = []
    /// The ignored members of messages.
    private(set) var ignored = IgnoredFields()
    /// The parts that no model can be shown.
    private(set) var unserved: UnservedParts

    /// The outputs since the last message of another role.
    private var lastOutputs: [ClientOutput] = []
    /// Whether one of these outputs has an image, which a waiting run cannot accept.
    private var haveImages = false
    /// The faults of these outputs.
    private var outputFaults = FaultList()

    /// The ids of all calls so far.
    private var calls: Set<String> = []
    /// The ids of calls without an output, all from one message.
    private var openCalls: Set<String> = []
    /// The JSON pointer of that message.
    private var callPlace = ""
    /// The id that represents that message's `function_call`, which has none, until its output is read.
    private var functionCall: String?
    /// The role of the last message that is not from the app.
    private var last: Role?

    /// The roles of messages.
    private enum Role: String, CaseIterable { case developer, system, user, assistant, tool, function }

    /// Makes a reader of messages.
    init(of messages: JSONValue?) { unserved = UnservedParts(in: messages, at: "#/messages") }

    /// The outputs at the end of the conversation that may resume a waiting run; empty if it ends with another message.
    var outputs: [ClientOutput] { haveImages ? [] : lastOutputs }

    /// Reads the next message.
    mutating func read(_ fields: inout RequestFields) {
        guard let role = role(&fields) else { return }
        if role != .tool, role != .function { (lastOutputs, haveImages) = ([], false) }
        if role == .user || role == .assistant { (openCalls, functionCall, outputFaults) = ([], nil, FaultList()) }
        unserved.enter(role == .user ? fields.place : nil)
        if role != .developer, role != .system { last = role }
        switch role {
        case .developer, .system: readInstructions(&fields)
        case .user: readUser(&fields)
        case .assistant: readAssistant(&fields)
        case .tool: readOutput(&fields)
        case .function: readFunctionOutput(&fields)
        }
    }

    private func role(_ fields: inout RequestFields) -> Role? {
        guard let name = fields.string("role") else {
            if fields.value("role") == nil { fields.reject("role", "required: \(Self.roleNames)", .missing) }
            return nil
        }
        if let role = Role(rawValue: name) { return role }
        fields.reject("role", "'\(name.excerpt())' is not a role; it must be \(Self.roleNames)", .invalidValue)
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
        guard parts.isBlank, fields.faults.totalCount == count else {
            return add(.message(.user, parts), at: fields.place)
        }
        if unserved.areNewest { fields.reject("content", "must not be empty", .invalidValue) }
    }

    private mutating func add(_ item: InputItem, at place: String) {
        items.append(item)
        places.append(place)
    }

    /// Returns the content of a message that must have one.
    private mutating func content(_ fields: inout RequestFields, _ kinds: ChatContent.Kinds) -> [InputPart] {
        if fields.value("content") == nil {
            fields.reject("content", "required: a string or an array of parts", .missing)
        }
        return ChatContent.parts(of: &fields, kinds, &unserved) ?? []
    }
}

// MARK: - Calls

extension ChatMessageReader {
    private mutating func readAssistant(_ fields: inout RequestFields) {
        let known: Set<String> = ["role", "content", "refusal", "tool_calls", "audio", "function_call"]
        ignored.insert(fields, besides: known, in: "messages.")
        callPlace = fields.place
        var parts = ChatContent.parts(of: &fields, .refusals, &unserved) ?? []
        if let refusal = fields.string("refusal") { parts.append(.text(refusal)) }
        if fields.value("audio") != nil, parts.isBlank {
            if let note = unserved.note("A spoken answer", as: "messages.audio") { parts.append(note) }
        }
        // A message without content is what is left of an answer that was stopped.
        if !parts.isBlank { add(.message(.assistant, parts), at: fields.place) }
        _ = fields.elements("tool_calls", upTo: ArrayLimits.answers, known: nil) { readCall(&$0) }
        if fields.value("function_call") != nil { readFunctionCall(&fields) }
    }

    private mutating func readCall(_ fields: inout RequestFields) {
        let isCustom = fields.value("type") == "custom"
        guard isCustom || fields.expectFunction("a call") else { return }
        let id = fields.requiredText("id")
        // Some providers use the same ids again in each round.
        if !id.isEmpty { (_, _) = (calls.insert(id), openCalls.insert(id)) }
        let member = isCustom ? "custom" : "function"
        let input = isCustom ? "input" : "arguments"
        if fields.value(member) == nil {
            fields.reject(member, "required: an object with name and \(input)", .missing)
        }
        let item = fields.nested(member) { call -> InputItem in
            let name = call.requiredText("name")
            if call.value(input) == nil {
                let detail = isCustom ? "required: the input as text" : "required: the arguments as JSON text"
                call.reject(input, detail, .missing)
            }
            let text = call.string(input) ?? ""
            return .toolCall(id: id, name: name, arguments: isCustom ? InputItem.arguments(ofInput: text) : text)
        }
        if let item { add(item, at: "\(fields.place)/\(member)") }
    }

    /// Reads a call in the form before `tool_calls`, which has no id.
    private mutating func readFunctionCall(_ fields: inout RequestFields) {
        var id = "function_\(items.count)"
        while !calls.insert(id).inserted { id += "_" }
        openCalls.insert(id)
        functionCall = id
        let item = fields.nested("function_call") { call -> InputItem in
            .toolCall(id: id, name: call.requiredText("name"), arguments: call.string("arguments") ?? "")
        }
        if let item { add(item, at: fields.place + "/function_call") }
    }

    private mutating func readOutput(_ fields: inout RequestFields) {
        ignored.insert(fields, besides: ["role", "content", "tool_call_id"], in: "messages.")
        let call = fields.requiredText("tool_call_id")
        if !call.isEmpty, openCalls.remove(call) == nil {
            let detail =
                calls.contains(call)
                ? "the call '\(call.excerpt())' already has an output, or another message is between the call and this output"
                : "no earlier assistant message has a call with the id '\(call.excerpt())' in its tool_calls"
            let pointer = fields.place + "/tool_call_id"
            outputFaults.append(.init(pointer: pointer, detail: detail, kind: .invalidValue))
        }
        addOutput(&fields, of: call)
    }

    /// Reads the output of a `function_call`.
    private mutating func readFunctionOutput(_ fields: inout RequestFields) {
        ignored.insert(fields, besides: ["role", "content", "name"], in: "messages.")
        if let functionCall {
            openCalls.remove(functionCall)
        } else {
            let detail = "the message before it has no function_call; send tool_calls and messages with the role tool"
            outputFaults.append(.init(pointer: fields.place + "/role", detail: detail, kind: .unsupportedValue))
        }
        addOutput(&fields, of: functionCall ?? fields.string("name") ?? "")
        functionCall = nil
    }

    private mutating func addOutput(_ fields: inout RequestFields, of call: String) {
        let parts = content(&fields, .images)
        add(.toolOutput(call: call, parts), at: fields.place)
        haveImages = haveImages || parts.contains { $0.text == nil }
        lastOutputs.append(.init(call: call, text: parts.compactMap(\.text).joined(), pointer: fields.place))
    }

    /// Validates the end of the conversation, after all messages were read without a fault.
    ///
    /// - Returns: Whether it ends with an answer, which the model is asked to continue.
    mutating func finish(_ fields: inout RequestFields) -> Bool {
        guard let last else {
            let detail = "there is no user message; end the conversation with a user message or tool outputs"
            fields.reject("messages", detail, .invalidValue)
            return false
        }
        fields.append(WireError(outputFaults))
        if !openCalls.isEmpty {
            let some = openCalls.sorted().prefix(3).map { "'\($0.excerpt())'" }.joined(separator: ", ")
            let detail =
                "calls have no message with the role tool right after them (\(openCalls.count)): \(some)"
                + (openCalls.count > 3 ? " and more" : "")
            fields.append(WireError([.init(pointer: "\(callPlace)/tool_calls", detail: detail, kind: .invalidValue)]))
        }
        return last == .assistant
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
