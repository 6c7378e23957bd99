import AgentWire
import Testing

@testable import AgentRuntime

@Suite struct ConversationTitleTests {
    @Test(arguments: [
        ("Hello", "Hello"), ("  Two\n\nlines\tand  spaces \r\n", "Two lines and spaces"), ("\u{0}a\u{7}b", "a b"),
        ("", ""),
        ("昨日更新された在庫を見せて", "昨日更新された在庫を見せて"), (String(repeating: "x", count: 80), String(repeating: "x", count: 80)),
        (String(repeating: "x", count: 81), String(repeating: "x", count: 80) + "…"),
        (String(repeating: "x", count: 79) + " yz", String(repeating: "x", count: 79) + "…"),
        (String(repeating: "x", count: 80) + "  ", String(repeating: "x", count: 80)),
    ])
    func isTheStartOnOneLine(message: String, title: String) { #expect(ConversationTitle.of(message) == title) }

    @Test func aContinuedConversationKeepsItsTitle() {
        #expect(ConversationTitle.of(.chat(ChatRequest(message: "a"))) == "a")
        #expect(ConversationTitle.of(.chat(ChatRequest(message: "a", conversation: "c"))) == nil)
    }
}
