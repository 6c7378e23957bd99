import FoundationEssentials
public import Secrets

/// The places that may hold the master keys.
///
/// The first place that holds a key determines the current key. The order is the environment, the configured file, the systemd
/// credential, and the file in the data folder. Previous keys from the environment are added in each case.
public struct MasterKeySources: Sendable {
    /// The value of `TORII_MASTER_KEY`: 32 bytes in base64.
    public var environment: SecretString?

    /// The value of `TORII_MASTER_KEY_PREVIOUS`: earlier keys, separated by commas or white space.
    public var previous: SecretString?

    /// The path in `TORII_MASTER_KEY_FILE`.
    public var file: String?

    /// The folder of a service's systemd credentials (`CREDENTIALS_DIRECTORY`); its file `torii-master-key` holds the keys.
    public var credentialsFolder: String?

    /// The path of the file that is created at the first start if no place holds a key.
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
    /// - Parameter creatingIfMissing: Whether a missing file is created, with a new random key and mode 0600. This is right only
    ///   while the store holds no sealed records: check ``KeyVault/isSealed(_:)`` first.
    public func load(creatingIfMissing: Bool) throws(KeyVaultError) -> MasterKeyRing {
        let keys = try first(creatingIfMissing: creatingIfMissing)
        return MasterKeyRing(keys[0], previous: Array(keys.dropFirst()) + (try previousKeys()))
    }

    /// The name, in texts for the operator, of the place that holds the current key or would hold it.
    public var place: String {
        if let environment, !environment.isEmpty { return "TORII_MASTER_KEY" }
        if let credential, FileManager.default.fileExists(atPath: credential.path) { return credential.path }
        return file ?? defaultFile
    }

    private var credential: MasterKeyFile? {
        guard file == nil, let credentialsFolder else { return nil }
        return MasterKeyFile(path: credentialsFolder + "/torii-master-key", isCredential: true)
    }

    /// Returns the keys of the first place that holds any; never empty.
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
                "There is no master key in \(file.path), and a new one cannot open the existing sealed records. Put the file back from "
                    + "your backup, or set TORII_MASTER_KEY; nothing was changed."
            )
        }
        try file.create([.random()])
        // Another process may have created the file first, so the keys are read back from it.
        guard let keys = try file.read() else {
            throw KeyVaultError(
                .masterKeyUnreadable,
                "The master key file \(file.path) was removed right after it was created."
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
