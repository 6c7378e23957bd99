import AgentWire
import HTTPTypes
import Hummingbird
import ModelContextProtocol
import StreamingJSON

/// A request to `/mcp` that is refused before its method is performed.
struct MCPRefusal: Error {
    let status: HTTPResponse.Status
    let error: RPCError
    var id: ModelContextProtocol.RequestID?
    /// The scope that the token lacks.
    var scope: String?

    init(_ status: HTTPResponse.Status, _ error: RPCError, id: ModelContextProtocol.RequestID? = nil) {
        (self.status, self.error, self.id) = (status, error, id)
    }

    init(_ status: HTTPResponse.Status, _ detail: String) { self.init(status, RPCError(.invalidRequest, detail)) }

    init(missingScope scope: String) {
        self.init(.forbidden, "this token lacks the scope '\(scope)'; ask the operator for a token that has it")
        self.scope = scope
    }

    func response(to request: Request) -> Response {
        var response = Response.rpc(RPCResponse(id: id, error), status: status)
        if let scope { response.headers[.wwwAuthenticate] = MCPChallenge(request).insufficient(scope) }
        return response
    }
}

/// The value of `WWW-Authenticate` in responses of `/mcp` (RFC 6750 §3, RFC 9728 §5.1).
struct MCPChallenge {
    private let metadata: String

    init(_ request: Request) { metadata = ResourceMetadata.address(for: request) }

    /// Adds the challenge to a response that refuses a token.
    func add(to response: inout Response) {
        guard response.status == .unauthorized else { return }
        response.headers[.wwwAuthenticate] = "Bearer resource_metadata=\"\(metadata)\""
    }

    /// Returns the challenge of a token without a scope.
    func insufficient(_ scope: String) -> String {
        "Bearer error=\"insufficient_scope\", scope=\"\(scope)\", resource_metadata=\"\(metadata)\""
    }
}

extension Response {
    /// Returns a response with a message of JSON-RPC.
    static func rpc(_ response: RPCResponse, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:]) -> Response {
        .json(response.jsonValue, status: status, headers: headers)
    }
}

extension RPCResponse {
    /// Creates the response for a problem that occurred before a message was read.
    init(_ problem: Problem) {
        let code: RPCError.Code
        switch problem.kind {
        case .invalidJSON: code = .parseError
        case .internalError, .shuttingDown, .overloaded: code = .internalError
        default: code = .invalidRequest
        }
        self.init(id: nil, RPCError(code, problem.detail, data: ["type": .string(problem.kind.rawValue)]))
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
