import Accounts
import AgentWire
import Foundation
import KeyVault
import LanguageModels
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import AgentRuntime

@Suite(.timeLimit(.minutes(1))) struct UserExportTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    /// The line of a conversation is written in pieces, so none is as long as the conversation.
    @Test func aLongConversationIsWrittenInPieces() async throws {
        let store = try SQLiteStore(path: nil)
        let (clients, client) = try await LimitedRuntime.client(of: store, scopes: Scope.forClients.union([.users]))
        try await clients.setUsers(UserSettings(), of: client.owner.client, revision: nil, by: .torii)
        let current = try #require(clients.current(client))
        let anna = try await clients.users.principal(
            of: current,
            identity: UserIdentity(issuer: UserIdentity.backend, subject: "anna")
        )
        let text = String(repeating: "é \"tea\" ", count: 4000)
        let entries = (0..<40).map { _ in
            Transcript.Entry.prompt(Transcript.Prompt(segments: [.text(.init(content: text))]))
        }
        for id in ["c", "d"] {
            try await store.commitTurn(
                ConversationRecord(id: id, owner: anna.owner, createdAt: start, updatedAt: start),
                appending: entries.map {
                    TranscriptEntryRecord(id: $0.id, position: 0, kind: $0.kind, json: $0.jsonValue.serialized())
                },
                expectedCount: 0
            )
        }
        let export = UserExport(clients: clients, store: store)
        var whole = Data()
        var longest = 0
        try await export.write(try await export.user(anna.owner)) { piece in
            whole += piece
            longest = max(longest, piece.count)
        }
        #expect(longest < 200_000 && whole.count > 4_000_000)
        let lines = try whole.split(separator: 0x0A).map { try JSONValue(parsing: Array($0)) }
        let conversations = lines.filter { $0["record"] == "conversation" }
        #expect(conversations.count == 2)
        #expect(conversations.allSatisfy { $0["conversation"]?["messages"]?.arrayValue?.count == 40 })
        #expect(lines.first?["record"] == "user")
    }
}
