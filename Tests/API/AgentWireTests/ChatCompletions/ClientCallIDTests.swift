import AgentWire
import Testing

@Suite struct ClientCallIDTests {
    @Test(arguments: [("run_01ab", 0, "call_01ab_0"), ("run_0f", 4096, "call_0f_4096")])
    func anIDIdentifiesItsRun(run: String, item: Int, text: String) {
        let id = ClientCallID(run: run, item: item)
        #expect(id.description == text)
        #expect(ClientCallID(text) == id)
    }

    @Test(arguments: [
        "", "call_", "call__0", "call_01ab", "call_01ab_", "call_01ab_-1", "call_01ab_+1", "call_01ab_01",
        "call_01ab_1 ", "CALL_01ab_1", "run_01ab_1", "call_0/1_1", "call_é_1", "call_01ab_１",
        "call_01ab_99999999999999999999", "call_" + String(repeating: "a", count: 128) + "_1", "call_abc123XYZ",
    ])
    func anIDOfAnotherServerIsRefused(text: String) {
        #expect(ClientCallID(text) == nil)
    }
}
