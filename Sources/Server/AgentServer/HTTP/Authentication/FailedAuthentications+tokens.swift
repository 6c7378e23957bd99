import Accounts
import Transport

extension FailedAuthentications {
    /// Returns the result of authenticating a token that another process or an issuer may have issued.
    ///
    /// - Parameter obstacle: Asked about a user that would be new.
    /// - Throws: The error of the admission of a user that a genuine token names.
    func authenticate(
        _ presented: String,
        by clients: Clients,
        from address: IPAddress?,
        obstacle: @escaping Users.Obstacle
    ) async throws -> Authentication {
        if let result = try await clients.authenticate(signed: presented, obstacle: obstacle) { return result }
        let result = clients.authenticate(presented)
        guard result.client == nil, allowsLook(for: address) else { return result }
        return await clients.authenticateAgain(presented)
    }
}
