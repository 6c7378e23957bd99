import Foundation
import Glibc
import KeyVault
import PrivateFiles
import Storage
import StorageSQLite

/// The restore of a backup into a data folder that no server uses.
///
/// The backup is copied into the folder, migrated and checked there. It replaces the database only if all checks pass.
public struct DatabaseRestore: Sendable {
    private let settings: Settings

    /// Creates a restore with the settings of the server.
    public init(settings: Settings) { self.settings = settings }

    /// Restores a backup.
    /// - Parameters:
    ///   - path: The file of the backup.
    ///   - isReplacing: Whether to replace an existing database. The existing one is kept in a folder of its own.
    /// - Throws: `StoreError` or `KeyVaultError`, also if a server uses the folder; the existing database is then unchanged.
    public func restore(_ path: String, isReplacing: Bool) async throws -> RestoreReport {
        guard FileManager.default.fileExists(atPath: path) else {
            throw StoreError(
                .unavailable,
                "There is no file \(path). Check the path of the file that torii backup wrote."
            )
        }
        return try await DataFolderUse.with(settings) { _ in try await restoreAlone(path, isReplacing: isReplacing) }
    }

    /// Restores a backup while no other process uses the folder.
    private func restoreAlone(_ path: String, isReplacing: Bool) async throws -> RestoreReport {
        // A write-ahead log without its database would be applied to the backup.
        let isTaken = exists(settings.databasePath) || exists(settings.databasePath + "-wal")
        guard isReplacing || !isTaken else {
            throw StoreError(
                .conflict,
                "The data folder \(settings.dataDirectory) already has a database. Choose another folder with --data-dir, or replace the "
                    + "database with --force; the replaced one is kept in a folder of its own."
            )
        }
        let source = DatabaseFile(path)
        try await source.check()
        let staging = "\(settings.dataDirectory)/restore.partial"
        try? FileManager.default.removeItem(atPath: staging)
        try PrivateFile.makeFolder(staging)
        defer { try? FileManager.default.removeItem(atPath: staging) }
        let staged = staging + "/torii.sqlite"
        try await source.copy(to: staged)
        let sealed = try await source.contents()
        let keys = try BackupMasterKeys(backup: path, sources: settings.masterKeySources).choose(opening: sealed)
        let head = try await Self.examine(staged, keys.ring, backup: path)
        let contents = try await DatabaseFile(staged).contents()
        try PrivateFile.synchronize(staged)
        if keys.isToBeInstalled, let ring = keys.ring { try install(ring, from: staging) }
        let former = isTaken || exists(settings.journalPath) ? try await setAside() : nil
        try PrivateFile.rename(staged, to: settings.databasePath, isReplacing: true)
        return RestoreReport(
            file: path,
            dataFolder: settings.dataDirectory,
            contents: contents,
            head: head,
            formerFolder: former,
            masterKeyFile: keys.isToBeInstalled ? settings.masterKeySources.defaultFile : nil
        )
    }

    /// Migrates a copy, checks its audit chain, appends a row about the restore to it, and closes it.
    /// - Returns: The end of the chain; `nil` for a database without a vault, which no server has used yet.
    private static func examine(_ path: String, _ ring: MasterKeyRing?, backup: String) async throws -> AuditHead? {
        let store = try SQLiteStore(path: path)
        var head: AuditHead?
        if let ring {
            let first = try await store.auditPage(from: 1, limit: 1)
            guard !first.records.isEmpty else {
                throw StoreError(
                    .damaged,
                    "The backup \(backup) has a vault but no audit chain, so its rows were removed. Use another backup; nothing was "
                        + "changed."
                )
            }
            let vault = try await KeyVault(store: store, masterKeys: ring)
            let verdict = try await vault.verifyAudit()
            if let fault = verdict.fault {
                throw StoreError(
                    .damaged,
                    "The audit chain of the backup \(backup) is broken: \(fault) Use another backup; nothing was changed."
                )
            }
            let outcome = "done: a backup with \(verdict.rowCount) audit rows"
            try await store.appendAudit(vault.trail(.commandLine, ("database.restore", "database", outcome)))
            head = verdict.head
        }
        try store.close()
        try await DatabaseFile(path).mergeLog()
        guard !FileManager.default.fileExists(atPath: path + "-wal") else {
            throw StoreError(
                .unavailable,
                "The database \(path) could not be written completely. Check whether the disk is full, then try again; nothing was changed."
            )
        }
        return head
    }

