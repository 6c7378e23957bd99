import StreamingJSON
import Testing

@testable import ToriiApp

/// The language of answers to requests that name none.
@Suite(.timeLimit(.minutes(2))) struct ChatLanguageTests {
    @Test func aMessageThatShowsNoLanguageIsAnsweredInThatOfTheChat() async throws {
        try await TestServer.with { _ in
        } _: { server in
            let first = try await server.chat("緑茶を20袋、在庫に追加して")
            let conversation = try #require(first["conversation"]?.stringValue)
            func text(_ message: String) async throws -> String {
                try await server.chat(message, conversation: conversation)["message"]?["text"]?.stringValue ?? ""
            }
            #expect(try await text("緑茶を半分に減らして").contains("緑茶"))
            let agreed = try await text("OK")
            #expect(agreed.contains("袋") && !agreed.contains("Quantity") && !agreed.contains("Updated"))
            #expect(try await text("ok") == "お役に立ててよかったです。")
            #expect(try await text("Show item 1").contains("Quantity: 10 袋"))
            #expect(try await text("ok") == "Glad to help.")
        }
    }
}
