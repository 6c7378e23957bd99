import Secrets

extension SecretString {
    /// Refuses text that cannot be a key, which mostly means that it was pasted with something around it.
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
                "The key has spaces around it, or a line break or another control character in it. Paste it again without them."
            )
        }
    }

    /// The last four characters of a key of at least twelve; nil for a shorter one, and for one that does not end in plain ASCII.
    package var lastFour: String? {
        withBytes { bytes in
            let end = bytes.suffix(4)
            guard bytes.count >= 12, end.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
            return String(decoding: end, as: UTF8.self)
        }
    }
}
