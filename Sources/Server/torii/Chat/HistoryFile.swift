import Foundation
import Glibc
import TerminalChat

/// The file of typed messages, readable by its owner only: `torii/chat-history` in the folder for state of the XDG specification.
///
/// It has only messages, one JSON string a line. Chats that run at the same time append to it.
struct HistoryFile: Sendable {
    private static let mostBytes = 8 << 20

    private let path: String

    /// Finds the file; `nil` if the environment names no folder for it.
    init?(_ environment: [String: String]) {
        let folder: String
        if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") {
            folder = state
        } else if let home = environment["HOME"], home.hasPrefix("/") {
            folder = home + "/.local/state"
        } else {
            return nil
        }
        path = folder + "/torii/chat-history"
    }

    /// Reads the messages, and shortens a file that has many more than are kept.
    func load() -> MessageHistory {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard descriptor >= 0 else { return MessageHistory() }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let data = try? handle.read(upToCount: Self.mostBytes) else { return MessageHistory() }
        let history = MessageHistory(file: String(decoding: data, as: UTF8.self))
        let lines = data.reduce(0) { $0 + ($1 == UInt8(ascii: "\n") ? 1 : 0) }
        if lines > 2 * MessageHistory.limit || data.count == Self.mostBytes { replace(with: history.file) }
        return history
    }

    /// Appends a message; a failure only loses the message from the history.
    func append(_ message: String) {
        makeFolder()
        let descriptor = open(path, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        defer { close(descriptor) }
        // An earlier file may be readable by others.
        fchmod(descriptor, 0o600)
        write(MessageHistory.line(of: message), to: descriptor)
    }

    private func replace(with text: String) {
        let temporary = "\(path).\(getpid())"
        let descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return }
        write(text, to: descriptor)
        close(descriptor)
        if rename(temporary, path) != 0 { unlink(temporary) }
    }

    private func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return }
            bytes = bytes.dropFirst(count)
        }
    }

    private func makeFolder() {
        let folder = (path as NSString).deletingLastPathComponent
        guard !FileManager.default.fileExists(atPath: folder) else { return }
        try? FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true,
            attributes: [.posixPermissions: 0o700]
        )
    }
}
