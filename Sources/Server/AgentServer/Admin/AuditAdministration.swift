import APIDescription
import AgentWire
import Foundation
import HTTPTypes
import KeyVault
import StoredValues
import StreamingJSON

/// The audit chain: pages of it, an export as JSON lines, and its verification.
struct AuditAdministration: Sendable {
    let vault: KeyVault

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.audit, answer: page),
            AdminRoute(.auditExport) { call in
                let first = try call.integer("from_row", in: 1...Int.max) ?? 1
                return .lines { write in try await vault.exportAudit(from: first, to: write) }
            },
            AdminRoute(.auditVerification, answer: verify),
        ]
    }

    /// Returns rows, the latest first.
    ///
    /// `next` is the value of `before` for the next page.
    private func page(_ call: AdminCall) async throws -> AdminReply {
        let (filter, before, limit) = try Self.question(call)
        let lines = try await vault.auditLines(matching: filter, before: before, limit: limit)
        return try Self.reply(lines, limit: limit, asTable: call.wantsTable)
    }

    // These two are separate functions and not inlined, because Swift 6.3's optimizer crashes on their bodies in an asynchronous function.

    @inline(never)
    private static func question(_ call: AdminCall) throws -> (AuditFilter, before: Int?, limit: Int) {
        let filter = AuditFilter(
            actor: call.query["actor"],
            action: call.query["action"],
            objectPrefix: call.query["object"],
            from: try call.date("from"),
            until: try call.date("until")
        )
        return (filter, try call.integer("before", in: 1...Int.max), try call.integer("limit", in: 1...1000) ?? 100)
    }

    @inline(never)
    private static func reply(_ lines: [Data], limit: Int, asTable: Bool) throws -> AdminReply {
        // The export defines the form of a row.
        let rows = try lines.map { try WireAuditRow(jsonValue: JSONValue(parsing: $0)) }
        if asTable { return .table(CSVTable(rows)) }
        return .json(WireAuditPage(rows: rows, next: rows.count == limit ? rows.last?.id : nil).jsonValue)
    }

    private func verify(_ call: AdminCall) async throws -> AdminReply {
        let noted = try call.query("noted", "a head from an earlier check, such as 41:0f…") {
            AuditHead($0)
        }
        let verdict = try await vault.verifyAudit(
            from: try call.integer("from_row", in: 1...Int.max) ?? 1,
            noted: noted
        )
        return .json(WireAuditVerdict(verdict).jsonValue)
    }
}

extension WireAuditVerdict {
    fileprivate init(_ verdict: AuditVerdict) {
        self.init(
            isWhole: verdict.isWhole,
            rows: verdict.rowCount,
            head: verdict.head?.description,
            fault: verdict.fault.map { Fault(row: $0.row, reason: $0.reason.rawValue, detail: $0.description) }
        )
    }
}
