import AgentWire
import Glibc
import Secrets
import Storage

/// The file with the tokens of a first start, readable by its owner only.
///
/// Torii writes it and never reads it.
final class FirstTokensFile {
    /// The path of the file: the requested one, or one with a number if the requested one existed.
    let path: String
    private let descriptor: Int32

    private static let mostFiles = 100
    private static let heading = """
        # The tokens of Torii's first start. No other file has them in clear text.
        # Store them in a safe place, then delete this file. Torii does not read it.

        """

    /// Creates the file with its heading.
    ///
    /// An existing file is never overwritten, and a symbolic link never followed.
    ///
    /// - Throws: `StoreError` with the remedy.
    init(_ path: String) throws(StoreError) {
        for name in Self.names(path) {
            let descriptor = open(name, O_CREAT | O_EXCL | O_WRONLY | O_NOFOLLOW | O_CLOEXEC, 0o600)
            if descriptor < 0, errno == EEXIST { continue }
            guard descriptor >= 0 else { throw Self.failure(name, "created", errno) }
            self.path = name
            self.descriptor = descriptor
            try append(Self.heading)
            return
        }
        throw Self.failure(path, "created", EEXIST)
    }

    deinit { close(descriptor) }

    /// Writes a token and waits until it is on the disk.
    func append(_ token: SecretString, kind: String) throws(StoreError) {
        try append("\(kind) token: \(token.shown)\n")
    }

    private func append(_ text: String) throws(StoreError) {
        var text = text
        let isWritten = text.withUTF8 { bytes in
            write(descriptor, bytes.baseAddress, bytes.count) == bytes.count
        }
        guard isWritten, fsync(descriptor) == 0 else { throw Self.failure(path, "written", errno) }
    }

    /// Returns the paths of which the first that is free becomes the file's.
    static func names(_ path: String) -> [String] { [path] + (2...mostFiles).map { numbered(path, $0) } }

    /// Returns `first-tokens-2.txt` for `first-tokens.txt`.
    private static func numbered(_ path: String, _ number: Int) -> String {
        guard path.hasSuffix(".txt") else { return "\(path)-\(number)" }
        return "\(path.dropLast(4))-\(number).txt"
    }

    private static func failure(_ path: String, _ what: String, _ reason: Int32) -> StoreError {
        StoreError(
            .unavailable,
            "The file \(path) for the first tokens cannot be \(what): \(String(cString: strerror(reason))). "
                + "Check that its folder exists and that you may write to it, or set TORII_CLIENT_TOKEN and TORII_ADMIN_TOKEN."
        )
    }
}
