import Foundation
import StreamingJSON
import Testing

@testable import ToriiClient

@Suite struct ToriiErrorTests {
    private static func error(_ status: Int, _ body: String, retryAfter: Duration? = nil) -> ToriiError {
        ToriiError(status: status, body: Array(body.utf8), retryAfter: retryAfter)
    }

    @Test func aProblemIsTyped() {
        let document =
            #"{"type":"urn:torii:problem:confirmation-needed","title":"A person must confirm the call","status":409,"#
            + #""detail":"Ask first","question":"Delete it?","violated-policies":["runs"],"request_id":"r"}"#
        let error = Self.error(409, document)
        #expect(error.code == .problem)
        #expect(error.status == 409)
        #expect(error.problem?.kind == .confirmationNeeded)
        #expect(error.problem?.extensions == ["question": "Delete it?"])
        #expect(error.problem?.violatedPolicies == ["runs"])
        #expect(error.errorDescription == "A person must confirm the call: Ask first")
        #expect("\(error)" == error.message)
    }

    @Test func theFaultsOfARequestAreTyped() {
        let document =
            #"{"type":"urn:torii:problem:invalid-request","title":"T","status":400,"detail":"D","#
            + ##""errors":[{"pointer":"#/message","detail":"required"}]}"##
        let faults = Self.error(400, document).problem?.faults
        #expect(faults?.map(\.pointer) == ["#/message"])
    }

    @Test(arguments: [
        (401, #"{"type":"urn:torii:problem:unauthorized","title":"T","detail":"D"}"#, ToriiError.Code.unauthorized),
        (401, "no", .unauthorized),
        (418, #"{"type":"urn:torii:problem:teapot","title":"T","detail":"D"}"#, .problem),
        (404, "<html>", .invalidAnswer),
        (502, "", .invalidAnswer),
    ])
    func otherAnswersHaveACode(status: Int, body: String, code: ToriiError.Code) {
        let error = Self.error(status, body)
        #expect(error.code == code)
        #expect(error.status == status)
        #expect(!error.message.isEmpty)
    }

    @Test func retryAfterIsInTheProblem() {
        let document = #"{"type":"urn:torii:problem:overloaded","title":"T","detail":"D"}"#
        #expect(Self.error(503, document, retryAfter: .seconds(9)).problem?.retryAfterSeconds == 9)
    }

    @Test(arguments: RunEvent.CancelReason.allCases)
    func aCanceledRunSaysWhy(reason: RunEvent.CancelReason) {
        let error = ToriiError(reason)
        #expect(error.code == .runCanceled)
        #expect(error.cancelReason == reason)
    }
}
