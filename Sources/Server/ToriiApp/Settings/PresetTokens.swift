import Secrets

/// The rules for tokens that the operator sets: too long to guess, valid in a header, and different from each other.
struct PresetTokens {
    /// The minimum length of a token, in bytes.
    static let leastBytes = 32

    private static let advice = "create one with `openssl rand -base64 32`"

    let client: SecretString?
    let admin: SecretString?

    /// Checks both tokens.
    ///
    /// - Throws: ``SettingsError`` with the name of the setting, never the token.
    func check() throws(SettingsError) {
        for (name, token) in [(SettingName.clientToken, client), (.adminToken, admin)] {
            guard let token, let fault = Self.fault(in: token) else { continue }
            throw SettingsError(name: name.rawValue, message: fault)
        }
        guard let client, let admin, client == admin else { return }
        throw SettingsError(
            name: SettingName.adminToken.rawValue,
            message:
                "it is the same as \(SettingName.clientToken.rawValue), so every client would be an administrator; "
                + Self.advice
        )
    }

    private static func fault(in token: SecretString) -> String? {
        token.withBytes { bytes in
            // A token in a header field can contain neither a space nor a control character.
            guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return "the token contains a space, a control character or a character outside ASCII; \(advice)"
            }
            guard bytes.count >= leastBytes else {
                return
                    "the token has \(bytes.count) bytes, but needs at least \(leastBytes) to be safe from guessing; \(advice)"
            }
            return nil
        }
    }
}
