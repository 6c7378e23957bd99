import StreamSafeText
public import StreamingJSON

/// The body of `POST /v1/responses`: OpenAI's Responses, in the form that Open Responses defines as well.
///
/// Unknown fields, and fields that would not change the answer, are ignored and listed. Fields that would change it but are not
/// supported are refused.
public struct ResponsesRequest: Sendable, Equatable {
    /// A person's decision about a call, which an earlier response asked for.
    public struct Decision: Sendable, Equatable {
        /// The id of the request for the decision.
        public var request: ApprovalRequestID
        /// Whether the call is approved.
        public var isApproved: Bool
        /// The person's reason.
        public var reason: String?
        /// The JSON pointer of the item in the body.
        public var pointer: String
    }

    /// The requested turn, without the conversation that an earlier response belongs to.
    public var turn: TurnRequest
    /// The earlier response that the input follows.
    public var previousResponse: ResponseID?
    /// The references to items of earlier responses, in the order of the input.
    public var references: [Reference]
    /// The ignored fields, for the header `Torii-Ignored`; each fits a header's value.
    public var ignored: [String]
    /// The outputs at the end of the input; empty if the input ends with another item.
    public var outputs: [ClientOutput]
    /// The decisions at the end of the input.
    public var decisions: [Decision]
    /// The JSON pointer of an item that a waiting run cannot accept; `nil` if there is none.
    ///
    /// It accepts outputs without images, and decisions.
    public var unacceptableItem: String? { imageOutput ?? strangeItem }
    /// The JSON pointer of an output with an image at the end of the input; `nil` if there is none.
    public let imageOutput: String?

    /// Whether the response is made without readers.
    public var isBackground: Bool { turn.echo["background"]?.boolValue ?? false }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, faulty or unsupported field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        try BodyForm.responses.check(jsonValue)
        var reader = ResponseItemReader(of: fields.value("input"))
        var turn = TurnRequest(dialect: .responses, input: [], conversation: .new)
        var ignored = IgnoredFields()
        ignored.insert(fields, besides: Self.known)
        Self.readInput(&fields, &reader, into: &turn)
        (previousResponse, turn.conversation) = Self.place(&fields)
        turn.isStored = fields.bool("store") ?? true
        if !turn.isStored, turn.conversation == .new { turn.conversation = .none }
        turn.model = fields.string("model")
        if turn.model?.isEmpty == true { fields.reject("model", "must not be empty", .invalidValue) }
        turn.stream = fields.bool("stream") ?? false
        Self.readStreamOptions(&fields, isStreamed: turn.stream == true, &ignored)
        turn.sampling = Self.sampling(&fields)
        let tools = ResponseToolFields(&fields, &ignored)
        turn.clientTools = tools.functions
        turn.tools = tools.served
        turn.toolChoice = tools.choice
        turn.parallelToolCalls = fields.bool("parallel_tool_calls")
        turn.maximumToolCalls = fields.integer("max_tool_calls", in: 0...ResponseToolFields.mostCalls)
        Self.readText(&fields, into: &turn, &ignored)
        Self.readReasoning(&fields, into: &turn, &ignored)
        if let effort = reader.effort { turn.reasoningEffort = effort }
        turn.metadata = fields.metadata()
        Self.readInclude(&fields, into: &turn, &ignored)
        Self.readBackground(&fields, into: &turn)
        Self.readRepeated(&fields, into: &turn)
        Self.rejectUnsupported(&fields, &ignored)
        Self.readExtension(&fields, into: &turn)
        for (name, value) in tools.echo { turn.echo[name] = value }
        try fields.check()
        for name in reader.ignored.names + reader.unserved.ignored.names { ignored.insert(name) }
        (self.turn, self.ignored, references) = (turn, ignored.names, reader.references)
        (outputs, decisions, imageOutput) = (reader.outputs, reader.decisions, reader.imageOutput)
    }

    /// The fields that have an effect, are repeated or are refused.
    private static let known: Set<String> = [
        "background", "context_management", "conversation", "frequency_penalty", "include", "input", "instructions",
        "max_output_tokens", "max_tool_calls", "metadata", "model", "moderation", "parallel_tool_calls",
        "presence_penalty", "previous_response_id", "prompt", "reasoning", "store", "stream", "stream_options",
        "temperature", "text", "tool_choice", "tools", "top_logprobs", "top_p", "torii", "truncation",
    ]

    /// Returns the body's field for a parameter.
    public func field(of parameter: String) -> String {
        switch parameter {
        case "image_detail": "input.content.detail"
        case "reasoning_effort": "reasoning.effort"
        case "response_format": "text.format"
        case "torii.tools": "tools"
        default: parameter
        }
    }
}

