#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import StreamingJSON

/// The storage of a ledger across the starts of an app.
public protocol CallLedgerStore: Sendable {
    /// Returns the stored ledger; an empty one if none was stored.
    func load() throws -> CallLedger

    /// Stores a ledger durably, before it returns.
    func save(_ ledger: CallLedger) throws
}

/// A ledger in a file, which is replaced as a whole.
public struct CallLedgerFile: CallLedgerStore {
    private let url: URL

    /// Names the file; its folder has to exist.
    public init(at url: URL) { self.url = url }

    /// Reads the file; a missing one is an empty ledger.
    public func load() throws -> CallLedger {
        guard FileManager.default.fileExists(atPath: url.path) else { return CallLedger() }
        return CallLedger(json: try JSONValue(parsing: Data(contentsOf: url)))
    }

    /// Replaces the file.
    public func save(_ ledger: CallLedger) throws {
        try Data(ledger.json.serialized().utf8).write(to: url, options: .atomic)
    }
}
