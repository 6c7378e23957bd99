import AgentServer
import Foundation
import Glibc
import PrivateFiles
import Storage
import Synchronization
import Transport

/// The lease of the store in a data folder: a locked file in it, in which a server publishes the URL of its admin interface.
///
/// A server reads the vault and the clients once at its start, so only one process may change them. The system releases the lock when the
/// process ends, even after a crash.
final class DataFolderLock: StoreLease {
    /// The process that has the lock.
    let worker: Worker
    /// True, because the lock keeps every other process off the folder.
    var isExclusive: Bool { true }
    private let path: String
    private let descriptor: Mutex<Int32?>

    /// Locks a folder, and creates it if it is missing.
    ///
    /// - Throws: ``DataFolderBusy`` if another process holds the lock.
    init(_ folder: String) throws {
        worker = .starting()
        path = Self.path(in: folder)
        descriptor = Mutex(try Self.locked(path, in: folder))
        try publish(nil)
    }

    private static func locked(_ path: String, in folder: String) throws -> Int32 {
        while true {
            try PrivateFile.makeFolder(folder)
            try PrivateFile.makeFile(path)
            let descriptor = open(path, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else {
                let reason = String(cString: strerror(errno))
                throw StoreError(
                    .unavailable,
                    "The file \(path) cannot be opened: \(reason). Check its owner and permissions."
                )
            }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
                defer { close(descriptor) }
                throw DataFolderBusy(folder: folder, lock: descriptor)
            }
            // A command that failed may have removed its new folder after this file was opened.
            var (own, named) = (stat(), stat())
            if fstat(descriptor, &own) == 0, stat(path, &named) == 0, own.st_ino == named.st_ino { return descriptor }
            close(descriptor)
        }
    }

    deinit { release() }

    private static func path(in folder: String) -> String { folder + "/torii.lock" }

    /// Whether a process has ever locked a folder.
    static func exists(in folder: String) -> Bool { FileManager.default.fileExists(atPath: path(in: folder)) }

    /// Publishes the URLs of the admin interface and of the interface for clients; `nil` while there are none.
    func publish(_ urls: (admin: String, clients: String)?) throws {
        let text = "\(getpid())\n" + (urls.map { "\($0.admin)\n\($0.clients)\n" } ?? "")
        let isWritten = descriptor.withLock { descriptor in
            guard let descriptor, ftruncate(descriptor, 0) == 0 else { return false }
            return pwrite(descriptor, text, text.utf8.count, 0) == text.utf8.count
        }
        guard isWritten else {
            throw StoreError(.unavailable, "The file \(path) cannot be written. Check whether the disk is full.")
        }
    }

    /// Releases the lock.
    func release() {
        descriptor.withLock { descriptor in
            if let descriptor {
                // Closing is not enough, because a program that is just being started may have a copy of the descriptor.
                _ = flock(descriptor, LOCK_UN)
                close(descriptor)
            }
            descriptor = nil
        }
    }
}

/// An error: another process uses the data folder.
struct DataFolderBusy: Error, CustomStringConvertible {
    /// The folder.
    let folder: String
    /// The other process's id; `nil` if it has not written it yet.
    let process: String?
    /// The URL of the other process's admin interface; `nil` if it is no server, or not ready yet.
    let url: String?
    /// The URL of the other process's interface for clients; `nil` if it is no server, or not ready yet.
    let clientURL: String?
    /// Whether only this user and root can have written the lock file.
    let isOwn: Bool

    /// Reads the other process's id and URL from the file that it has locked.
    init(folder: String, lock: Int32) {
        self.folder = folder
        let lines = Self.text(in: lock).split(separator: "\n")
        process = lines.first.map(String.init)
        url = lines.dropFirst().first.map(String.init)
        clientURL = lines.dropFirst(2).first.map(String.init)
        isOwn = PrivateFile.isOwn(lock)
    }

    /// Returns the start of the file.
    ///
    /// A server writes less than this.
    private static func text(in lock: Int32) -> String {
        let bytes = [UInt8](unsafeUninitializedCapacity: 1024) { space, count in
            count = max(0, pread(lock, space.baseAddress, space.count, 0))
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Returns the URL to which the admin token may be sent.
    ///
    /// Another user may have created the folder, and that user's process may hold the lock.
    ///
    /// - Throws: ``DataFolderBusy`` if there is no server; ``SettingsError`` if the file belongs to another user or names a host that is
    ///   not
    ///   this machine.
    func trustedURL() throws -> String { try trusted(url, token: "admin token", alternative: "TORII_ADMIN_URL") }

    /// Returns the URL to which a client's token may be sent.
    ///
    /// - Throws: As ``trustedURL()``.
    func trustedClientURL() throws -> String { try trusted(clientURL, token: "token", alternative: "TORII_URL") }

    private func trusted(_ url: String?, token: String, alternative: String) throws -> String {
        guard let url else { throw self }
        let host = URL(string: url)?.host()?.trimmingCharacters(in: ["[", "]"]) ?? ""
        guard isOwn, Listener.isLoopback(host) || IPAddress(host)?.isOwn == true else {
            throw SettingsError(
                name: SettingName.dataDirectory.rawValue,
                message: "\(folder)/torii.lock names \(url) as the server's address, but "
                    + (isOwn ? "that is not this machine" : "another user can have written that file")
                    + ", so the \(token) was not sent; run the command as the user that runs the server, "
                    + "or set \(alternative) in the environment"
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