    /// Installs the master keys of the backup before those of the data folder, which still open the replaced database.
    private func install(_ ring: MasterKeyRing, from staging: String) throws {
        let file = settings.masterKeySources.defaultFile
        let former = try? MasterKeySources(defaultFile: file).load(creatingIfMissing: false)
        let draft = staging + "/master.key"
        try (former.map(ring.adding) ?? ring).write(to: draft)
        try PrivateFile.rename(draft, to: file, isReplacing: true)
    }

    /// Moves the existing database into a folder of its own.
    ///
    /// It also keeps its name until the backup replaces it in one step.
    private func setAside() async throws -> String {
        let time = Date().formatted(.iso8601).split(separator: ":").joined()
        var folder = "\(settings.dataDirectory)/replaced-\(time)"
        if exists(folder) { folder += "-\(UUID().uuidString.prefix(8).lowercased())" }
        try PrivateFile.makeFolder(folder)
        let database = settings.databasePath
        if exists(database) {
            // This merges the write-ahead log, so that a crash cannot separate it from its database. A damaged database keeps its log.
            try? await DatabaseFile(database).mergeLog()
        }
        for suffix in ["-wal", "-shm"] where exists(database + suffix) {
            try PrivateFile.rename(database + suffix, to: "\(folder)/torii.sqlite\(suffix)", isReplacing: true)
        }
        if exists(settings.journalPath) {
            // The journal contains events of the replaced database's runs.
            try PrivateFile.rename(settings.journalPath, to: "\(folder)/journal", isReplacing: true)
        }
        if exists(database), link(database, "\(folder)/torii.sqlite") != 0 {
            // This file system has no hard links.
            try PrivateFile.rename(database, to: "\(folder)/torii.sqlite", isReplacing: true)
        }
        try PrivateFile.synchronize(folder)
        return folder
    }

    private func exists(_ path: String) -> Bool { FileManager.default.fileExists(atPath: path) }
}

/// The master keys that open a backup: those of the settings, or those beside the backup.
struct BackupMasterKeys {
    /// The chosen keys.
    struct Choice {
        /// The keys; `nil` if nothing in the backup is sealed.
        var ring: MasterKeyRing?
        /// Whether the keys are from the file beside the backup and must be installed.
        var isToBeInstalled = false
    }

    let backup: String
    let sources: MasterKeySources

    /// Returns the keys that open everything in the backup.
    ///
    /// Those of the settings have precedence.
    func choose(opening contents: DatabaseContents) throws -> Choice {
        guard !contents.masterKeyIDs.isEmpty else { return Choice() }
        let own = Result { try sources.load(creatingIfMissing: false) }
        if let ring = try? own.get(), opens(ring, contents) { return Choice(ring: ring) }
        let beside = DatabaseBackup.masterKeyPath(of: backup)
        guard PrivateFile.isRegular(beside) else { return Choice(ring: try own.get()) }
        let ring = try MasterKeySources(defaultFile: beside).load(creatingIfMissing: false)
        guard opens(ring, contents) else {
            throw StoreError(
                .conflict,
                "The backup \(backup) is sealed under another master key than the one in \(beside). Put the right one there, then try "
                    + "again; "
                    + "nothing was changed."
            )
        }
        guard sources.place == sources.defaultFile else {
            throw StoreError(
                .conflict,
                "The backup \(backup) opens with the master key in \(beside), but \(sources.place) has another one. Put the right one "
                    + "there, then try again; nothing was changed."
            )
        }
        return Choice(ring: ring, isToBeInstalled: true)
    }

    private func opens(_ ring: MasterKeyRing, _ contents: DatabaseContents) -> Bool {
        contents.masterKeyIDs.allSatisfy(ring.ids.contains)
    }
}
