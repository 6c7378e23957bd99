import Accounts
import KeyVault
import Secrets

/// The tokens at the start: those from the settings, or new ones for each kind of client that has none.
struct FirstStartTokens: Sendable {
    /// The tokens created at a first start, or the file that holds them.
    enum Issued: Sendable {
        /// Tokens to print in the greeting; empty if none was missing.
        case shown([(kind: Principal.Kind, token: SecretString)])
        /// Tokens in a file.
        case written(path: String, kinds: [Principal.Kind])

        /// The new client token, if it is printed.
        var clientToken: SecretString? {
            guard case .shown(let tokens) = self else { return nil }
            return tokens.first { $0.kind == .client }?.token
        }
    }

    private let clients: Clients

    /// Registers the tokens from the settings.
    init(settings: Settings, clients: Clients) throws {
        self.clients = clients
        if let token = settings.clientToken { try clients.addPreset(token, name: "preset", kind: .client) }
        if let token = settings.adminToken { try clients.addPreset(token, name: "preset", kind: .admin) }
    }

    /// Creates a token of each kind that has none.
    ///
    /// - Parameter path: The file for the tokens; `nil` to return them for the greeting.
    func issueMissing(to path: String?) async throws -> Issued {
        // One process: the lease keeps others from issuing tokens between the check and the new ones.
        let kinds = [Principal.Kind.client, .admin].filter { clients.isEmpty($0) }
        guard let path, !kinds.isEmpty else {
            var tokens: [(Principal.Kind, SecretString)] = []
            for kind in kinds { tokens.append((kind, try await issue(kind))) }
            return .shown(tokens)
        }
        // The file is created before the first token, because a token that cannot be written would be lost.
        let file = try FirstTokensFile(path)
        for kind in kinds { try file.append(try await issue(kind), kind: kind.rawValue) }
        return .written(path: file.path, kinds: kinds)
    }

    private func issue(_ kind: Principal.Kind) async throws -> SecretString {
        // A client of an earlier start may still exist without being able to authenticate.
        let taken = Set(clients.list().map { $0.name.lowercased() })
        let name = "first \(kind.rawValue)"
        let names = [name] + (2...taken.count + 2).map { "\(name) \($0)" }
        let free = names.first { !taken.contains($0) } ?? name
        return try await clients.create(ClientDraft(name: free, scopes: kind.scopes), by: .torii).token
    }
}
