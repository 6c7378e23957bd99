import Crypto
import FoundationEssentials
import Glibc
import Storage

/// The file that holds the master key: one line of base64, mode 0600.
struct MasterKeyFile {
    let path: String

    /// The key in the file; nil when there is no file.
    func read() throws(KeyVaultError) -> MasterKey? {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw unreadable("cannot be read: \(reason()). Check who owns it")
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable("is not a file. Remove it, or name another one with TORII_MASTER_KEY_FILE")
        }
        guard status.st_mode & 0o077 == 0 else {
            throw KeyVaultError(
                .masterKeyExposed,
                "The master key file \(path) may be read by others (mode 0\(String(status.st_mode & 0o777, radix: 8))). Run "
                    + "`chmod 600 \(path)`; if others may have read it, rotate the keys it protects."
            )
        }
        // Longer than any master key, so that a wrong file is recognised without reading all of it.
        var content = [UInt8](repeating: 0, count: 512)
        defer { content.wipe() }
        var count = 0
        while count < content.count {
            let length = content.withUnsafeMutableBytes { buffer in
                Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
            }
            if length < 0 { throw unreadable("cannot be read: \(reason())") }
            if length == 0 { break }
            count += length
        }
        return try MasterKey(base64: content[..<count], from: "The master key file \(path)")
    }

    /// Writes a key to a file that does not exist yet.
    ///
    /// A file that appears meanwhile is left as it is.
    ///
    /// The key is written whole under another name first and then linked, so that nobody ever reads half a key.
    func create(_ key: MasterKey) throws(KeyVaultError) {
        do {
            try PrivateFile.makeFolder(PrivateFile.folder(of: path))
        } catch {
            throw KeyVaultError(.masterKeyUnreadable, error.message)
        }
        let draft = "\(path).\(UUID().uuidString)"
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unreadable("cannot be made: \(reason())") }
        defer { unlink(draft) }
        var line = key.key.withUnsafeBytes { Data($0).base64EncodedData() } + [0x0A]
        defer { line.wipe() }
        let written = line.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
        let isComplete = written == line.count && fsync(descriptor) == 0
        let failure = reason()
        close(descriptor)
        guard isComplete else { throw unreadable("cannot be written: \(failure)") }
        guard link(draft, path) == 0 || errno == EEXIST else { throw unreadable("cannot be made: \(reason())") }
    }

    private func reason() -> String { String(cString: strerror(errno)) }

    private func unreadable(_ predicate: String) -> KeyVaultError {
        KeyVaultError(.masterKeyUnreadable, "The master key file \(path) \(predicate).")
    }
}
