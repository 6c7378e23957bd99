import AgentTools
package import ModelContextProtocol
import StreamingJSON

/// The settings of a connection.
package struct MCPConnectionOptions: Sendable {
    /// The revision that the operator demands; `nil` to negotiate.
    package var revision: ProtocolRevision?
    /// The name and version of this client.
    package var client: Implementation
    /// Answers the questions of the server; `nil` if it may not ask.
    package var elicitation: MCPElicitation?
    /// Called when the server says that its list of tools changed.
    package var onToolsChanged: @Sendable () -> Void
    /// Called when the server does not know its session any more.
    package var onSessionEnded: @Sendable () -> Void
    /// Called when an answer of the server is off the protocol and was read nevertheless, with a clause about it.
    package var onOddity: @Sendable (String) -> Void
    /// The time limit of the requests that make the connection.
    package var deadline: Duration

    /// Makes settings.
    package init(
        revision: ProtocolRevision? = nil,
        client: Implementation = Implementation(name: "torii", title: "Torii", version: "1.0.0"),
        elicitation: MCPElicitation? = nil,
        deadline: Duration = .seconds(20),
        onToolsChanged: @escaping @Sendable () -> Void = {},
        onSessionEnded: @escaping @Sendable () -> Void = {},
        onOddity: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        (self.revision, self.client, self.elicitation) = (revision, client, elicitation)
        (self.deadline, self.onToolsChanged, self.onSessionEnded) = (deadline, onToolsChanged, onSessionEnded)
        self.onOddity = onOddity
    }

    private var capabilities: JSONObject { elicitation == nil ? [:] : ["elicitation": ["form": [:]]] }

    /// Returns the parameters of a request in the era without sessions.
    func stateless(_ params: JSONObject, _ revision: ProtocolRevision) -> JSONObject {
        var params = params
        var metadata = params["_meta"]?.objectValue ?? [:]
        metadata[MetadataKey.protocolVersion] = .string(revision.rawValue)
        metadata[MetadataKey.clientCapabilities] = .object(capabilities)
        metadata[MetadataKey.clientInfo] = .object(client.jsonObject)
        params["_meta"] = .object(metadata)
        return params
    }

    /// Returns the parameters of `initialize`.
    func initialization(_ revision: ProtocolRevision) -> JSONObject {
        [
            "protocolVersion": .string(revision.rawValue), "capabilities": .object(capabilities),
            "clientInfo": .object(client.jsonObject),
        ]
    }

    /// Returns the answers to the questions of a result that is not complete; other requests of the server stay unanswered.
    func answers(to requests: JSONObject, _ call: MCPCallOptions) async -> JSONObject {
        var answers: JSONObject = [:]
        for (key, request) in requests.prefix(32) where request["method"]?.stringValue == InputKind.elicitation.rawValue
        {
            guard let elicit = call.elicitation ?? elicitation else { continue }
            answers[key] = .object(await elicit(request["params"]?.objectValue ?? [:]))
        }
        return answers
    }

    /// Returns the response to a request of the server.
    func response(to request: RPCRequest, _ call: MCPCallOptions) async -> RPCResponse {
        switch request.method {
        case "ping": return RPCResponse(id: request.id, .success([:]))
        case InputKind.elicitation.rawValue:
            guard let elicit = call.elicitation ?? elicitation else { break }
            return RPCResponse(id: request.id, .success(await elicit(request.params)))
        default: break
        }
        return RPCResponse(id: request.id, .unknownMethod(request.method))
    }

    /// Accepts a notification of the server.
    func receive(_ notification: RPCNotification, _ call: MCPCallOptions, _ token: RequestID?) {
        switch notification.method {
        case "notifications/tools/list_changed": onToolsChanged()
        case "notifications/progress":
            guard let token, notification.params["progressToken"].flatMap(RequestID.init) == token,
                let progress = notification.params["progress"]?.doubleValue
            else { return }
            let total = notification.params["total"]?.doubleValue
            let share = total.flatMap { $0 > 0 ? min(max(progress / $0, 0), 1) : nil }
            let note = notification.params["message"]?.stringValue.map { TextLine($0, limit: 200).text }
            call.onProgress?(share, note)
        default: break
        }
    }
}
