import Foundation
import Glibc
import KeyVault
import Storage
import StorageSQLite

/// A consistent copy of a data folder's database, made by another process than the server's, which goes on meanwhile.
///
/// Everything that must fit together is in the one database: conversations, runs, sealed keys, clients and the audit chain. The event
/// journal beside it only bridges the second until events are stored, and the master key is kept apart on purpose.
public struct DatabaseBackup: Sendable {
    private let settings: Settings

    /// Takes the settings that the server was started with.
    public init(settings: Settings) { self.settings = settings }

    /// The file in which the master keys of a backup are, when they were asked for.
    static func masterKeyPath(of backup: String) -> String { backup + ".master-key" }

    /// Writes a backup; it gets its name once it is whole and on disk.
    /// - Parameters:
    ///   - path: The file.
    ///   - isReplacing: Whether a file that is there is replaced.
    ///   - withMasterKey: Whether the master keys are written to a file beside it.
    /// - Throws: `StoreError` or `KeyVaultError`; a file that was there is then as it was.
    public func write(to path: String, isReplacing: Bool, withMasterKey: Bool) async throws -> BackupReport {
        let source = DatabaseFile(settings.databasePath)
        guard FileManager.default.fileExists(atPath: source.path) else {
            throw StoreError(
                .unavailable,
                "There is no database \(source.path). Name the data folder with --data-dir or TORII_DATA_DIR."
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
        // The key last: without the backup it must not be left behind.
        if let keyPath, let partialKey { try PrivateFile.rename(partialKey, to: keyPath, isReplacing: isReplacing) }
        return BackupReport(
            file: path,
            bytes: bytes?.intValue ?? 0,
            contents: contents,
            masterKeyFile: keyPath,
            masterKeyPlace: settings.masterKeySources.place
        )
    }

    /// Writes the master keys, read after the copy was made, so that a key that was added meanwhile is among them.
    private func writeMasterKeys(of contents: DatabaseContents, to path: String) throws {
        let ring = try settings.masterKeySources.load(creatingIfMissing: false)
        guard contents.masterKeyIDs.allSatisfy(ring.ids.contains) else {
            throw StoreError(
                .unavailable,
                "The copy is sealed under master keys that are not in \(settings.masterKeySources.place) any more; no backup was made. "
                    + "Wait for the end of torii vault rewrap and try again."
            )
        }
        try ring.write(to: path)
    }
}

/// A file to which a backup is to be written.
struct BackupTarget {
    let path: String
    let dataFolder: String
    let masterKeyPlace: String

    /// Refuses a name that must not be written to.
    func check(isReplacing: Bool) throws(StoreError) {
        let folder = PrivateFile.folder(of: path)
        guard !path.isEmpty, !path.hasSuffix("/"), let place = Self.canonical(folder) else {
            throw StoreError(
                .unavailable,
                "There is no folder \(folder) for the backup. Make it, or choose another one."
            )
        }
        let name = Self.name(of: path)
        let isMasterKey =
            name == Self.name(of: masterKeyPlace)
            && place == Self.canonical(PrivateFile.folder(of: masterKeyPlace))
        let dataPlace = Self.canonical(dataFolder)
        let isInJournal = dataPlace.map { "\(place)/".utf8.starts(with: "\($0)/journal/".utf8) } == true
        guard !isMasterKey, !isInJournal, !(place == dataPlace && Self.isOwn(name)) else {
            throw StoreError(.conflict, "The file \(path) is the server's own. Choose another name for the backup.")
        }
        var status = stat()
        guard lstat(path, &status) == 0 else { return }
        guard isReplacing else {
            throw StoreError(
                .conflict,
                "The file \(path) exists already. Choose another name, or replace it with --force."
            )
        }
        guard status.st_mode & S_IFMT == S_IFREG else {
            throw StoreError(.conflict, "\(path) is not a file. Choose another name for the backup.")
        }
    }

    /// Whether a file of the data folder belongs to the server, or would if it were there.
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
