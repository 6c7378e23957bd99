import AgentTools
import Foundation
import Storage
import Synchronization

/// Torii's own inventory and files of comma-separated values, for the command line; a server may run meanwhile.
public struct InventoryArchive: Sendable {
    private let settings: Settings

    /// Takes the settings that the server would start with.
    public init(settings: Settings) {
        self.settings = settings
    }

    /// Takes in a file, whole or not at all.
    /// - Parameter isRehearsal: Whether nothing is kept, to see whether it could be.
    /// - Returns: What was done, as a sentence.
    public func importFile(
        _ path: String,
        isRehearsal: Bool,
        ignoresUnknownColumns: Bool
    ) async throws -> String {
        let store = try settings.storeKind.open()
        let file = InventoryCSVFile(path: path, ignoresUnknownColumns: ignoresUnknownColumns)
        let summary = try await store.importItems(from: file, at: Date(), isRehearsal: isRehearsal)
        let counts = "\(summary.created) created, \(summary.updated) updated"
        return (isRehearsal ? "This would be done, and nothing was: \(counts)." : "Imported: \(counts).") + zaicoNote
    }

    /// Writes all items to a file, or to the standard output when none is named.
    ///
    /// A file that is there already is replaced once the new one is whole.
    ///
    /// - Returns: What was done, as a sentence.
    public func exportFile(
        _ path: String?,
        isJapanese: Bool,
        hasByteOrderMark: Bool
    ) async throws -> String {
        guard FileManager.default.fileExists(atPath: settings.databasePath) else {
            throw StoreError(
                .unavailable,
                "There is no database \(settings.databasePath). Check TORII_DATA_DIR or --data-dir."
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
            throw StoreError(.unavailable, "The file \(partial) cannot be written. Check its folder and who owns it.")
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
                throw StoreError(.unavailable, "The file \(path) cannot be replaced. Check its folder and who owns it.")
            }
        } catch {
            try? FileManager.default.removeItem(atPath: partial)
            throw error
        }
        return "Exported: \(lines.load(ordering: .relaxed) - 1)." + zaicoNote
    }

    /// Said when the tools do not use this inventory.
    private var zaicoNote: String {
        settings.keys[.zaico] == nil
            ? "" : " Mind that the tools use ZAICO as long as there is a token for it, and not this inventory."
    }
}
