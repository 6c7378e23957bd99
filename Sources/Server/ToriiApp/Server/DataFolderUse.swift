import Foundation
import Glibc
import PrivateFiles
import Storage
import Synchronization

/// The use of a locked data folder by a command, which leaves no new folder behind if it fails.
final class DataFolderUse: Sendable {
    let lock: DataFolderLock
    private let isKept = Mutex(false)

    private init(_ lock: DataFolderLock) { self.lock = lock }

    /// Keeps the folder from now on, also if the command fails later.
    func keep() { isKept.withLock { $0 = true } }

    /// Locks the data folder while `body` works.
    ///
    /// If `body` fails before it keeps the folder, and the folder had no database, everything new in it is removed.
    ///
    /// - Throws: ``DataFolderBusy`` if another process uses the folder.
    static func with<Result>(
        _ settings: Settings,
        _ body: (DataFolderUse) async throws -> Result
    ) async throws -> Result {
        let former = FormerFolder(settings.dataDirectory)
        let lock: DataFolderLock
        do { lock = try DataFolderLock(settings.dataDirectory) } catch {
            former.removeMissingFolders()
            throw error
        }
        defer { lock.release() }
        // One process: from here on no other process makes a database in the folder.
        let hadDatabase = settings.storeKind.exists
        let use = DataFolderUse(lock)
        do { return try await body(use) } catch {
            if !hadDatabase, !use.isKept.withLock(\.self) { former.restore() }
            throw error
        }
    }
}

/// The names in a folder before a command used it.
private struct FormerFolder {
    private let folder: String
    private let names: Set<String>
    /// The folder and the ones above it that were missing, from the inside.
    private let missing: [String]

    init(_ folder: String) {
        self.folder = folder
        names = Set((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
        var missing: [String] = []
        var path = folder
        while !path.isEmpty, path != ".", path != "/", access(path, F_OK) != 0 {
            missing.append(path)
            path = PrivateFile.folder(of: path)
        }
        self.missing = missing
    }

    /// The names of everything that Torii makes in a data folder, besides the file of first tokens.
    private static let own = [
        "chat.log", "journal", "master.key", "restore.partial", "torii.lock", "torii.sqlite", "torii.sqlite-journal",
        "torii.sqlite-shm", "torii.sqlite-wal",
    ]

    /// Removes Torii's new files, and the folders that were missing.
    ///
    /// Other programs may write into the same folder.
    func restore() {
        let tokens = FirstTokensFile.names("first-tokens.txt").first { !names.contains($0) }
        for name in Self.own + [tokens].compactMap(\.self) where !names.contains(name) {
            try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
        }
        removeMissingFolders()
    }

    /// Removes the folders that were missing, if they are empty.
    func removeMissingFolders() { for path in missing { rmdir(path) } }
}
