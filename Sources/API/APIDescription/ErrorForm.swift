package import AgentWire

/// The form of a dialect's error responses.
package enum ErrorForm: Sendable, Hashable {
    /// A problem document (RFC 9457).
    case problem
    /// OpenAI's error object.
    case openAI
    /// OpenAI's error object, with the notation of Responses for a field's place.
    case responses
    /// Anthropic's error object.
    case anthropic
    /// An error response of JSON-RPC.
    case rpc

    /// The endpoints of the dialect, for a client that has named a path that does not exist; `nil` for problem documents.
    package var offeredRoutes: String? {
        guard self == .openAI || self == .anthropic else { return nil }
        let forms: [ErrorForm] = self == .anthropic ? [.anthropic] : [.openAI, .responses]
        return Endpoint.all.filter { $0.pathParameters.isEmpty && !$0.errorForms.allSatisfy { !forms.contains($0) } }
            .map { "\($0.method) \($0.path)" }.joined(separator: ", ")
    }

    /// The media type of an error's body.
    package var mediaType: String {
        switch self {
        case .problem: "application/problem+json"
        case .openAI, .responses, .anthropic, .rpc: "application/json"
        }
    }

    /// The schema of an error's body.
    var schema: WireSchema {
        switch self {
        case .problem: .named("Problem")
        case .openAI, .responses: .named("OpenAIError")
        case .anthropic: .named("AnthropicError")
        case .rpc: .named("RPCErrorResponse")
        }
    }

    /// Returns the HTTP status of a type of problem.
    package func status(of kind: Problem.Kind) -> Int {
        switch self {
        case .problem, .rpc: kind.status
        case .openAI, .responses: OpenAIErrorDocument(Problem(kind, detail: "")).status
        case .anthropic: AnthropicErrorDocument(Problem(kind, detail: "")).status
        }
    }
}
