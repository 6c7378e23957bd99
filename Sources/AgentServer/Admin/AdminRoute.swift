/// An operation of the admin interface and its endpoint.
package struct AdminRoute: Sendable {
    /// The path, the method, the query and the body.
    let endpoint: Endpoint
    /// Performs the operation.
    let answer: @Sendable (AdminCall) async throws -> AdminReply

    init(_ endpoint: Endpoint, answer: @escaping @Sendable (AdminCall) async throws -> AdminReply) {
        (self.endpoint, self.answer) = (endpoint, answer)
    }

    /// Returns the values of the parameters in a path below `/admin`; `nil` for a path of another route.
    func parameters(in path: [String]) -> [String: String]? {
        let pattern = endpoint.path.split(separator: "/").dropFirst()
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
