import Accounts
import Transport

extension FailedAuthentications {
    /// Returns the result of authenticating a token that another process may have issued.
    func authenticate(_ presented: String, by clients: Clients, from address: IPAddress?) async -> Authentication {
        let result = clients.authenticate(presented)
        guard result.client == nil, allowsLook(for: address) else { return result }
        return await clients.authenticateAgain(presented)
    }
}
