import AssistantSchemas
import EventStreams
import StreamingJSON

/// A request of the server to a device: a call of an intent, or a query about entities.
struct DeviceRequest: Sendable, Equatable {
    /// The work that is requested.
    enum Work: Sendable, Equatable {
        /// A call of an intent or of an app's tool.
        case intent(IntentCall)
        /// A query about entities, which needs no claim.
        case query(EntityQueryCall)
    }

    /// The id of the call.
    var id: String
    /// The number of the attempt, which each report about the call repeats.
    var attempt: Int
    /// The work.
    var work: Work
    /// Whether the device has reported a start before, such as an app that ended meanwhile.
    var isRunning: Bool
    /// The authentication that the call needs.
    var authentication: AuthenticationLevel

    /// The schema of the intent or the entity.
    var schema: String {
        switch work {
        case .intent(let call): call.schema
        case .query(let query): query.schema
        }
    }
}

/// An event of `GET /v1/devices/{device}/events`.
enum DeviceEvent: Sendable, Equatable {
    /// The ids of all open calls; any other is over. A request for each of them follows.
    case open([String])
    /// A request.
    case requested(DeviceRequest)
    /// A call is over for this device.
    case ended(call: String, stop: Bool)

    /// Reads a frame.
    ///
    /// - Returns: `nil` for a type that this version does not know.
    /// - Throws: `DocumentFormatError` if the data has another form; `JSONParseError`.
    init?(_ frame: ServerSentEvent) throws {
        let data: JSONValue
        switch frame.type {
        case "calls.open", "intent.requested", "entity.requested", "call.ended":
            data = try JSONValue(parsing: frame.data)
        default: return nil
        }
        switch frame.type {
        case "calls.open": self = .open((data["calls"]?.arrayValue ?? []).compactMap(\.stringValue))
        case "intent.requested":
            let call = try IntentCall(json: data)
            self = .requested(DeviceRequest(data, call.callID, call.attempt, .intent(call)))
        case "entity.requested":
            let query = try EntityQueryCall(json: data)
            self = .requested(DeviceRequest(data, query.queryID, data["attempt"]?.intValue ?? 1, .query(query)))
        default:
            guard let call = data["callId"]?.stringValue else { return nil }
            self = .ended(call: call, stop: data["stop"]?.boolValue ?? false)
        }
    }
}

extension DeviceRequest {
    fileprivate init(_ data: JSONValue, _ id: String, _ attempt: Int, _ work: Work) {
        self.init(
            id: id,
            attempt: attempt,
            work: work,
            isRunning: data["state"]?.stringValue == "running",
            authentication: data["authentication"]?.stringValue.flatMap(AuthenticationLevel.init) ?? .none
        )
    }
}
