import BuiltInTools
import Foundation
import Storage
import Synchronization

/// The import and export of the built-in inventory as comma-separated values, for the command line.
///
/// A server may run at the same time.
public struct InventoryArchive: Sendable {
    private let settings: Settings

    /// Creates an archive with the settings of the server.
    public init(settings: Settings) {
        self.settings = settings
    }

    /// Imports a file, completely or not at all.
    /// - Parameter isRehearsal: Whether to roll the import back, to see whether it would succeed.
    /// - Returns: A sentence with the result.
    public func importFile(
        _ path: String,
        isRehearsal: Bool,
        ignoresUnknownColumns: Bool
    ) async throws -> String {
        let file = try InventoryCSVFile(path: path, ignoresUnknownColumns: ignoresUnknownColumns)
        let summary = try await summary(of: file, isRehearsal)
        let counts = "\(summary.created) created, \(summary.updated) updated"
        return
            (isRehearsal ? "A rehearsal, nothing was changed. The import would be: \(counts)." : "Imported: \(counts).")
            + zaicoNote
    }

    private func summary(of file: InventoryCSVFile, _ isRehearsal: Bool) async throws -> InventoryImportSummary {
        func work() async throws -> InventoryImportSummary {
            try await settings.storeKind.open().importItems(from: file, at: Date(), isRehearsal: isRehearsal)
        }
        // A server may run beside it, which has made the database.
        guard !settings.storeKind.exists else { return try await work() }
        do {
            return try await DataFolderUse.with(settings) { _ in
                let summary = try await work()
                guard !isRehearsal else { throw Rehearsed(summary: summary) }
                return summary
            }
        } catch let rehearsed as Rehearsed {
            return rehearsed.summary
        }
    }

    /// Exports all items to a file, or to the standard output if `path` is `nil`.
    ///
    /// An existing file is replaced after the new one is complete.
    ///
    /// - Returns: A sentence with the result.
    public func exportFile(
        _ path: String?,
        isJapanese: Bool,
        hasByteOrderMark: Bool
    ) async throws -> String {
        guard FileManager.default.fileExists(atPath: settings.databasePath) else {
            throw StoreError(
                .unavailable,
                "There is no database \(URL(fileURLWithPath: settings.databasePath).path). Name the data folder with --data-dir or TORII_DATA_DIR."
            )
        }
        let store = try settings.storeKind.openReadingOnly()
        let export = InventoryCSVExport(isJapanese: isJapanese, hasByteOrderMark: hasByteOrderMark)
        let lines = Atomic(0)
        guard let path else {
            try await export.write(store) { text in
                lines.add(1, ordering: .relaxed)
                try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
            }
            return "Exported: \(lines.load(ordering: .relaxed) - 1)." + zaicoNote
        }
        let partial = path + ".partial"
        let attributes: [FileAttributeKey: Any] = [.posixPermissions: 0o600]
        guard FileManager.default.createFile(atPath: partial, contents: nil, attributes: attributes) else {
            throw StoreError(
                .unavailable,
                "The file \(partial) cannot be written. Check that its folder exists and that you may write to it."
            )
        }
        do {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: partial))
            defer { try? file.close() }
            try await export.write(store) { text in
                lines.add(1, ordering: .relaxed)
                try file.write(contentsOf: Data(text.utf8))
            }
            try file.synchronize()
            guard rename(partial, path) == 0 else {
                throw StoreError(
                    .unavailable,
                    "The file \(path) cannot be replaced. Check that you may write to its folder."
                )
            }
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
        return "Exported: \(lines.load(ordering: .relaxed) - 1)." + zaicoNote
    }

    /// The end of a rehearsal, which leaves no new folder behind either.
    private struct Rehearsed: Error {
        let summary: InventoryImportSummary
    }

    /// A note for the case that the tools do not use this inventory.
    private var zaicoNote: String {
        settings.keys[.zaico] == nil
            ? "" : " Note: the tools use ZAICO and not this inventory, because ZAICO_API_TOKEN is set."
    }
}
