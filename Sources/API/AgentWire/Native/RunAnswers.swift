public import StreamingJSON

/// The body of `POST /v1/runs/{id}/outputs`: outputs of the client's tools, and decisions of a person.
public struct RunAnswers: WireValue {
    /// One answer.
    public struct Answer: Sendable, Equatable {
        /// The call's id, from `action.required`.
        public var call: String
        /// The answer to the call.
        public var answer: CallAnswer
        /// The JSON pointer of the answer in the body.
        public var pointer: String
        /// The name of the answer's member that holds the output.
        public var outputMember = "output"

        /// The JSON pointer of the output in the body.
        public var outputPointer: String { "\(pointer)/\(outputMember)" }
    }

    /// The answers, outputs first.
    public var answers: [Answer]
    /// True to receive server-sent events, false to wait for the run's reply; `nil` for neither.
    public var stream: Bool?

    /// Makes a body of answers by call id.
    public init(outputs: [(String, CallAnswer)] = [], decisions: [(String, CallAnswer)] = [], stream: Bool? = nil) {
        answers = Self.numbered(outputs, "outputs") + Self.numbered(decisions, "decisions")
        self.stream = stream
    }

    /// Reads a body.
    ///
    /// - Throws: ``WireError`` with every missing, unknown or mistyped field.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(jsonValue, known: ["outputs", "decisions", "stream"])
        let limit = ArrayLimits.answers
        let outputs =
            fields.elements("outputs", upTo: limit, known: ["call", "output", "error"]) { Self.output(&$0) } ?? []
        let decisions =
            fields.elements("decisions", upTo: limit, known: ["call", "decision", "reason"]) { Self.decision(&$0) }
            ?? []
        self.init(outputs: outputs, decisions: decisions, stream: fields.bool("stream"))
        if answers.isEmpty, fields.faults.isEmpty {
            fields.reject("outputs", "the request has no answers; send outputs or decisions")
        }
        var calls: Set<String> = []
        if !answers.allSatisfy({ calls.insert($0.call).inserted }), fields.faults.isEmpty {
            fields.reject("outputs", "a call has two answers")
        }
        try fields.check()
    }

    private static func numbered(_ pairs: [(String, CallAnswer)], _ key: String) -> [Answer] {
        pairs.enumerated().map { Answer(call: $1.0, answer: $1.1, pointer: "#/\(key)/\($0)") }
    }

    private static func output(_ fields: inout RequestFields) -> (String, CallAnswer) {
        let call = fields.requiredText("call")
        let error = fields.string("error")
        switch (fields.member("output"), error) {
        case (let output?, nil):
            if output.serialized().utf8.count > maximumOutputBytes {
                fields.reject(
                    "output",
                    "larger than \(maximumOutputBytes) bytes; send only the part that the model needs"
                )
            }
            return (call, .output(output))
        case (nil, let error?): return (call, .failure(error))
        case (nil, nil):
            fields.reject("output", "required: the tool's output, or an error that explains why there is none")
        case (.some, .some): fields.reject("error", "cannot be combined with an output; send only one of them")
        }
        return (call, .failure(""))
    }

    /// The maximum size of an output, which the model reads.
    private static let maximumOutputBytes = 65_536

    private enum Decision: String, CaseIterable { case approve, reject }

    private static func decision(_ fields: inout RequestFields) -> (String, CallAnswer) {
        let call = fields.requiredText("call")
        let reason = fields.string("reason")
        switch fields.choice("decision") as Decision? {
        case .approve?: return (call, .approval)
        case .reject?: return (call, .rejection(reason: reason))
        case nil:
            if fields.value("decision") == nil { fields.reject("decision", "required: approve or reject") }
            return (call, .rejection(reason: nil))
        }
    }

    /// The body as JSON.
    public var jsonValue: JSONValue {
        func values(_ key: String) -> JSONValue {
            .array(
                answers.filter { $0.pointer.hasPrefix("#/\(key)/") }.map { answer in
                    var object: JSONObject = ["call": .string(answer.call)]
                    for (key, value) in answer.answer.jsonValue.objectValue ?? [:]
                    where key == "output" || !value.isNull {
                        object[key] = value
                    }
                    return .object(object)
                }
            )
        }
        var object: JSONObject = ["outputs": values("outputs"), "decisions": values("decisions")]
        if let stream { object["stream"] = .bool(stream) }
        return .object(object)
    }
}
