import APIDescription
import AgentWire
import HTTPTypes
import Hummingbird
import ModelContextProtocol
import StreamingJSON

extension Response {
    /// Returns the response for a problem.
    static func problem(_ problem: Problem, requestID: String?, as form: ErrorForm) -> Response {
        var headers = HTTPFields()
        if let seconds = problem.retryAfterSeconds { headers[.retryAfter] = String(seconds) }
        if let retry = problem.shouldRetry { headers[.shouldRetry] = retry ? "true" : "false" }
        // The errors of the other APIs have no member for the run, and a client that repeats the request has to know that it has ended.
        if form != .problem, let run = problem.run { headers[.run] = run }
        switch form {
        case .problem:
            return json(
                problem.jsonValue(requestID: requestID),
                status: .init(code: problem.status),
                contentType: form.mediaType,
                headers: headers
            )
        case .openAI, .responses:
            let document = OpenAIErrorDocument(problem, in: form == .responses ? .indexed : .dotted)
            return json(document.jsonValue, status: .init(code: document.status), headers: headers)
        case .anthropic:
            let document = AnthropicErrorDocument(problem)
            let body = document.jsonValue(requestID: requestID)
            return json(body, status: .init(code: document.status), headers: headers)
        case .rpc:
            return .rpc(RPCResponse(id: nil, RPCError(problem)), status: .init(code: problem.status), headers: headers)
        }
    }
}