// MARK: - The input and its place

extension ResponsesRequest {
    private static func readInput(
        _ fields: inout RequestFields,
        _ reader: inout ResponseItemReader,
        into turn: inout TurnRequest
    ) {
        if let instructions = fields.string("instructions") {
            turn.echo["instructions"] = .string(instructions)
            if !instructions.isBlank { reader.addInstructions(instructions) }
        }
        turn.echo["leading_items"] = .integer(reader.items.count)
        switch fields.value("input") {
        case nil: fields.reject("input", "required: a text, or an array of items", .missing)
        case .string(let text):
            if text.isBlank { fields.reject("input", "must not be empty", .invalidValue) }
            reader.addMessage(text, at: "#/input")
        case .array([]): fields.reject("input", "must not be empty; send at least a message", .emptyArray)
        case .array: _ = fields.elements("input", upTo: ArrayLimits.messages, known: nil) { reader.read(&$0) }
        case let value?:
            fields.reject("input", "must be a text or an array of items, not \(value.typeName)", .wrongType)
        }
        (turn.input, turn.inputPlaces) = (reader.items, reader.places)
    }

    /// Returns the earlier response and the conversation that the input follows; only one of them can be named.
    private static func place(_ fields: inout RequestFields) -> (ResponseID?, ConversationChoice) {
        var conversation: String?
        switch fields.value("conversation") {
        case nil: break
        case .string(let id):
            conversation = id
            if id.isEmpty { fields.reject("conversation", "must not be empty", .invalidValue) }
        case .object: conversation = fields.nested("conversation") { $0.requiredText("id") }
        case let value?:
            fields.reject("conversation", "must be an id, or an object with id, not \(value.typeName)", .wrongType)
        }
        let previous = fields.string("previous_response_id")
        if previous != nil, conversation != nil {
            let detail = "cannot be used together with conversation; send only one of them"
            fields.reject("previous_response_id", detail, .invalidValue)
        }
        let response = previous.flatMap(ResponseID.init)
        if let previous, response == nil {
            let detail = "there is no response '\(previous.excerpt())'; send the id of a response of this server"
            fields.reject("previous_response_id", detail, .unknownResponse)
        }
        return (response, conversation.map(ConversationChoice.existing) ?? .new)
    }

    private static func readStreamOptions(
        _ fields: inout RequestFields,
        isStreamed: Bool,
        _ ignored: inout IgnoredFields
    ) {
        if !isStreamed, fields.value("stream_options") != nil {
            fields.reject("stream_options", "is only for streams; set stream to true, or omit it", .invalidValue)
        }
        _ = fields.nested("stream_options") { options in
            ignored.insert(options, besides: ["include_obfuscation"], in: "stream_options.")
            if options.bool("include_obfuscation") == true { ignored.insert("stream_options.include_obfuscation") }
        }
    }

    private static func readBackground(_ fields: inout RequestFields, into turn: inout TurnRequest) {
        guard fields.bool("background") == true else { return }
        turn.echo["background"] = true
        turn.onDisconnect = .finish
        if !turn.isStored {
            fields.reject("background", "needs store, because the response is read later", .invalidValue)
        }
    }

    /// Reads the members that only this server has.
    private static func readExtension(_ fields: inout RequestFields, into turn: inout TurnRequest) {
        _ = fields.nested("torii") { torii in
            torii.reject(besides: "items", "tools")
            if torii.bool("items") == false { turn.echo["own_items"] = false }
            if let tools = torii.strings("tools") { turn.tools = (turn.tools ?? []) + tools }
        }
    }
}
