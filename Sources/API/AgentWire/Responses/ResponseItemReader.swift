import StreamingJSON

/// A reader of the input items of a Responses request.
///
/// Time and memory are linear in the items. Whether calls and outputs belong together is checked when a turn is made of them, because
/// the outputs may belong to a run that waits.
struct ResponseItemReader {
    /// The items of the input.
    private(set) var items: [InputItem] = []
    /// The JSON pointer of each item in the body.
    private(set) var places: [String] = []
    /// The outputs at the end of the input; empty if it ends with another item.
    private(set) var outputs: [ClientOutput] = []
    /// The JSON pointer of an output with an image at the end of the input; `nil` if there is none.
    private(set) var imageOutput: String?
    /// The decisions at the end of the input.
    private(set) var decisions: [ResponsesRequest.Decision] = []
    /// The references to items of earlier responses.
    private(set) var references: [ResponsesRequest.Reference] = []
    /// The ignored members of items.
    private(set) var ignored = IgnoredFields()
    /// The parts that no model can be shown.
    var unserved: UnservedParts
    /// The effort that the items ask for last; `nil` if none does.
    private(set) var effort: ReasoningEffort?
    /// The JSON pointer of the last item of the input.
    private let lastPlace: String?

    /// The roles of messages.
    enum Role: String, CaseIterable { case developer, system, user, assistant }

    /// Makes a reader of an input.
    ///
    /// - Parameter input: The input, an array of items; `nil` for items that belong to no new message.
    init(of input: JSONValue? = nil) {
        unserved = UnservedParts(in: input, at: "#/input")
        lastPlace = input?.arrayValue.map { "#/input/\($0.count - 1)" }
    }

    /// Adds the request's instructions.
    mutating func addInstructions(_ text: String) { add(.text(text, from: .developer), at: "#/instructions") }

    /// Adds a message of the user.
    mutating func addMessage(_ text: String, at place: String) { add(.text(text), at: place) }

    /// Reads the next item.
    mutating func read(_ fields: inout RequestFields) {
        let type = fields.string("type")
        if type == nil, fields.value("type") != nil { return }
        switch type {
        case "mcp_approval_request", "mcp_approval_response", "torii:approval_request": break
        case let type? where Self.callKinds[type]?.isOutput == true: break
        default: dropAnswers()
        }
        unserved.enter(type == "message" || type == nil ? fields.place : nil)
        switch type {
        case "message": readMessage(&fields)
        case nil where fields.value("role") != nil: readMessage(&fields)
        case "function_call": readCall(&fields)
        case "reasoning": readReasoning(&fields)
        case "torii:tool_call": readServerCall(&fields)
        // The run that asked for the decision has the call.
        case "mcp_approval_request", "torii:approval_request": break
        case "mcp_approval_response": readDecision(&fields)
        case "item_reference":
            references.append(.init(id: fields.requiredText("id"), pointer: fields.place, index: items.count))
            // The item replaces this place once it is found.
            add(.message(.assistant, []), at: fields.place)
        case nil: fields.reject("type", "required: \(Self.typeNames)", .missing)
        case let type?:
            if let kind = Self.callKinds[type] { return readCall(&fields, kind) }
            if type == "compaction" {
                // A message of the assistant cannot be the first one.
                addNote("An earlier part of the conversation", from: .user, type, at: fields.place)
            } else if type == "image_generation_call" {
                addNote("An image that you made", from: .assistant, type, at: fields.place)
            } else if fields.place == lastPlace, !Self.leftOutKinds.contains(type) {
                let detail = "'\(type.excerpt())' is not a supported type of item; use \(Self.typeNames)"
                fields.reject("type", detail, .invalidValue)
            } else {
                readLeftOut(&fields, type)
            }
        }
    }

    /// Adds a note in the place of an item to which what follows may refer.
    private mutating func addNote(_ kind: String, from role: InputItem.Role, _ type: String, at place: String) {
        if let note = unserved.note(kind, as: "input.\(type)") { add(.message(role, [note]), at: place) }
    }

    /// The items of other servers that are left out wherever they are; what the model made of them is in its messages.
    private static let leftOutKinds: Set<String> = [
        "code_interpreter_call", "compaction_trigger", "configuration_update", "file_search_call", "mcp_list_tools",
        "program", "program_output", "tool_search_call", "tool_search_output", "web_search_call",
    ]

