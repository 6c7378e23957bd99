import Foundation
import GRDB
import KeyVaultFixtures
import Secrets
import Storage
import Testing

@testable import KeyVault
@testable import StorageSQLite

@Suite struct VaultAuditTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    /// Returns a vault whose chain has twelve rows.
    private func vault(over store: SQLiteStore) async throws -> KeyVault {
        let vault = try await KeyVault(store: store, masterKey: .random(), now: { start })
        for number in 2...12 {
            let actor = AuditActor(name: "admin:a\(number)", requestID: number % 2 == 0 ? "request-\(number)" : nil)
            try await store.appendAudit(
                vault.trail(actor, (action: "key.add", object: "openai/keys/\(number)", outcome: "done"))
            )
        }
        return vault
    }

    /// Changes the database without the store.
    private func tamper(_ store: SQLiteStore, _ sql: String) async throws {
        try await store.write { db in
            try db.execute(sql: "DROP TRIGGER auditIsNotChanged; DROP TRIGGER auditIsNotDeleted;")
            try db.execute(sql: sql)
        }
    }

    @Test func theChainStartsWithTheVaultAndIsComplete() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await vault(over: store)
        let rows = try await store.auditRecords(from: 1, limit: 100)
        #expect(rows.map(\.id) == Array(1...12))
        #expect(rows[0].entry.action == "vault.create")
        #expect(rows[0].previousHash.isEmpty)
        for pageSize in [1, 3, 4, 12, 13] {
            let verdict = try await vault.verifyAudit(from: 1, noted: nil, pageSize: pageSize)
            #expect(verdict == AuditVerdict(rowCount: 12, head: AuditHead(count: 12, hash: rows[11].hash)))
        }
    }

    /// A change of one byte in a field of row 7.
    @Test(
        arguments: [
            "actor = 'admin:b7'", "actor = actor || char(0)", "actor = CAST(CAST('admin:a7' AS BLOB) || x'FF' AS TEXT)",
            "action = 'key.adt'", "object = 'openai/keys/8'", "outcome = 'dona'", "time = time + 1",
            "requestID = ''", "requestID = 'request-7'",
            "hash = CAST(substr(hash, 1, 31) || CASE substr(hash, 32) WHEN x'00' THEN x'01' ELSE x'00' END AS BLOB)",
            "hash = x''",
            "previousHash = CAST(CASE substr(previousHash, 1, 1) WHEN x'00' THEN x'01' ELSE x'00' END || substr(previousHash, 2) AS BLOB)",
        ]
    ) func aChangedFieldNamesItsRow(change: String) async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await vault(over: store)
        try await tamper(store, "UPDATE audit SET \(change) WHERE id = 7")
        let verdict = try await vault.verifyAudit()
        #expect(verdict.fault == AuditFault(row: 7, reason: .changed))
        #expect(verdict.rowCount == 6)
        #expect(try await vault.verifyAudit(from: 8).isWhole)
    }

    @Test(
        arguments: [
            ("DELETE FROM audit WHERE id = 7", 7, AuditFault.Reason.missing),
            ("DELETE FROM audit WHERE id = 1", 1, .missing),
            ("DELETE FROM audit WHERE id > 9", 10, .cutOff),
            ("DELETE FROM audit", 1, .cutOff),
            ("DELETE FROM audit WHERE id = 7; UPDATE audit SET id = 7 WHERE id = 8", 7, .changed),
            (
                "UPDATE audit SET id = 99 WHERE id = 7; UPDATE audit SET id = 7 WHERE id = 8; UPDATE audit SET id = 8 WHERE id = 99",
                7, .changed
            ),
            ("UPDATE audit SET requestID = NULL WHERE id = 8", 8, .changed),
            ("DELETE FROM auditHead", 12, .unanchored),
            ("UPDATE auditHead SET count = 13", 12, .unanchored),
            ("UPDATE auditHead SET hash = x'00'", 12, .unanchored),
            ("UPDATE auditHead SET seal = x'00'", 12, .unanchored),
            // A forged head for a shorter chain, with the last row's genuine hash, but without the seal.
            (
                "DELETE FROM audit WHERE id > 9; UPDATE auditHead SET count = 9, hash = (SELECT hash FROM audit WHERE id = 9)",
                9, .unanchored
            ),
            (
                "DELETE FROM audit WHERE id > 9; UPDATE auditHead SET count = 9, hash = (SELECT hash FROM audit WHERE id = 9), "
                    + "seal = (SELECT hash FROM audit WHERE id = 9)", 9, .unanchored
            ),
            ("DELETE FROM audit; DELETE FROM auditHead", 0, .unanchored),
        ]
    ) func missingRowsAreNamed(sql: String, row: Int, reason: AuditFault.Reason) async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await vault(over: store)
        try await tamper(store, sql)
        let fault = try await vault.verifyAudit().fault
        #expect(fault == AuditFault(row: row, reason: reason))
        #expect(fault?.description.contains("ow") == true)
    }

    /// The server appends rows after a cut; the chain must still be invalid.
    @Test(
        arguments: [
            ("DELETE FROM audit WHERE id > 9", AuditFault(row: 10, reason: .missing)),
            ("DELETE FROM audit WHERE id > 9; DELETE FROM auditHead", AuditFault(row: 10, reason: .missing)),
            (
                "DELETE FROM audit WHERE id > 9; UPDATE auditHead SET count = 9, hash = (SELECT hash FROM audit WHERE id = 9)",
                AuditFault(row: 10, reason: .missing)
            ),
            ("DELETE FROM audit", AuditFault(row: 1, reason: .missing)),
        ]
    ) func rowsAppendedLaterDoNotHideACut(sql: String, fault: AuditFault) async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await vault(over: store)
        try await tamper(store, sql)
        for _ in 0..<3 {
            try await store.appendAudit(vault.trail(.torii, (action: "key.add", object: "openai", outcome: "done")))
        }
        #expect(try await vault.verifyAudit().fault == fault)
        let last = try #require(try await store.lastAuditRecord())
        #expect(try await vault.verifyAudit(from: last.id - 2).isWhole)
    }

    /// After the removal of the whole chain with its head, the new chain does not start with the vault's first row.
    @Test func aRemovedChainRestartsVisibly() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        _ = try await KeyVault(store: store, masterKey: master)
        #expect(try await store.auditRecords(from: 1, limit: 9).map(\.entry.action) == ["vault.create"])
        _ = try await KeyVault(store: store, masterKey: master)
        #expect(try await store.auditRecords(from: 1, limit: 9).map(\.entry.action) == ["vault.create"])
        try await tamper(store, "DELETE FROM audit; DELETE FROM auditHead")
        let reopened = try await KeyVault(store: store, masterKey: master)
        #expect(try await store.auditRecords(from: 1, limit: 9).map(\.entry.action) == ["audit.begin"])
        #expect(try await reopened.verifyAudit().isWhole)
    }

    @Test func textFromOutsideIsCleaned() async throws {
        let vault = try await KeyVault.inMemory()
        let actor = AuditActor(name: "admin:\u{0}a\nb", requestID: String(repeating: "é", count: 4000))
        let entry = vault.trail(actor, (action: "key.add", object: "openai\u{1B}[2J", outcome: "done")).entries[0]
        #expect(entry.actor == "admin:ab")
        #expect(entry.object == "openai[2J")
        #expect(entry.requestID == String(repeating: "é", count: 512))
    }

    @Test func exportedLinesAreJSONInOrder() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await vault(over: store)
        var text = ""
        let count = try await vault.exportAudit(from: 3) { text += String(decoding: $0, as: UTF8.self) }
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        #expect(count == 10 && lines.count == 11 && lines.last == "")
        let row = try #require(try await store.auditRecords(from: 4, limit: 1).first)
        let hexadecimal = { (bytes: Data) in bytes.map { String(format: "%02x", $0) }.joined() }
        #expect(
            lines[1] == """
                {"action":"key.add","actor":"admin:a4","hash":"\(hexadecimal(row.hash))","id":4,"object":"openai/keys/4",\
                "outcome":"done","previous_hash":"\(hexadecimal(row.previousHash))","request_id":"request-4",\
                "time":"2026-11-18T11:06:40.000Z"}
                """
        )
        #expect(!lines[0].contains("request_id"))
    }

    @Test func aHeadIsReadBackFromItsText() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await vault(over: store)
        let head = try #require(try await vault.verifyAudit().head)
        #expect(AuditHead(head.description) == head)
        #expect(try await vault.verifyAudit(noted: head).isWhole)
        let digits = String(repeating: "0a", count: 32)
        #expect(AuditHead("7:\(digits)")?.count == 7)
        for text in [
            "", "7", "7:", "0:\(digits)", "7:\(digits)0", "7:+\(digits.dropFirst())", "x:\(digits)", "7:\(digits):",
        ] {
            #expect(AuditHead(text) == nil)
        }
    }
}
