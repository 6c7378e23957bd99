import Foundation
import StreamingJSON
import Testing
import Transport

@Suite(.timeLimit(.minutes(1))) struct ConversationEndpointTests {
    @Test func conversationsAreListedInPagesAndExported() async throws {
        try await TestServer.with { server in
            var ids: [String] = []
            for number in 1...5 {
                let reply = try await server.chat("Add \"item \(number)\" to the inventory, quantity \(number)")
                ids.append(try #require(reply["conversation"]?.stringValue))
            }
            var seen: [String] = []
            var cursor: String?
            repeat {
                let query = cursor.map { "&cursor=\($0)" } ?? ""
                let page = try await server.send(.get, "/v1/conversations?limit=2\(query)").json
                let conversations = try #require(page["conversations"]?.arrayValue)
                #expect(conversations.count <= 2)
                seen += conversations.compactMap { $0["conversation"]?.stringValue }
                cursor = page["next"]?.stringValue
            } while cursor != nil
            // Conversations of the same millisecond may be in either order.
            #expect(seen.count == 5)
            #expect(Set(seen) == Set(ids))

            let export = try await server.send(.get, "/v1/conversations/\(ids[0])").json
            #expect(export["conversation"]?.stringValue == ids[0])
            #expect(export["messages"]?[0]?["role"] == "user")
            #expect(export["messages"]?[0]?["text"]?.stringValue?.contains("item 1") == true)
            #expect(export["messages"]?.arrayValue?.last?["role"] == "assistant")
            #expect(export["runs"]?.arrayValue?.count == 1)
            #expect((export["transcript"]?.arrayValue?.count ?? 0) >= 4)

            #expect(try await server.send(.delete, "/v1/conversations/\(ids[0])").status == 204)
            #expect(try await server.send(.get, "/v1/conversations/\(ids[0])").status == 404)
            let left = try await server.send(.get, "/v1/conversations").json
            #expect(left["conversations"]?.arrayValue?.count == 4)
        }
    }
}