    /// Leaves an item of the history out, and names it.
    private mutating func readLeftOut(_ fields: inout RequestFields, _ type: String) {
        // The effort that it sets holds until the next one.
        if type == "configuration_update", let word = fields.value("reasoning")?["effort"]?.stringValue,
            let effort = ReasoningEffort(rawValue: word)
        {
            self.effort = effort
            return
        }
        ignored.insert("input.\(type)")
    }

    /// Drops the outputs and decisions before another item, because they belong to earlier turns.
    private mutating func dropAnswers() {
        if !decisions.isEmpty { ignored.insert("input.mcp_approval_response") }
        (outputs, decisions, imageOutput) = ([], [], nil)
    }

    private static let typeNames =
        "message, function_call, function_call_output, reasoning, torii:tool_call or mcp_approval_response"

    mutating func add(_ item: InputItem, at place: String) {
        items.append(item)
        places.append(place)
    }

    mutating func ignore(_ fields: RequestFields, besides known: Set<String>) {
        // Clients send back items of responses, whose ids and statuses say nothing new.
        ignored.insert(fields, besides: known.union(["type", "id", "status"]), in: "input.")
    }
}

// MARK: - Messages

extension ResponseItemReader {
    private mutating func readMessage(_ fields: inout RequestFields) {
        ignore(fields, besides: ["role", "content", "phase"])
        guard let role: Role = fields.choice("role") else {
            if fields.value("role") == nil {
                let names = Role.allCases.map(\.rawValue).joined(separator: ", ")
                fields.reject("role", "required: one of \(names)", .missing)
            }
            return
        }
        let count = fields.faults.totalCount
        if fields.value("content") == nil {
            fields.reject("content", "required: a text or an array of parts", .missing)
        }
        let parts = parts(&fields, "content", of: role) ?? []
        if role == .user, parts.isBlank, unserved.areNewest, fields.faults.totalCount == count {
            fields.reject("content", "must not be empty", .invalidValue)
        }
        switch role {
        case .developer, .system: if !parts.isBlank { add(.message(.developer, parts), at: fields.place) }
        case .user: if !parts.isBlank { add(.message(.user, parts), at: fields.place) }
        case .assistant: if !parts.isBlank { add(.message(.assistant, parts), at: fields.place) }
        }
    }

    /// Returns the parts of a member that is a text or an array of parts.
    mutating func parts(_ fields: inout RequestFields, _ key: String, of role: Role) -> [InputPart]? {
        switch fields.value(key) {
        case nil: return nil
        case .string(let text): return [.text(text)]
        case .array:
            let known: Set<String> = ["type", "text", "refusal", "image_url", "detail", "annotations", "logprobs"]
            let read = fields.elements(key, upTo: ArrayLimits.parts, known: nil) { part in
                ignored.insert(part, besides: known, in: "input.\(key).")
                return Self.part(&part, of: role, &unserved, in: "input.\(key).")
            }
            return read?.compactMap(\.self)
        case let value?:
            fields.reject(key, "must be a string or an array of parts, not \(value.typeName)", .wrongType)
            return nil
        }
    }

    private static func part(
        _ fields: inout RequestFields,
        of role: Role,
        _ unserved: inout UnservedParts,
        in place: String
    ) -> InputPart? {
        switch fields.string("type") {
        case "input_text", "output_text", "text": return fields.textPart("text")
        case "refusal" where role == .assistant: return fields.textPart("refusal")
        case "input_image" where role == .user:
            return unserved.image(&fields, as: place + "input_image", image)
        case "input_image":
            let remedy = "only a user message may have images"
            return unserved.replace(&fields, "An image", as: place + "input_image", remedy)
        case "input_file":
            let remedy = "this server does not accept files; send their text, or pages as images"
            let name = fields.value("filename")?.stringValue
            return unserved.replace(&fields, "A file", named: name, as: place + "input_file", remedy)
        case "input_audio":
            let remedy = "this server does not accept audio; send a transcript as text"
            return unserved.replace(&fields, "A recording", as: place + "input_audio", remedy)
        case let type?:
            return unserved.replace(
                &fields,
                "A part of another kind",
                as: place + type,
                "'\(type.excerpt())' is not a supported type of part; use input_text, input_image or output_text"
            )
        case nil where fields.value("type") == nil:
            fields.reject("type", "required: input_text, input_image or output_text", .missing)
        case nil: break
        }
        return nil
    }

