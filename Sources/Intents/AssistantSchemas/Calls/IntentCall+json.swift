public import StreamingJSON

extension IntentCall {
    /// Reads the data of `intent.requested`; members that only concern the server are ignored.
    ///
    /// - Throws: ``DocumentFormatError``.
    public init(json: JSONValue) throws(DocumentFormatError) {
        let reader = try MemberReader(json, at: "")
        guard let input = (reader.value("input") ?? [:]).objectValue else {
            throw reader.fault("input", "'input' has to be an object.")
        }
        self.init(
            callID: try reader.text("callId"),
            schema: try reader.text("schema"),
            intentID: try reader.optionalText("intentId"),
            input: input,
            inputHash: try reader.optionalText("inputHash"),
            attempt: try reader.integer("attempt", in: 1...1_000) ?? 1
        )
    }

    /// The call on the wire.
    public var json: JSONObject {
        var members: JSONObject = ["callId": .string(callID), "schema": .string(schema)]
        members["intentId"] = intentID.map { .string($0) }
        members["input"] = .object(input)
        members["inputHash"] = inputHash.map { .string($0) }
        members["attempt"] = .integer(attempt)
        return members
    }
}

extension IntentOutcome {
    /// Reads an outcome.
    ///
    /// - Throws: ``DocumentFormatError``.
    public init(json: JSONValue) throws(DocumentFormatError) {
        let reader = try MemberReader(json, at: "")
        switch try reader.text("status") {
        case "succeeded": self = .succeeded(reader.value("output") ?? .null)
        case "failed": self = .failed(try IntentError(reader))
        case "denied": self = .denied(try IntentError(reader))
        case "needs_value":
            let needs = try MemberReader(reader.value("needs") ?? .null, at: "/needs")
            self = .needsValue(
                IntentNeed(
                    parameter: try needs.text("parameter"),
                    prompt: try needs.optionalText("prompt", most: 1_000),
                    choices: try needs.elements("choices", most: EntityQueryCall.mostEntities).map(\.value)
                )
            )
        case "cancelled": self = .cancelled
        case "unknown": self = .unknown
        default:
            throw reader.fault(
                "status",
                "'status' has to be 'succeeded', 'failed', 'denied', 'needs_value', 'cancelled' or 'unknown'."
            )
        }
    }

    /// The outcome on the wire.
    public var json: JSONObject {
        switch self {
        case .succeeded(let output): ["status": "succeeded", "output": output]
        case .failed(let error): ["status": "failed", "error": error.json]
        case .denied(let error): ["status": "denied", "error": error.json]
        case .needsValue(let need): ["status": "needs_value", "needs": .object(need.json)]
        case .cancelled: ["status": "cancelled"]
        case .unknown: ["status": "unknown"]
        }
    }
}

extension IntentError {
    /// Reads the member `error`.
    init(_ reader: MemberReader) throws(DocumentFormatError) {
        let error = try MemberReader(reader.value("error") ?? .null, at: "/error")
        guard let code: Code = try error.choice("code") else { throw error.fault("code", "'code' is missing.") }
        self.init(code, try error.optionalText("message", most: 2_000) ?? "")
    }

    /// The fault on the wire.
    public var json: JSONValue { ["code": .string(code.rawValue), "message": .string(message)] }
}

extension IntentNeed {
    /// The need on the wire.
    var json: JSONObject {
        var members: JSONObject = ["parameter": .string(parameter)]
        members["prompt"] = prompt.map { .string($0) }
        if !choices.isEmpty { members["choices"] = .array(choices) }
        return members
    }
}
