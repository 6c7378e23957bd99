public import AssistantSchemas
public import ToriiClient

/// A notice about the connection of a device, for a status line or a log.
public enum DeviceNotice: Sendable {
    /// The server has the toolbox.
    case registered(RegistrationReceipt)
    /// The events arrive.
    case connected
    /// The connection was lost or refused, and another attempt follows after the wait.
    case lost(ToriiError, retryIn: Duration)
    /// The app starts a call, with the schema of its intent.
    case started(call: String, schema: String)
    /// The server has the outcome of a call.
    case finished(call: String, schema: String, IntentOutcome)
    /// The server has the answer to a query.
    case answered(query: String, schema: String, EntityQueryAnswer)
    /// The server does not accept a report about a call, such as that of a call that is over.
    case refused(call: String, ToriiError)
    /// An event has another form than expected and is ignored.
    case unreadable(String)
}

/// The answer of the server to a registration.
public struct RegistrationReceipt: Sendable, Equatable {
    /// The number of the toolbox, which grows with each change.
    public var version: Int
    /// The parts that the server does not use, each with the reason.
    public var rejected: [String]
    /// Facts about the accepted parts that a developer should know.
    public var warnings: [String]

    init(_ json: JSONValue) {
        version = json["toolboxVersion"]?.intValue ?? 0
        rejected = Self.lines(json["rejected"])
        warnings = Self.lines(json["warnings"])
    }

    private static func lines(_ findings: JSONValue?) -> [String] {
        (findings?.arrayValue ?? []).compactMap { finding in
            finding["message"]?.stringValue.map { message in
                (finding["schema"]?.stringValue.map { "\($0): " } ?? "") + message
            }
        }
    }
}
