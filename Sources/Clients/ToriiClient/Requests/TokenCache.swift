import Secrets

/// The token of a service, requested from its provider once and again after the server refused it.
actor TokenCache {
    private let provider: ToriiService.TokenProvider
    private var token: SecretString?
    /// The request to the provider that is under way, which all callers share.
    private var request: Task<SecretString, any Error>?

    init(_ provider: @escaping ToriiService.TokenProvider) { self.provider = provider }

    /// Returns the token, or the error of the provider; ``RunReader/step()`` has the reason for not throwing it.
    func result(after refused: SecretString? = nil) async -> Result<SecretString, any Error> {
        do { return .success(try await token(after: refused)) } catch { return .failure(error) }
    }

    /// Returns the token; of a refused one, its replacement.
    ///
    /// - Parameter refused: The token that the server refused; `nil` for none.
    /// - Throws: The error of the provider.
    func token(after refused: SecretString? = nil) async throws -> SecretString {
        if let token, token != refused { return token }
        token = nil
        if let request { return try await request.value }
        // Apart from the caller's task, because other callers wait for the same token when the first one is canceled.
        let request = Task { [provider] in try await provider() }
        self.request = request
        defer { self.request = nil }
        let token = try await request.value
        self.token = token
        return token
    }
}
