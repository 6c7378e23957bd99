import Transport

/// The credentials of the requests.
extension HTTPChannel {
    /// Returns the credentials for the next request.
    func credentials() async throws -> MCPCredentials {
        do {
            return try await authorizer.credentials(for: url)
        } catch {
            throw try failure(of: error)
        }
    }

    /// Reports a refusal of credentials, and returns whether others may be accepted.
    func isNewlyAuthorized(_ refusal: MCPRefusal, _ credentials: MCPCredentials) async throws -> Bool {
        do {
            return try await authorizer.refused(refusal, of: credentials)
        } catch {
            throw try failure(of: error)
        }
    }

    private func failure(of error: any Error) throws -> MCPFailure {
        try Task.checkCancellation()
        if let failure = error as? MCPFailure { return failure }
        return MCPFailure(.unauthorized, of: server, "there are no credentials for it: \(error)")
    }

    /// Returns the error for a refusal that no other credentials can change.
    func unauthorized(_ status: Int) -> MCPFailure {
        switch status {
        case 429: MCPFailure(.status(429), of: server, "it allows no more requests at the moment")
        case 402: MCPFailure(.unauthorized, of: server, "the credit of its key is used up")
        default:
            MCPFailure(
                .unauthorized,
                of: server,
                "it refused the credentials with the HTTP status \(status); check its keys or authorize Torii again"
            )
        }
    }
}

extension MCPRefusal {
    /// Reads the refusal of a response.
    init(url: String, _ response: HTTPResponse) {
        self.init(
            url: url,
            status: response.status,
            challenges: response.headers.values(of: "WWW-Authenticate").prefix(8).filter { $0.utf8.count <= 8192 },
            retryAfter: response.headers["Retry-After"].flatMap { Int($0) }.flatMap { $0 >= 0 ? min($0, 86_400) : nil }
        )
    }
}
