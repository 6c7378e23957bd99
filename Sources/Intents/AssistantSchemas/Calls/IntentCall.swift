public import StreamingJSON

/// A call of an intent or of an app's tool by the server: the data of the event `intent.requested`.
public struct IntentCall: Sendable, Hashable {
    /// The identifier of the call, which a repeated request has too.
    public var callID: String
    /// The schema, or the name of an app's tool.
    public var schema: String
    /// The name of the app's type; `nil` if only the schema is known.
    public var intentID: String?
    /// The input, by the schema of the intent.
    public var input: JSONObject
    /// The digest of the input that approval and output are bound to; `nil` if the server sends none.
    public var inputHash: String?
    /// The number of the attempt, from 1 on: the fencing token of the claim.
    public var attempt: Int

    /// Makes a call.
    public init(
        callID: String,
        schema: String,
        intentID: String? = nil,
        input: JSONObject,
        inputHash: String? = nil,
        attempt: Int = 1
    ) {
        self.callID = callID
        self.schema = schema
        self.intentID = intentID
        self.input = input
        self.inputHash = inputHash
        self.attempt = attempt
    }
}

/// The end of a call on the device: the body of `POST …/calls/{callId}/output` beside the attempt.
public enum IntentOutcome: Sendable, Hashable {
    /// The action was carried out; the output is by the schema, `null` for an action without a result.
    case succeeded(JSONValue)
    /// The action was not carried out.
    case failed(IntentError)
    /// A person or the system refused the action.
    case denied(IntentError)
    /// A person has to choose or enter a value first.
    case needsValue(IntentNeed)
    /// The action was canceled before it changed anything.
    case cancelled
    /// The action may have been carried out: the app ended while it ran.
    case unknown
}

/// A fault of a call, with one of a fixed list of codes.
public struct IntentError: Error, Sendable, Hashable {
    /// The kind of fault.
    public var code: Code
    /// A sentence for the log of the server; models see a sentence of the server by the code.
    public var message: String

    /// Makes a fault.
    public init(_ code: Code, _ message: String) {
        self.code = code
        self.message = message
    }

    /// A kind of fault.
    public enum Code: String, Sendable, Hashable, CaseIterable {
        /// The app has no intent of this schema.
        case unknownSchema = "unknown_schema"
        /// The input does not fit the schema.
        case invalidInput = "invalid_input"
        /// An identifier of the input means nothing in the app.
        case unknownEntity = "unknown_entity"
        /// The same call was sent before with another input.
        case inputChanged = "input_changed"
        /// The app cannot do it now.
        case unavailable
        /// The person or the system refused.
        case denied
        /// The time for the run is over.
        case expired
        /// The action failed.
        case failed
        /// The output does not fit the schema.
        case invalidOutput = "invalid_output"
    }
}

/// A value that a person has to choose or enter.
public struct IntentNeed: Sendable, Hashable {
    /// The parameter.
    public var parameter: String
    /// The question to the person; `nil` for one of the server.
    public var prompt: String?
    /// The values to choose from, on the wire; empty for a free value.
    public var choices: [JSONValue]

    /// Makes a need.
    public init(parameter: String, prompt: String? = nil, choices: [JSONValue] = []) {
        self.parameter = parameter
        self.prompt = prompt
        self.choices = choices
    }
}
