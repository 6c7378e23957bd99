import KeyVault
import Secrets

/// Makes sure that someone can get in: the tokens that are set, or new ones where there are none yet.
struct FirstStartTokens: Sendable {
    private let tokens: ClientTokens

    /// Admits the tokens that are set.
    init(settings: Settings, tokens: ClientTokens) throws {
        self.tokens = tokens
        if let token = settings.clientToken { try tokens.preset(token, name: "preset", kind: .client) }
        if let token = settings.adminToken { try tokens.preset(token, name: "preset", kind: .admin) }
    }

    /// Makes a token of each kind of which there is none, to be shown this once.
    func issueMissing() async throws -> [(kind: Client.Kind, token: SecretString)] {
        var issued: [(Client.Kind, SecretString)] = []
        for kind in [Client.Kind.client, .admin] where tokens.isEmpty(kind) {
            issued.append((kind, try await tokens.issue("first start", kind: kind)))
        }
        return issued
    }
}
