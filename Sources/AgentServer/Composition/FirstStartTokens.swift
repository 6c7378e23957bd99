import KeyVault
import Secrets

/// Makes sure that someone can get in: the tokens that are set, or new ones when there are none yet.
struct FirstStartTokens {
    /// The tokens made just now, to be shown this once.
    let issued: [(kind: Client.Kind, token: SecretString)]

    init(settings: Settings, tokens: ClientTokens) async throws {
        var issued: [(Client.Kind, SecretString)] = []
        for (kind, preset) in [(Client.Kind.client, settings.clientToken), (.admin, settings.adminToken)] {
            if let preset {
                try tokens.preset(preset, name: "preset", kind: kind)
            } else if tokens.isEmpty(kind) {
                issued.append((kind, try await tokens.issue("first start", kind: kind)))
            }
        }
        self.issued = issued
    }
}
