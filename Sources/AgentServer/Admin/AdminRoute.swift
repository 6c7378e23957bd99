import HTTPTypes

/// One thing that the admin interface can do, and where it is found.
struct AdminRoute: Sendable {
    /// The method.
    let method: HTTPRequest.Method
    /// The path below `/admin`, its places written as `:name`.
    let path: String
    /// The names that may stand in the query.
    let query: Set<String>
    /// Does it.
    let answer: @Sendable (AdminCall) async throws -> AdminReply

    /// Names a route.
    init(
        _ method: HTTPRequest.Method,
        _ path: String,
        query: Set<String> = [],
        answer: @escaping @Sendable (AdminCall) async throws -> AdminReply
    ) {
        self.method = method
        self.path = path
        self.query = query
        self.answer = answer
    }

    /// What stands in the places of the path; `nil` when this is not the route to a path.
    func parameters(in path: [String]) -> [String: String]? {
        let pattern = self.path.split(separator: "/")
        guard pattern.count == path.count else { return nil }
        var parameters: [String: String] = [:]
        for (part, value) in zip(pattern, path) {
            if part.first == ":" {
                parameters[String(part.dropFirst())] = value
            } else if part != value {
                return nil
            }
        }
        return parameters
    }
}
