import AgentWire
import AssistantSchemas
import StreamingJSON

/// The end of a call on a device, as the device or the client of the chat reports it.
struct DeviceReport: Sendable, Equatable {
    /// The state that the call ends in.
    var state: DeviceCall.State
    /// The end in its form for devices, by which a repeated report is recognized.
    var outcome: JSONValue
    /// The faults of the output, by their places in it; a report with faults is not accepted.
    var faults: [WireError.Fault] = []

    /// Makes the report of an intent's end.
    init(_ outcome: IntentOutcome) {
        state =
            switch outcome {
            case .succeeded: .succeeded
            case .failed: .failed
            case .denied: .denied
            case .needsValue: .needsValue
            case .cancelled: .cancelled
            case .unknown: .unknown
            }
        self.outcome = .object(outcome.json)
    }

    /// Makes the report of a query's answer.
    init(_ answer: EntityQueryAnswer) {
        state =
            switch answer {
            case .entities: .succeeded
            case .failed: .failed
            }
        outcome = .object(answer.json)
    }

    /// Reads the report in a device's body.
    ///
    /// - Throws: ``AssistantSchemas/DocumentFormatError``.
    init(_ body: JSONValue, to call: DeviceCall) throws(DocumentFormatError) {
        switch call.kind {
        case .intent: self.init(try IntentOutcome(json: body))
        case .query: self.init(try EntityQueryAnswer(json: body))
        }
    }

    /// Makes the report that an answer of the chat's client means.
    ///
    /// Such a client sends the output alone: that of the intent, or the list of entities.
    init(_ answer: CallAnswer, to call: DeviceCall) {
        switch (answer, call.kind) {
        case (.output(let output), .intent): self.init(IntentOutcome.succeeded(output))
        case (.output(let output), .query):
            self.init(EntityQueryAnswer.entities(output.arrayValue ?? output["entities"]?.arrayValue ?? [output]))
        case (.failure(let text), .intent): self.init(IntentOutcome.failed(IntentError(.failed, text)))
        case (.failure(let text), .query): self.init(EntityQueryAnswer.failed(IntentError(.failed, text)))
        case (.rejection(let reason), _): self.init(rejection: reason)
        case (.approval, _): self.init(IntentOutcome.failed(IntentError(.failed, "")))
        }
    }

    /// Makes the report of a person's rejection of a call.
    init(rejection reason: String?) {
        self.init(IntentOutcome.denied(IntentError(.denied, reason ?? "")))
        if case .object(var object) = outcome {
            object["by"] = "person"
            outcome = .object(object)
        }
    }

    /// Returns the report of an output that does not fit its schema; nothing of the output is kept.
    static func invalid(_ call: DeviceCall) -> DeviceReport {
        switch call.kind {
        case .intent: DeviceReport(IntentOutcome.failed(IntentError(.invalidOutput, "")))
        case .query: DeviceReport(EntityQueryAnswer.failed(IntentError(.invalidOutput, "")))
        }
    }
}
