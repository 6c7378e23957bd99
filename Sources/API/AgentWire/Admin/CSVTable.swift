import StreamingJSON

/// A table as comma-separated values (RFC 4180), for spreadsheets.
///
/// The text starts with a byte order mark, without which spreadsheets read UTF-8 as another encoding. A cell that a spreadsheet would take
/// for a formula gets an apostrophe before it.
public struct CSVTable: Sendable, Equatable {
    /// The names of the columns.
    public var columns: [String]
    /// The rows, with a cell for each column.
    public var rows: [[String]]

    /// Makes a table.
    public init(columns: [String], rows: [[String]]) { (self.columns, self.rows) = (columns, rows) }

    /// The table as UTF-8.
    public var bytes: [UInt8] {
        var bytes: [UInt8] = [0xEF, 0xBB, 0xBF]
        for row in [columns] + rows {
            for (index, cell) in row.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                Self.append(cell, to: &bytes)
            }
            bytes.append(contentsOf: "\r\n".utf8)
        }
        return bytes
    }

    /// The bytes with which a formula starts, in one spreadsheet or another.
    private static let formulaStarts = Set("=+-@\t\r".utf8)

    private static func append(_ cell: String, to bytes: inout [UInt8]) {
        let text = Array(cell.utf8)
        let isFormula = text.first.map { formulaStarts.contains($0) } ?? false
        let needsQuotes = text.contains {
            $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
        }
        if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
        // A number is no formula, also with a sign.
        if isFormula, Double(cell) == nil { bytes.append(UInt8(ascii: "'")) }
        for byte in text {
            if byte == UInt8(ascii: "\"") { bytes.append(byte) }
            bytes.append(byte)
        }
        if needsQuotes { bytes.append(UInt8(ascii: "\"")) }
    }
}

extension CSVTable {
    /// Makes the table of the usage of clients.
    public init(_ rows: [WireUsageRow]) {
        var table = CSVTable(
            columns: [
                "client", "day", "model", "turns", "unsettled_turns", "input_tokens", "cached_input_tokens",
                "cache_write_tokens", "output_tokens", "money", "currency", "unpriced",
            ],
            rows: rows.map { row in
                [
                    row.client, row.day, row.model, String(row.turns), String(row.unsettledTurns),
                    String(row.inputTokens),
                    String(row.cachedInputTokens), String(row.cacheWriteTokens), String(row.outputTokens), row.money,
                    row.currency ?? "", String(row.isUnpriced),
                ]
            }
        )
        if rows.contains(where: { $0.user != nil }) {
            table.columns.append("user")
            for (index, row) in rows.enumerated() { table.rows[index].append(row.user ?? "") }
        }
        self = table
    }

    /// Makes the table of rows of the audit chain.
    public init(_ rows: [WireAuditRow]) {
        self.init(
            columns: ["id", "time", "actor", "action", "object", "outcome", "request_id", "previous_hash", "hash"],
            rows: rows.map { row in
                [
                    String(row.id), row.time, row.actor, row.action, row.object, row.outcome, row.requestID ?? "",
                    row.previousHash, row.hash,
                ]
            }
        )
    }

    /// Makes the table of the users of a client, without the names that issuers have for them.
    public init(_ users: [WireEndUser]) {
        let columns = [
            "id", "kind", "plan", "organization", "blocked_at", "valid_from", "created_at", "seen_at", "money",
            "currency", "unpriced", "tokens",
        ]
        self.init(
            columns: columns,
            rows: users.map { user in
                let object = user.jsonValue
                return columns.map { name in
                    object[name].flatMap { $0.isNull ? nil : $0.stringValue ?? $0.serialized() } ?? ""
                }
            }
        )
    }

    /// Makes the table of clients, without their tokens.
    public init(_ clients: [WireClient]) {
        self.init(
            columns: ["id", "name", "scopes", "created_at", "changed_at", "expires_at", "revoked_at", "tokens"],
            rows: clients.map { client in
                let object = client.jsonValue
                func time(_ name: String) -> String { object[name]?.stringValue ?? "" }
                return [
                    client.id, client.name, client.scopes.joined(separator: " "), time("created_at"),
                    time("changed_at"),
                    time("expires_at"), time("revoked_at"), String(client.tokens.count),
                ]
            }
        )
    }
}
