import Accounts
import KeyVault
import Secrets

/// Makes sure that someone can get in: the tokens that are set, or new ones where there are none yet.
struct FirstStartTokens: Sendable {
    /// The tokens of a first start, and where their operator finds them.
    enum Issued: Sendable {
        /// To be shown in the greeting; empty when none was missing.
        case shown([(kind: Client.Kind, token: SecretString)])
        /// Written to a file.
        case written(path: String, kinds: [Client.Kind])

        /// The client token, if it is to be shown.
        var clientToken: SecretString? {
            guard case .shown(let tokens) = self else { return nil }
            return tokens.first { $0.kind == .client }?.token
        }
    }

    private let clients: Clients

    /// Admits the tokens that are set.
    init(settings: Settings, clients: Clients) throws {
        self.clients = clients
        if let token = settings.clientToken { try clients.addPreset(token, name: "preset", kind: .client) }
        if let token = settings.adminToken { try clients.addPreset(token, name: "preset", kind: .admin) }
    }

    /// Makes a token of each kind of which there is none.
    ///
    /// - Parameter path: The file to write them to; `nil` to hand them back for the greeting.
    func issueMissing(to path: String?) async throws -> Issued {
        // One process: between the check and the new tokens, no other process issues any.
        let kinds = [Client.Kind.client, .admin].filter { clients.isEmpty($0) }
        guard let path, !kinds.isEmpty else {
            var tokens: [(Client.Kind, SecretString)] = []
            for kind in kinds { tokens.append((kind, try await issue(kind))) }
            return .shown(tokens)
        }
        // Before the first token is made: one that cannot be written down would be lost.
        let file = try FirstTokensFile(path)
        for kind in kinds { try file.append(try await issue(kind), kind: kind.rawValue) }
        return .written(path: file.path, kinds: kinds)
    }

    private func issue(_ kind: Client.Kind) async throws -> SecretString {
        // One of an earlier start may be there yet, and not be let in any more.
        let taken = Set(clients.list().map { $0.name.lowercased() })
        let name = "first \(kind.rawValue)"
        let names = [name] + (2...taken.count + 2).map { "\(name) \($0)" }
        let free = names.first { !taken.contains($0) } ?? name
        return try await clients.create(ClientDraft(name: free, scopes: kind.scopes), by: .torii).token
    }
}
