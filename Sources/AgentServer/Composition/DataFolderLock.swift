import Foundation
import Glibc
import Storage
import Synchronization

/// One process's claim on a data folder: a locked file in it, in which a server says where its admin interface is found.
///
/// The vault and the clients are read at the start and after that changed by one process only. The system takes the lock back when
/// the process ends, however it ends.
final class DataFolderLock: Sendable {
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
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw DataFolderBusy(folder: folder, lockFile: path) }
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

    /// Reads what the other process says of itself.
    init(folder: String, lockFile: String) {
        self.folder = folder
        let lines = (try? String(contentsOfFile: lockFile, encoding: .utf8))?.split(separator: "\n") ?? []
        process = lines.first.map(String.init)
        url = lines.dropFirst().first.map(String.init)
    }

    var description: String {
        let holder = process.map { "process \($0)" } ?? "another process"
        return "The data folder \(folder) is in use by \(holder)"
            + (url.map { ", the server at \($0)" } ?? "")
            + ". Stop it first, or choose another folder with TORII_DATA_DIR."
    }
}
