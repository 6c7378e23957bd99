import StreamingJSON

/// The interfaces whose bodies clients send to each other's addresses.
enum BodyForm {
    case chatCompletions, responses, messages

    /// The interface that a body is certainly made for; `nil` if several would do.
    init?(of body: JSONValue) {
        func isGiven(_ name: String) -> Bool { body[name].map { !$0.isNull } ?? false }
        guard isGiven("messages") else {
            guard isGiven("input") else { return nil }
            self = .responses
            return
        }
        let tool = body["tools"]?[0]
        if isGiven("system") || tool?["input_schema"] != nil {
            self = .messages
        } else if isGiven("max_completion_tokens") || tool?["function"] != nil {
            self = .chatCompletions
        } else {
            return nil
        }
    }

    /// The name and the address of the interface.
    private var description: String {
        switch self {
        case .chatCompletions: "chat completions: send it to /v1/chat/completions"
        case .responses: "the Responses interface: send it to /v1/responses"
        case .messages: "the Messages interface: send it to /v1/messages"
        }
    }

    /// Refuses a body that is made for another interface, which would otherwise get a list of faults that do not help.
    ///
    /// - Throws: ``WireError`` with the address that reads the body.
    func check(_ body: JSONValue) throws(WireError) {
        var form = Self(of: body)
        // Responses has no field of this name.
        if self == .responses, form == nil, body["messages"]?.arrayValue != nil { form = .chatCompletions }
        guard let form, form != self else { return }
        let field = form == .responses ? "input" : "messages"
        throw WireError([
            .init(pointer: "#/\(field)", detail: "is the form of \(form.description)", kind: .unsupportedField)
        ])
    }
}
