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

    /// Errors in OpenAI's form have no member for the run, so the header names it.
    @Test(
        arguments: [
            (.upstreamFailed, nil, "run_1", false), (.upstreamBusy, .seconds(1), "run_1", false),
            (.upstreamFailed, nil, nil, true), (.overloaded, .seconds(1), nil, true),
            // The header names the run that keeps the conversation busy.
            (.conversationBusy, .seconds(1), "run_1", true),
        ] as [(Problem.Kind, Duration?, String?, Bool)]
    )
    func theEndOfARunIsFinal(kind: Problem.Kind, retryAfter: Duration?, run: String?, isTemporary: Bool) {
        let seconds = retryAfter.map { Int($0.components.seconds) }
        let document = OpenAIErrorDocument(Problem(kind, detail: "D", retryAfterSeconds: seconds))
        let error = ToriiError(
            status: document.status,
            body: Array(document.jsonValue.serialized().utf8),
            retryAfter: retryAfter,
            run: run
        )
        #expect(error.problem?.kind == kind)
        #expect(error.problem?.run == (kind == .conversationBusy ? nil : run))
        #expect(error.isTemporary == isTemporary)
    }

    @Test(arguments: RunEvent.CancelReason.allCases)
    func aCanceledRunSaysWhy(reason: RunEvent.CancelReason) {
        let error = ToriiError(reason)
        #expect(error.code == .runCanceled)
        #expect(error.cancelReason == reason)
    }
}
