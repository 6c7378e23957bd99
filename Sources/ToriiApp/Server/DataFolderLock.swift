import AgentServer
import Foundation
import Glibc
import Storage
import Synchronization
import Transport

/// One process's claim on a data folder: a locked file in it, in which a server says where its admin interface is found.
///
/// The vault and the clients are read at the start and after that changed by one process only. The system takes the lock back when
/// the process ends, however it ends.
final class DataFolderLock: Sendable {
    // One process: the lock keeps other processes off the data folder, and says where the one that has it is reached.
    private let path: String
    private let descriptor: Mutex<Int32?>

    /// Claims a folder, which is made where it is missing.
    ///
    /// - Throws: ``DataFolderBusy`` when another process has it.
    init(_ folder: String) throws {
        path = folder + "/torii.lock"
        try PrivateFile.makeFolder(folder)
        try PrivateFile.makeFile(path)
        let descriptor = open(path, O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            let reason = String(cString: strerror(errno))
            throw StoreError(.unavailable, "The file \(path) cannot be opened: \(reason). Check who owns it.")
        }
        self.descriptor = Mutex(descriptor)
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw DataFolderBusy(folder: folder, lock: descriptor) }
        try announce(nil)
    }

    deinit { release() }

    /// Says at which URL the process can be reached; `nil` while it cannot.
    func announce(_ url: String?) throws {
        let text = "\(getpid())\n" + (url.map { $0 + "\n" } ?? "")
        let isWritten = descriptor.withLock { descriptor in
            guard let descriptor, ftruncate(descriptor, 0) == 0 else { return false }
            return pwrite(descriptor, text, text.utf8.count, 0) == text.utf8.count
        }
        guard isWritten else {
            throw StoreError(.unavailable, "The file \(path) cannot be written. Check whether the disk is full.")
        }
    }

    /// Gives the folder back.
    func release() {
        descriptor.withLock { descriptor in
            if let descriptor {
                // Not only closed: a program that is just being started may hold a copy of the descriptor.
                _ = flock(descriptor, LOCK_UN)
                close(descriptor)
            }
            descriptor = nil
        }
    }
}

/// Another process works on the data folder.
struct DataFolderBusy: Error, CustomStringConvertible {
    /// The folder.
    let folder: String
    /// The other process's id; `nil` when it has not said it yet.
    let process: String?
    /// Where the other process's admin interface is; `nil` when it is no server, or not ready yet.
    let url: String?
    /// Whether only this user and root can have written the file.
    let isOwn: Bool

    /// Reads what the other process says of itself, from the file that it has locked.
    init(folder: String, lock: Int32) {
        self.folder = folder
        let lines = Self.text(in: lock).split(separator: "\n")
        process = lines.first.map(String.init)
        url = lines.dropFirst().first.map(String.init)
        isOwn = PrivateFile.isOwn(lock)
    }

    /// The file's beginning; a server writes less.
    private static func text(in lock: Int32) -> String {
        let bytes = [UInt8](unsafeUninitializedCapacity: 1024) { space, count in
            count = max(0, pread(lock, space.baseAddress, space.count, 0))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Where the admin token may be sent.
    ///
    /// Another user may have made the folder, and a process of theirs may hold the lock.
    ///
    /// - Throws: ``DataFolderBusy`` when there is no server to ask; ``SettingsError`` when the file is another user's, or names a host
    ///   that is not this machine.
    func trustedURL() throws -> String {
        guard let url else { throw self }
        let host = URL(string: url)?.host()?.trimmingCharacters(in: ["[", "]"]) ?? ""
        guard isOwn, Listener.isLoopback(host) || IPAddress(host)?.isOwn == true else {
            throw SettingsError(
                name: SettingName.dataDirectory.rawValue,
                message: "\(folder)/torii.lock says that the server is at \(url), and "
                    + (isOwn ? "that is not this machine" : "another user can have written it")
                    + ", so the admin token is not sent there; run the command as the user who runs the server, "
                    + "or set TORII_ADMIN_URL in the environment"
            )
        }
        return url
    }

    var description: String {
        let holder = process.map { "process \($0)" } ?? "another process"
        return "The data folder \(folder) is in use by \(holder)"
            + (url.map { ", the server at \($0)" } ?? "")
            + ". Stop it first, or choose another folder with TORII_DATA_DIR."
    }
}
