public import FoundationEssentials
public import Storage

/// The export format of the audit chain: JSON lines.
public enum AuditExport {
    /// Returns one row as a JSON object, followed by a line break.
    ///
    /// Its members are in alphabetical order; hashes are hexadecimal digits, the time is RFC 3339 with milliseconds.
    public static func line(_ record: AuditRecord) throws -> Data {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try encoder.encode(Line(record)) + [0x0A]
    }

    private struct Line: Encodable {
        let id: Int
        let time: String
        let actor: String
        let action: String
        let object: String
        let outcome: String
        let requestID: String?
        let previousHash: String
        let hash: String

        enum CodingKeys: String, CodingKey {
            case id, time, actor, action, object, outcome, hash
            case requestID = "request_id"
            case previousHash = "previous_hash"
        }

        init(_ record: AuditRecord) {
            id = record.id
            time = record.entry.time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true))
            actor = record.entry.actor
            action = record.entry.action
            object = record.entry.object
            outcome = record.entry.outcome
            requestID = record.entry.requestID
            previousHash = record.previousHash.hexadecimal(bytes: record.previousHash.count)
            hash = record.hash.hexadecimal(bytes: record.hash.count)
        }
    }
}

extension KeyVault {
    /// Exports the audit chain as JSON lines, in order.
    /// - Parameters:
    ///   - first: The first row to export.
    ///   - write: Receives one or more whole lines; the next rows are read after it returns.
    /// - Returns: The number of exported rows.
    @discardableResult
    public func exportAudit(from first: Int = 1, to write: (Data) async throws -> Void) async throws -> Int {
        var next = first
        var count = 0
        while true {
            try Task.checkCancellation()
            let records = try await store.auditRecords(from: next, limit: 500)
            guard let last = records.last else { return count }
            try await write(try records.reduce(into: Data()) { $0 += try AuditExport.line($1) })
            count += records.count
            next = last.id + 1
        }
    }

    /// Returns rows of the audit chain as lines of the export, the latest row first.
    /// - Parameters:
    ///   - filter: The conditions that the rows must match.
    ///   - before: The smallest id of the last page; only rows with smaller ids are returned. Nil for the first page.
    ///   - limit: The maximum number of rows, up to 1000.
    public func auditLines(
        matching filter: AuditFilter = AuditFilter(),
        before: Int? = nil,
        limit: Int = 100
    ) async throws -> [Data] {
        let records = try await store.auditRecords(matching: filter, before: before, limit: max(1, min(limit, 1000)))
        return try records.map { try AuditExport.line($0) }
    }
}
