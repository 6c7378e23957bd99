import AgentWire
import Testing

@Suite struct ResponseIDTests {
    @Test(arguments: [("run_01ab", 0, "resp_01ab"), ("run_0f", 1, "resp_0f_1"), ("run_0f", 4096, "resp_0f_4096")])
    func anIDIdentifiesItsRunAndItsAnswer(run: String, waits: Int, text: String) {
        let id = ResponseID(run: run, after: waits)
        #expect(id.description == text)
        #expect(ResponseID(text) == id)
    }

    @Test(arguments: [
        "", "resp_", "resp__1", "resp_01ab_", "resp_01ab_0", "resp_01ab_01", "resp_01ab_-1", "resp_01ab_+1",
        "resp_01ab_1_1", "resp_01ab_1 ", "RESP_01ab", "run_01ab", "01ab", "resp_0/1", "resp_é", "resp_01ab_１",
        "resp_01ab_99999999999999999999", "resp_" + String(repeating: "a", count: 128), "resp_run_01ab", "resp_0\u{0}",
    ])
    func aForeignIDIsRefused(text: String) {
        #expect(ResponseID(text) == nil)
    }

    @Test(arguments: [
        ("run_01ab", "c1", "mcpr_01ab_c1"), ("run_0f", "call_a_b", "mcpr_0f_call_a_b"), ("run_0f", "呼", "mcpr_0f_呼"),
    ])
    func aRequestForApprovalIdentifiesItsCall(run: String, call: String, text: String) {
        let id = ApprovalRequestID(run: run, call: call)
        #expect(id.description == text)
        #expect(ApprovalRequestID(text) == id)
    }

    @Test(arguments: [
        "", "mcpr_", "mcpr__c", "mcpr_01ab", "MCPR_01ab_c", "resp_01ab_c", "mcpr_0/1_c",
        "mcpr_01ab_" + String(repeating: "c", count: 512),
    ])
    func aForeignRequestForApprovalIsRefused(text: String) {
        #expect(ApprovalRequestID(text) == nil)
    }
}
