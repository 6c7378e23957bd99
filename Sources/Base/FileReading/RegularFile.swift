import Glibc

/// A reader of whole files that settings and options name.
///
/// It reads regular files only, because opening a pipe waits for its writer, perhaps without end. The exception is a file that a person
/// names for one command.
package enum RegularFile {
    /// The reason why a file is not read, as the end of a sentence about the file, with the remedy.
    package enum Fault: Error, Sendable, Equatable, CustomStringConvertible {
        case missing
        case unreadable(String)
        case notRegular
        case tooLong(limit: Int)
        case notText

        package var description: String {
            switch self {
            case .missing: "is missing; check its path"
            case .unreadable(let reason): "cannot be read: \(reason); check its owner and permissions"
            case .notRegular: "is a folder, a pipe or a device; name a regular file"
            case .tooLong(let limit): "has more than \(limit) bytes; shorten it"
            case .notText: "is not UTF-8; save it in that encoding"
            }
        }
    }

    /// Returns the content of a file.
    ///
    /// - Parameters:
    ///   - limit: The maximum number of bytes.
    ///   - isPipeRead: Whether a pipe and a device are read too.
    /// - Throws: ``Fault``; also for a longer file, of which nothing is cut.
    package static func bytes(
        of path: String,
        upTo limit: Int,
        isPipeRead: Bool = false
    ) throws(Fault) -> [UInt8] {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | (isPipeRead ? 0 : O_NONBLOCK))
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unreadable(String(cString: strerror(errno))) }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .notRegular }
        let kinds = isPipeRead ? [S_IFREG, S_IFIFO, S_IFCHR] : [S_IFREG]
        guard kinds.contains(status.st_mode & S_IFMT) else { throw .notRegular }
        guard status.st_mode & S_IFMT != S_IFREG || status.st_size <= limit else { throw .tooLong(limit: limit) }
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 64 << 10)
        // The file may grow, so its bytes are counted as they are read.
        while bytes.count <= limit {
            let count = chunk.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .unreadable(String(cString: strerror(errno))) }
            if count == 0 { return bytes }
            bytes += chunk[..<count]
        }
        throw .tooLong(limit: limit)
    }

    /// Returns the text of a file in UTF-8.
    ///
    /// - Throws: As ``bytes(of:upTo:isPipeRead:)``, and ``Fault/notText``.
    package static func text(of path: String, upTo limit: Int, isPipeRead: Bool = false) throws(Fault) -> String {
        let bytes = try bytes(of: path, upTo: limit, isPipeRead: isPipeRead)
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .notText }
        return text
    }
}