    /// The requested resolutions of an image.
    private enum Detail: String, CaseIterable { case auto, low, high, original }

    private static func image(_ fields: inout RequestFields) -> InputPart? {
        fields.rejectIfPresent("file_id", "this server stores no files; send image_url")
        let detail: Detail? = fields.choice("detail")
        guard let url = fields.string("image_url") else {
            if fields.value("image_url") == nil { fields.reject("image_url", "required: the image's URL", .missing) }
            return nil
        }
        if let fault = ImageURL.fault(in: url) { fields.reject("image_url", fault, .invalidValue) }
        return .image(url: url, detail: detail?.rawValue)
    }
}

// MARK: - Calls and reasoning

extension ResponseItemReader {
    private mutating func readCall(_ fields: inout RequestFields) {
        ignore(fields, besides: ["call_id", "name", "arguments"])
        // The response ended before the call did, so no output can belong to it.
        if fields.value("status") == .string(ResponseStatus.incomplete.rawValue) { return }
        let id = fields.requiredText("call_id")
        let name = fields.requiredText("name")
        if fields.value("arguments") == nil {
            fields.reject("arguments", "required: the arguments as JSON text", .missing)
        }
        add(.toolCall(id: id, name: name, arguments: fields.string("arguments") ?? ""), at: fields.place)
    }

    /// Adds an output of one of the client's tools.
    mutating func addOutput(_ call: String, _ parts: [InputPart], at place: String) {
        add(.toolOutput(call: call, parts), at: place)
        if parts.contains(where: { $0.text == nil }) { imageOutput = place }
        outputs.append(ClientOutput(call: call, text: parts.compactMap(\.text).joined(), pointer: place))
    }

    private mutating func readReasoning(_ fields: inout RequestFields) {
        ignore(fields, besides: ["summary", "content", "encrypted_content"])
        if let sealed = fields.string("encrypted_content") {
            if let content = SealedContent(sealed) { return add(.reasoning(content.reasoning), at: fields.place) }
            // Another server sealed it, so only its text can be read.
            ignored.insert("input.encrypted_content")
        }
        var texts: [String] = []
        for key in ["summary", "content"] {
            _ = fields.elements(key, upTo: ArrayLimits.parts, known: nil) { texts.append($0.string("text") ?? "") }
        }
        let text = texts.filter { !$0.isEmpty }.joined(separator: "\n\n")
        if !text.isEmpty { add(.reasoning(InputReasoning(text: text, seal: nil)), at: fields.place) }
    }

    /// Reads a call of the server's tool that a client sends back with its output.
    private mutating func readServerCall(_ fields: inout RequestFields) {
        ignore(
            fields,
            besides: ["call_id", "name", "arguments", "output", "error", "content", "artifacts", "duration_ms"]
        )
        let id = fields.requiredText("call_id")
        let name = fields.requiredText("name")
        let arguments = fields.string("arguments") ?? ""
        // The response may have ended before the call.
        let output = fields.string("output") ?? fields.string("error") ?? "The call has no output."
        add(.toolCall(id: id, name: name, arguments: arguments), at: fields.place)
        add(.toolOutput(call: id, [.text(output)]), at: fields.place)
    }

    private mutating func readDecision(_ fields: inout RequestFields) {
        ignore(fields, besides: ["approval_request_id", "approve", "reason", "request_id"])
        let id = fields.requiredText("approval_request_id")
        guard let approve = fields.bool("approve") else {
            if fields.value("approve") == nil { fields.reject("approve", "required: true or false", .missing) }
            return
        }
        guard let request = ApprovalRequestID(id) else {
            if !id.isEmpty {
                let detail =
                    "there is no request for approval with this id; send the id of an mcp_approval_request item"
                fields.reject("approval_request_id", detail, .invalidValue)
            }
            return
        }
        decisions.append(
            .init(request: request, isApproved: approve, reason: fields.string("reason"), pointer: fields.place)
        )
    }
}
