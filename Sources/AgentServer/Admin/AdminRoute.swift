/// One thing that the admin interface can do, and where it is found.
package struct AdminRoute: Sendable {
    /// Where it is, and what it takes.
    let endpoint: Endpoint
    /// Does it.
    let answer: @Sendable (AdminCall) async throws -> AdminReply

    init(_ endpoint: Endpoint, answer: @escaping @Sendable (AdminCall) async throws -> AdminReply) {
        (self.endpoint, self.answer) = (endpoint, answer)
    }

    /// The values of the places in a path below `/admin`; `nil` for a path of another route.
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
