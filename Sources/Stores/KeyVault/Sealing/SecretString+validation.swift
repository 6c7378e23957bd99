import Secrets

extension SecretString {
    /// Throws if the text cannot be a key, usually because other characters were pasted with it.
    package func validateAsKey() throws(KeyVaultError) {
        guard !isEmpty else {
            throw KeyVaultError(.invalidSecret, "The key is empty. Paste it again.")
        }
        let isClean = withBytes { bytes in
            bytes.first != 0x20 && bytes.last != 0x20 && bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F }
        }
        guard isClean else {
            throw KeyVaultError(
                .invalidSecret,
                "The key starts or ends with a space, or holds a line break or another control character. Paste it again without them."
            )
        }
    }

    /// The last four characters of a key of at least twelve; nil for a shorter key, and if one of the four is not plain ASCII.
    package var lastFour: String? {
        withBytes { bytes in
            let end = bytes.suffix(4)
            guard bytes.count >= 12, end.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            return String(decoding: end, as: UTF8.self)
        }
    }
}
