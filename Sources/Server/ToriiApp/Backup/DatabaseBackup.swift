import Foundation
import Glibc
import KeyVault
import PrivateFiles
import Storage
import StorageSQLite

/// A consistent copy of a data folder's database.
///
/// The server may continue to write during the copy. The database contains everything that must be consistent: conversations, runs, sealed
/// keys, clients and the audit chain. The event journal only bridges the second until events are persisted, and the master key is kept
/// apart on purpose.
public struct DatabaseBackup: Sendable {
    private let settings: Settings

    /// Creates a backup with the settings of the server.
    public init(settings: Settings) { self.settings = settings }

    /// Returns the path for the master keys of a backup.
    static func masterKeyPath(of backup: String) -> String { backup + ".master-key" }

    /// Writes a backup.
    ///
    /// The file has its final name only after it is complete and on the disk.
    ///
    /// - Parameters:
    ///   - path: The path of the backup.
    ///   - isReplacing: Whether to replace an existing file.
    ///   - withMasterKey: Whether to write the master keys to a file beside the backup.
    /// - Throws: `StoreError` or `KeyVaultError`; an existing file is then unchanged.
    public func write(to path: String, isReplacing: Bool, withMasterKey: Bool) async throws -> BackupReport {
        let source = DatabaseFile(settings.databasePath)
        guard FileManager.default.fileExists(atPath: source.path) else {
            throw StoreError(
                .unavailable,
                "There is no database \(URL(fileURLWithPath: source.path).path). Name the data folder with --data-dir or TORII_DATA_DIR."
            )
        }
        let keyPath = withMasterKey ? Self.masterKeyPath(of: path) : nil
        for target in [path, keyPath].compactMap(\.self) {
            try BackupTarget(
                path: target,
                dataFolder: settings.dataDirectory,
                masterKeyPlace: settings.masterKeySources.place
            ).check(isReplacing: isReplacing)
        }
        let suffix = ".partial-\(UUID().uuidString.prefix(8).lowercased())"
        let partial = path + suffix
        try await source.copy(to: partial)
        defer { unlink(partial) }
        let copy = DatabaseFile(partial)
        try await copy.check()
        let contents = try await copy.contents()
        let partialKey = keyPath.map { $0 + suffix }
        defer { if let partialKey { unlink(partialKey) } }
        if let partialKey { try writeMasterKeys(of: contents, to: partialKey) }
        let bytes = try FileManager.default.attributesOfItem(atPath: partial)[.size] as? NSNumber
        try PrivateFile.rename(partial, to: path, isReplacing: isReplacing)
        // The key is renamed last, because it must not remain if the backup fails.
        if let keyPath, let partialKey { try PrivateFile.rename(partialKey, to: keyPath, isReplacing: isReplacing) }
        return BackupReport(
            file: path,
            bytes: bytes?.intValue ?? 0,
            contents: contents,
            masterKeyFile: keyPath,
            masterKeyPlace: settings.masterKeySources.place
        )
    }

    /// Writes the master keys.
    ///
    /// They are read after the copy, so a key that was added during it is included.
    private func writeMasterKeys(of contents: DatabaseContents, to path: String) throws {
        let ring = try settings.masterKeySources.load(creatingIfMissing: false)
        guard contents.masterKeyIDs.allSatisfy(ring.ids.contains) else {
            throw StoreError(
                .unavailable,
                "The copy needs master keys that are no longer in \(settings.masterKeySources.place); no backup was written. "
                    + "Wait until torii vault rewrap has ended, then try again."
            )
        }
        try ring.write(to: path)
    }
}

/// The file for a backup or its master keys.
struct BackupTarget {
    let path: String
    let dataFolder: String
    let masterKeyPlace: String

    /// Rejects a path that must not be written to.
    func check(isReplacing: Bool) throws(StoreError) {
        let folder = PrivateFile.folder(of: path)
        guard !path.isEmpty, !path.hasSuffix("/"), let place = Self.canonical(folder) else {
            throw StoreError(
                .unavailable,
                "There is no folder \(folder) for the backup. Create it, or choose another one."
            )
        }
        let name = Self.name(of: path)
        let isMasterKey =
            name == Self.name(of: masterKeyPlace)
            && place == Self.canonical(PrivateFile.folder(of: masterKeyPlace))
        let dataPlace = Self.canonical(dataFolder)
        let isInJournal = dataPlace.map { "\(place)/".utf8.starts(with: "\($0)/journal/".utf8) } == true
        guard !isMasterKey, !isInJournal, !(place == dataPlace && Self.isOwn(name)) else {
            throw StoreError(.conflict, "The file \(path) belongs to the server. Choose another name for the backup.")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard isReplacing else {
            throw StoreError(
                .conflict,
                "The file \(path) already exists. Choose another name, or replace it with --force."
            )
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.conflict, "\(path) is not a regular file. Choose another name for the backup.")
        }
    }

    /// Whether a name in the data folder is reserved for the server.
    static func isOwn(_ name: String) -> Bool {
        ["torii.sqlite", "torii.lock", "master.key", "first-tokens.txt", "journal"].contains(name)
            || name.hasPrefix("torii.sqlite-")
    }

    private static func name(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

    private static func canonical(_ folder: String) -> String? {
        guard let resolved = realpath(folder, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}
