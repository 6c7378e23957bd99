import KeyVault
import Secrets

/// Makes sure that someone can get in: the tokens that are set, or new ones where there are none yet.
struct FirstStartTokens: Sendable {
    private let clients: Clients

    /// Admits the tokens that are set.
    init(settings: Settings, clients: Clients) throws {
        self.clients = clients
        if let token = settings.clientToken { try clients.preset(token, name: "preset", kind: .client) }
        if let token = settings.adminToken { try clients.preset(token, name: "preset", kind: .admin) }
    }

    /// Makes a token of each kind of which there is none, to be shown this once.
    func issueMissing() async throws -> [(kind: Client.Kind, token: SecretString)] {
        var issued: [(Client.Kind, SecretString)] = []
        for kind in [Client.Kind.client, .admin] where clients.isEmpty(kind) {
            let draft = ClientDraft(name: "first start", scopes: kind.scopes)
            issued.append((kind, try await clients.create(draft, by: .torii).token))
        }
        return issued
    }
}
