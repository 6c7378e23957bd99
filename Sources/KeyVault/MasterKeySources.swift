import FoundationEssentials
public import Secrets

/// The places where the master keys may be.
///
/// The first place that holds any gives the current key: the environment, the file that is set, the systemd credential, the file in
/// the data folder. Previous keys from the environment are added to whatever that place holds.
public struct MasterKeySources: Sendable {
    /// What `TORII_MASTER_KEY` holds: 32 bytes in base64.
    public var environment: SecretString?

    /// What `TORII_MASTER_KEY_PREVIOUS` holds: earlier keys, with commas or white space between.
    public var previous: SecretString?

    /// What `TORII_MASTER_KEY_FILE` names.
    public var file: String?

    /// The folder in which systemd puts a service's credentials (`CREDENTIALS_DIRECTORY`); the keys are in its `torii-master-key`.
    public var credentialsFolder: String?

    /// The file that is made at the first start when there is no key anywhere else.
    public var defaultFile: String

    /// Names the places.
    public init(
        environment: SecretString? = nil,
        previous: SecretString? = nil,
        file: String? = nil,
        credentialsFolder: String? = nil,
        defaultFile: String
    ) {
        self.environment = environment
        self.previous = previous
        self.file = file
        self.credentialsFolder = credentialsFolder
        self.defaultFile = defaultFile
    }

    /// Reads the keys.
    /// - Parameter creatingIfMissing: Whether a missing file is made, with a new random key and mode 0600. Only right while nothing is
    ///   sealed yet: ask ``KeyVault/isSealed(_:)`` first.
    public func load(creatingIfMissing: Bool) throws(KeyVaultError) -> MasterKeyRing {
        let keys = try first(creatingIfMissing: creatingIfMissing)
        return MasterKeyRing(keys[0], previous: Array(keys.dropFirst()) + (try previousKeys()))
    }

    /// The place that gives the current key, or that would give it, as the operator knows it.
    public var place: String {
        if let environment, !environment.isEmpty { return "TORII_MASTER_KEY" }
        if let credential, FileManager.default.fileExists(atPath: credential.path) { return credential.path }
        return file ?? defaultFile
    }

    private var credential: MasterKeyFile? {
        guard file == nil, let credentialsFolder else { return nil }
        return MasterKeyFile(path: credentialsFolder + "/torii-master-key", isCredential: true)
    }

    /// The keys of the first place that holds any; never empty.
    private func first(creatingIfMissing: Bool) throws(KeyVaultError) -> [MasterKey] {
        if let environment, !environment.isEmpty {
            return [
                try environment.withBytes { bytes throws(KeyVaultError) in
                    try MasterKey(base64: bytes, from: "TORII_MASTER_KEY")
                }
            ]
        }
        if let credential, let keys = try credential.read() { return keys }
        return try keys(in: MasterKeyFile(path: file ?? defaultFile), creatingIfMissing: creatingIfMissing)
    }

    private func keys(in file: MasterKeyFile, creatingIfMissing: Bool) throws(KeyVaultError) -> [MasterKey] {
        if let keys = try file.read() { return keys }
        guard creatingIfMissing else {
            throw KeyVaultError(
                .masterKeyMissing,
                "There is no master key in \(file.path), and a new one could not open what is sealed already. Put the file back from "
                    + "your backup, or set TORII_MASTER_KEY; nothing was changed."
            )
        }
        try file.create([.random()])
        // Another process may have been quicker; what is in the file now is what counts.
        guard let keys = try file.read() else {
            throw KeyVaultError(
                .masterKeyUnreadable,
                "The master key file \(file.path) was removed right after it was made."
            )
        }
        return keys
    }

    private func previousKeys() throws(KeyVaultError) -> [MasterKey] {
        guard let previous else { return [] }
        return try previous.withBytes { bytes throws(KeyVaultError) in
            var keys: [MasterKey] = []
            for part in bytes.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 <= 0x20 }) {
                keys.append(
                    try MasterKey(base64: UnsafeRawBufferPointer(rebasing: part), from: "TORII_MASTER_KEY_PREVIOUS")
                )
            }
            return keys
        }
    }
}
