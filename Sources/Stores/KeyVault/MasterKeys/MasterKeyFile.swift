import Crypto
import FoundationEssentials
import Glibc
import PrivateFiles
import Secrets
import Storage

/// A file of master keys: one in base64 on each line, the current one first, with mode 0600.
///
/// Empty lines and lines that start with `#` are ignored.
struct MasterKeyFile {
    let path: String

    /// Whether systemd made the file.
    ///
    /// Its access list grants one service access, which the mode shows as a right of the group.
    var isCredential = false

    /// Returns the keys in the file, at least one; nil if there is no file.
    func read() throws(KeyVaultError) -> [MasterKey]? {
        // A pipe would wait for its writer before its kind can be checked.
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw unreadable("cannot be read: \(reason()). Check who owns it")
        }
        defer { close(descriptor) }
        try checkAccess(to: descriptor)
        // The buffer is larger than any list of master keys, so a file that fills it is a wrong one.
        var content = SecretBuffer(byteCount: 16 * 1024)
        let count = try content.withMutableBytes { buffer throws(KeyVaultError) in
            var count = 0
            while count < buffer.count {
                let length = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
                if length < 0 { throw unreadable("cannot be read: \(reason())") }
                if length == 0 { break }
                count += length
            }
            guard count < buffer.count else {
                throw unreadable("has \(buffer.count) bytes or more. Name the right file with TORII_MASTER_KEY_FILE")
            }
            return count
        }
        return try content.withBytes { bytes throws(KeyVaultError) in
            try keys(in: UnsafeRawBufferPointer(rebasing: bytes[..<count]))
        }
    }

    private func keys(in content: UnsafeRawBufferPointer) throws(KeyVaultError) -> [MasterKey] {
        var keys: [MasterKey] = []
        let lines = content.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        for (number, line) in lines.enumerated() {
            guard let first = line.first(where: { $0 > 0x20 }), first != UInt8(ascii: "#") else { continue }
            let source =
                number == 0 ? "The master key file \(path)" : "Line \(number + 1) of the master key file \(path)"
            keys.append(try MasterKey(base64: UnsafeRawBufferPointer(rebasing: line), from: source))
        }
        guard !keys.isEmpty else {
            throw KeyVaultError(
                .masterKeyMalformed,
                "The master key file \(path) is empty. Put it back from your backup; if nothing is sealed yet, fill it with "
                    + "`openssl rand -base64 32`."
            )
        }
        return keys
    }

    private func checkAccess(to descriptor: CInt) throws(KeyVaultError) {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            throw unreadable("is not a regular file. Remove it, or name another one with TORII_MASTER_KEY_FILE")
        }
        guard status.st_mode & (isCredential ? 0o027 : 0o077) == 0 else {
            throw KeyVaultError(
                .masterKeyExposed,
                "The master key file \(path) can be read by others (mode 0\(String(status.st_mode & 0o777, radix: 8))). Run "
                    + "`chmod 600 \(path)`; if others may have read it, rotate the keys it protects."
            )
        }
    }

    /// Writes keys to a file that does not exist yet, one on each line.
    ///
    /// If another process creates the file first, that file stays as it is.
    ///
    /// The keys are first written to a file with another name, which is then linked, so no process can read an incomplete key.
    func create(_ keys: [MasterKey]) throws(KeyVaultError) {
        do {
            try PrivateFile.makeFolder(PrivateFile.folder(of: path))
        } catch {
            throw KeyVaultError(.masterKeyUnreadable, error.message)
        }
        let draft = "\(path).\(UUID().uuidString)"
        let descriptor = open(draft, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw unreadable("cannot be created: \(reason())") }
        defer { unlink(draft) }
        let isWritten = keys.allSatisfy { key in
            key.key.withUnsafeBytes { bytes in
                let line = Base64.encodedLine(bytes)
                return line.withBytes { write(descriptor, $0.baseAddress, $0.count) == $0.count }
            }
        }
        let isComplete = isWritten && fsync(descriptor) == 0
        let failure = reason()
        close(descriptor)
        guard isComplete else { throw unreadable("cannot be written: \(failure)") }
        guard link(draft, path) == 0 || errno == EEXIST else { throw unreadable("cannot be created: \(reason())") }
    }

    private func reason() -> String { String(cString: strerror(errno)) }

    private func unreadable(_ predicate: String) -> KeyVaultError {
        KeyVaultError(.masterKeyUnreadable, "The master key file \(path) \(predicate).")
    }
}
