import Testing

@testable import AgentServer

@Suite struct ResourceAddressTests {
    @Test(arguments: [
        ("torii://conversations/conv_1", ResourceAddress.conversation("conv_1")),
        ("torii://outputs/a1b2", .output("a1b2")), ("torii://outputs/a.b-c", .output("a.b-c")),
    ])
    func anAddressIsItsURI(uri: String, address: ResourceAddress) {
        #expect(ResourceAddress(uri) == address)
        #expect(address.uri == uri)
    }

    @Test(arguments: [
        "", "torii://", "torii://conversations/", "torii://conversations/a/b", "torii://conversations/a%2Fb",
        "TORII://conversations/a", "http://conversations/a", "torii://keys/a", "torii://outputs/a?b",
        "torii://outputs/ü",
        "torii://outputs/" + String(repeating: "a", count: 129),
    ])
    func otherURIsAreNone(uri: String) {
        #expect(ResourceAddress(uri) == nil)
    }
}
