import Foundation
import Storage
import Testing

@Suite struct ToolDefinitionStoreConformance {
    private func record(_ server: String, _ tool: String, seen: String = "1") -> ToolDefinitionRecord {
        ToolDefinitionRecord(
            server: server,
            tool: tool,
            seenDigest: seen,
            summary: "A tool",
            seenAt: Date(timeIntervalSince1970: 1_000)
        )
    }

    @Test(arguments: StoreOpener.allCases)
    func definitionsAreReadByServer(opener: StoreOpener) async throws {
        try await opener.withStore { store in
            try await store.saveToolDefinitions([record("b", "y"), record("a", "z"), record("b", "x")])
            #expect(try await store.toolDefinitions(of: nil).records.map(\.tool) == ["z", "x", "y"])
            #expect(try await store.toolDefinitions(of: "b").records == [record("b", "x"), record("b", "y")])
            #expect(try await store.toolDefinitions(of: "c").records.isEmpty)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aDefinitionIsReplaced(opener: StoreOpener) async throws {
        var changed = record("a", "x", seen: "2")
        (changed.acceptedDigest, changed.acceptedAt) = ("1", Date(timeIntervalSince1970: 2_000))
        let replacement = changed
        try await opener.withStore { store in
            try await store.saveToolDefinitions([record("a", "x")])
            try await store.saveToolDefinitions([replacement])
            #expect(try await store.toolDefinitions(of: "a").records == [replacement])
        }
        #expect(!replacement.isAccepted)
    }
}
