import Accounts
import Foundation
import Storage
import StorageSQLite
import StreamingJSON
import Testing
import Transport

@testable import AgentServer
@testable import ToriiApp

/// The vault's master keys, the audit chain and usage.
@Suite(.timeLimit(.minutes(1))) struct AdminRecordTests {
    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = NSTemporaryDirectory() + "torii-records-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    /// Puts a new master key before the one in the folder's file.
    private func changeMasterKey(in folder: String) throws {
        let path = folder + "/master.key"
        let former = try String(contentsOfFile: path, encoding: .utf8)
        let new = Data((0..<32).map { _ in UInt8.random(in: 0...255) }).base64EncodedString()
        try Data("\(new)\n\(former)".utf8).write(to: URL(fileURLWithPath: path))
    }

    private func lines(_ answer: TestServer.Answer) -> [JSONValue] {
        answer.text.split(separator: "\n").map { (try? JSONValue(parsing: String($0))) ?? .null }
    }

    @Test(arguments: ["usage", "clients", "upstreams"]) func aResponseEndsWithALineBreak(path: String) async throws {
        try await TestServer.with { server in
            let text = try await server.admin(.get, path).text
            #expect(text.hasSuffix("\n") && !text.dropLast().contains("\n"))
        }
    }

    @Test(arguments: [false, true]) func allRecordsAreSealedAgain(asLines: Bool) async throws {
        try await withFolder { folder in
            try await TestServer.with(dataDirectory: folder) { server in
                for number in 1...3 {
                    let body: JSONValue = ["secret": .string("tvly-\(number)-0123456789")]
                    #expect(try await server.admin(.post, "upstreams/tavily/keys", body).status == 201)
                }
                try changeMasterKey(in: folder)
                let headers = asLines ? [("Accept", "application/jsonl")] : []
                let answer = try await server.admin(.post, "vault/rewrap", headers: headers)
                #expect(answer.status == 200)
                #expect(answer.headers["Content-Type"] == (asLines ? "application/jsonl" : "application/json"))
                let end = try #require(asLines ? lines(answer).last : answer.json)
                #expect(end["state"] == "done")
                // There are three keys and the vault's root.
                #expect(end["done"] == 4)
                #expect(end["damaged"] == [])
                let keys = try #require(try await server.admin(.get, "vault").json["master_keys"]?.arrayValue)
                #expect(keys.map { $0["records"] } == [4, 0])
                #expect(keys[0]["id"] == end["master_key"])
            }
        }
    }

    @Test func aMasterKeyThatOpensNoRecordIsRefused() async throws {
        try await withFolder { folder in
            try await TestServer.with(dataDirectory: folder) { server in
                let key = Data(repeating: 7, count: 32).base64EncodedString()
                try Data("\(key)\n".utf8).write(to: URL(fileURLWithPath: folder + "/master.key"))
                let answer = try await server.admin(.post, "vault/rewrap")
                #expect(answer.status == 409)
                #expect(answer.json["detail"]?.stringValue?.contains("nothing was changed") == true)
            }
        }
    }

    @Test func theAuditChainIsPagedExportedAndVerified() async throws {
        try await TestServer.with { server in
            for name in ["a", "b", "c"] {
                #expect(try await server.admin(.post, "clients", ["name": .string(name)]).status == 201)
            }
            var ids: [Int] = []
            var next: JSONValue? = .null
            repeat {
                let before = next?.intValue.map { "&before=\($0)" } ?? ""
                let page = try await server.admin(.get, "audit?limit=2\(before)").json
                ids += (page["rows"]?.arrayValue ?? []).compactMap { $0["id"]?.intValue }
                next = page["next"]
            } while next?.intValue != nil
            let export = try await server.admin(.get, "audit/export")
            #expect(export.headers["Content-Type"] == "application/jsonl")
            let rows = lines(export)
            #expect(rows.compactMap { $0["id"]?.intValue } == Array(1...rows.count))
            #expect(ids == Array((1...rows.count).reversed()))
            #expect(rows.count { $0["action"] == "client.create" && $0["request_id"] != nil } == 3)
            let made = try await server.admin(.get, "audit?action=client.create&limit=1000")
            #expect(made.json["rows"]?.arrayValue?.count == 3)
            let verdict = try await server.admin(.get, "audit/verification").json
            #expect(verdict["whole"] == true)
            #expect(verdict["rows"]?.intValue == rows.count)
            let head = try #require(verdict["head"]?.stringValue)
            #expect(try await server.admin(.get, "audit/verification?noted=\(head)").json["whole"] == true)
            let forged = head.prefix(head.count - 1) + (head.hasSuffix("0") ? "1" : "0")
            let fault = try await server.admin(.get, "audit/verification?noted=\(forged)").json
            #expect(fault["whole"] == false)
            #expect(fault["fault"]?["reason"] == "not_as_noted")
        }
    }

    @Test func usageIsReadByClientAndDay() async throws {
        try await withFolder { folder in
            let store = try SQLiteStore(path: folder + "/torii.sqlite")
            let used = [("a", "2026-11-20"), ("a", "2026-11-21"), ("b", "2026-11-21")].map { client, day in
                UsageRecord(client: client, day: day, model: "m", turns: 1, inputTokens: 5, money: Money(micros: 1500))
            }
            try await store.apply(UsageChanges(used: used))
            try await TestServer.with(dataDirectory: folder) { server in
                for (query, count) in [("", 3), ("?client=a", 2), ("?from=2026-11-21", 2), ("?to=2026-11-20", 1)] {
                    let usage = try await server.admin(.get, "usage\(query)").json["usage"]?.arrayValue
                    #expect(usage?.count == count)
                }
                let record = try await server.admin(.get, "usage?client=b").json["usage"]?[0]
                #expect(record?["money"] == "0.0015")
                #expect(record?["input_tokens"] == 5)
            }
        }
    }
}
