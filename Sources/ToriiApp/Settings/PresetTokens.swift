import Secrets

/// The rules for the tokens that the operator sets: long enough not to be guessed, clean enough for a header, and not the same.
struct PresetTokens {
    /// The fewest bytes of a token.
    static let leastBytes = 32

    private static let advice = "make one with `openssl rand -base64 32`"

    let client: SecretString?
    let admin: SecretString?

    /// Looks at both tokens.
    ///
    /// - Throws: ``SettingsError`` that names the setting, and never the token.
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
            // A header field carries neither a space in a token nor a control character.
            guard bytes.allSatisfy({ (0x21...0x7E).contains($0) }) else {
                return "the token has a space, a control character or a character beyond ASCII in it; \(advice)"
            }
            guard bytes.count >= leastBytes else {
                return "the token has \(bytes.count) bytes, and fewer than \(leastBytes) can be guessed; \(advice)"
            }
            return nil
        }
    }
}
