public import StreamingJSON
import Synchronization

/// One request from the server's side: its client, earlier answers, and the channel for reports.
public struct MCPExchange: Sendable {
    /// The revision of the request.
    public let revision: ProtocolRevision
    /// The client's capabilities.
    public let clientCapabilities: JSONObject
    /// The client's name and version.
    public let clientInformation: JSONObject?
    /// The request's metadata.
    public let metadata: JSONObject
    /// The answers to the questions of an earlier reply, by their names; results of the methods of ``InputKind``.
    public internal(set) var inputs: [String: JSONValue] = [:]
    /// The state of that reply.
    public internal(set) var state: JSONValue?

    /// The least severity of the messages to log; `nil` for none.
    public let logLevel: LogLevel?
    private let progress: ProgressReports?
    let send: @Sendable (RPCNotification) -> Void

    /// Makes an exchange.
    ///
    /// - Parameter send: Receives notifications that belong to the request.
    init(
        revision: ProtocolRevision,
        clientCapabilities: JSONObject,
        clientInformation: JSONObject?,
        metadata: JSONObject,
        logLevel: LogLevel?,
        send: @escaping @Sendable (RPCNotification) -> Void
    ) {
        self.revision = revision
        self.clientCapabilities = clientCapabilities
        self.clientInformation = clientInformation
        self.metadata = metadata
        self.logLevel = logLevel
        progress = metadata[MetadataKey.progressToken].flatMap(ProgressReports.init)
        self.send = send
    }

    /// Whether the client wants to know of the progress.
    public var wantsProgress: Bool { progress != nil }

    /// Whether the client may receive notifications before the response.
    public var hasReports: Bool { wantsProgress || logLevel != nil }

    /// Whether the client can answer such a question.
    public func canAsk(for kind: InputKind) -> Bool { kind.isDeclared(in: clientCapabilities) }

    /// Reports progress, if the client asked for it and the value is larger than the last one.
    public func report(progress value: Double, total: Double? = nil, message: String? = nil) {
        guard let token = progress?.token(for: value) else { return }
        var params: JSONObject = ["progressToken": token, "progress": .amount(value)]
        if let total { params["total"] = .amount(total) }
        if let message { params["message"] = .string(message) }
        send(RPCNotification("notifications/progress", params))
    }

    /// Logs a message to the client, if it asked for messages of this severity.
    public func log(_ level: LogLevel, logger: String? = nil, _ data: JSONValue) {
        guard let least = logLevel, level >= least else { return }
        var params: JSONObject = ["level": .string(level.rawValue)]
        if let logger { params["logger"] = .string(logger) }
        params["data"] = data
        send(RPCNotification("notifications/message", params))
    }
}

extension JSONValue {
    /// Returns a number, as an integer if it is one.
    fileprivate static func amount(_ value: Double) -> JSONValue {
        Int(exactly: value).map(JSONValue.integer) ?? .number(value)
    }
}

/// The progress of one request: each report is larger than the last.
private final class ProgressReports: Sendable {
    private let token: JSONValue
    private let last = Mutex(-Double.infinity)

    init?(token: JSONValue) {
        guard RequestID(token) != nil else { return nil }
        self.token = token
    }

    func token(for value: Double) -> JSONValue? {
        guard value.isFinite else { return nil }
        return last.withLock { last in
            guard value > last else { return nil }
            last = value
            return token
        }
    }
}

extension InputKind {
    /// Whether a client has declared that it answers such questions.
    func isDeclared(in capabilities: JSONObject) -> Bool {
        guard case .object(let options)? = capabilities[capability] else { return false }
        // Forms are meant if no mode is named; a client may declare addresses only.
        return self != .elicitation || options.isEmpty || options["form"] != nil || options["url"] == nil
    }
}
