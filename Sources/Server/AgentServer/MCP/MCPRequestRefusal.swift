import AgentWire
import HTTPTypes
import Hummingbird
import ModelContextProtocol
import StreamingJSON

/// A request to `/mcp` that is refused before its method is performed.
struct MCPRequestRefusal: Error {
    let status: HTTPResponse.Status
    let error: RPCError
    var id: ModelContextProtocol.RequestID?
    /// The scope that the token lacks.
    var scope: String?

    init(_ status: HTTPResponse.Status, _ error: RPCError, id: ModelContextProtocol.RequestID? = nil) {
        (self.status, self.error, self.id) = (status, error, id)
    }

    init(_ status: HTTPResponse.Status, _ detail: String) { self.init(status, RPCError(.invalidRequest, detail)) }

    init(missingScope scope: String, id: ModelContextProtocol.RequestID) {
        let detail = "this token lacks the scope '\(scope)'; ask the operator for a token that has it"
        self.init(.forbidden, RPCError(.invalidRequest, detail), id: id)
        self.scope = scope
    }

    /// The response.
    var response: Response { .rpc(RPCResponse(id: id, error), status: status) }
}

extension Response {
    /// Returns a response with a message of JSON-RPC.
    ///
    /// - Parameter status: The HTTP status; `nil` for that of the message in revisions without sessions.
    static func rpc(
        _ response: RPCResponse,
        status: HTTPResponse.Status? = nil,
        headers: HTTPFields = [:]
    ) -> Response {
        var headers = headers
        var code = 200
        if case .failure(let error) = response.result {
            code = error.data?["status"]?.intValue ?? error.status
            if let seconds = error.data?["retry_after"]?.intValue { headers[.retryAfter] = String(seconds) }
        }
        return .json(response.jsonValue, status: status ?? .init(code: code), headers: headers)
    }
}

extension RPCError {
    /// Creates the error of a problem; its data has the HTTP status, for clients that only see the message.
    init(_ problem: Problem) {
        let code: Code
        switch problem.kind {
        case .invalidJSON: code = .parseError
        case _ where problem.status < 500 && problem.status != 429: code = .invalidRequest
        default: code = .internalError
        }
        var data: JSONObject = ["type": .string(problem.kind.rawValue), "status": .integer(problem.status)]
        if let seconds = problem.retryAfterSeconds { data["retry_after"] = .integer(seconds) }
        self.init(code, problem.detail, data: .object(data))
    }
}

extension RoutingHeaders {
    /// Reads the fields of a request.
    init(_ fields: HTTPFields) {
        let prefix = "mcp-param-"
        var parameters: [String: [String]] = [:]
        for field in fields where field.name.canonicalName.hasPrefix(prefix) {
            parameters[String(field.name.canonicalName.dropFirst(prefix.count)), default: []].append(field.value)
        }
        self.init(
            versions: fields[values: .mcpProtocolVersion],
            methods: fields[values: .mcpMethod],
            names: fields[values: .mcpName],
            parameters: parameters
        )
    }
}
