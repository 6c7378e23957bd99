import AssistantIntents
import FoundationEssentials
import StreamingJSON
import Testing

@Suite struct CallLedgerTests {
    private func call(_ id: String, _ input: JSONObject = [:], hash: String? = nil) -> IntentCall {
        IntentCall(callID: id, schema: "photos.createAlbum", input: input, inputHash: hash)
    }

    @Test func theLifeOfACall() {
        var ledger = CallLedger()
        #expect(ledger.begin(call("1"), isIdempotent: false, at: 0) == .run)
        #expect(ledger.begin(call("1"), isIdempotent: false, at: 1) == .running)
        ledger.finish("1", .succeeded("a"), at: 2)
        #expect(ledger.begin(call("1"), isIdempotent: false, at: 3) == .finished(.succeeded("a")))
        // The first end counts.
        ledger.finish("1", .cancelled, at: 4)
        #expect(ledger.begin(call("1"), isIdempotent: false, at: 5) == .finished(.succeeded("a")))
        ledger.finish("2", .cancelled, at: 6)
        #expect(ledger.count == 1)
    }

    /// Inputs are compared by the server's digest, or by their members in any order.
    @Test func anotherInput() {
        var ledger = CallLedger()
        _ = ledger.begin(call("1", ["a": 1, "b": 2]), isIdempotent: false, at: 0)
        #expect(ledger.begin(call("1", ["b": 2, "a": 1]), isIdempotent: false, at: 0) == .running)
        #expect(ledger.begin(call("1", ["a": 1, "b": 3]), isIdempotent: false, at: 0) == .inputChanged)
        _ = ledger.begin(call("2", hash: "x"), isIdempotent: false, at: 0)
        #expect(ledger.begin(call("2", ["a": 1], hash: "x"), isIdempotent: false, at: 0) == .running)
        #expect(ledger.begin(call("2", hash: "y"), isIdempotent: false, at: 0) == .inputChanged)
    }

    @Test func aFinishedCallIsForgottenAfterADay() {
        var ledger = CallLedger()
        _ = ledger.begin(call("1"), isIdempotent: false, at: 0)
        _ = ledger.begin(call("2"), isIdempotent: false, at: 0)
        ledger.finish("1", .succeeded(nil), at: 10)
        #expect(
            ledger.begin(call("1"), isIdempotent: false, at: 9 + CallLedger.retention) == .finished(.succeeded(nil))
        )
        #expect(ledger.begin(call("1"), isIdempotent: false, at: 10 + CallLedger.retention) == .run)
        // A call that runs is kept.
        #expect(ledger.begin(call("2"), isIdempotent: false, at: 10 * CallLedger.retention) == .running)
    }

    /// The oldest finished call is forgotten for a new one; calls that run are kept.
    @Test func theNumberOfCallsIsBounded() {
        let entries = (0..<CallLedger.mostCalls).map { number -> JSONValue in
            [
                "callId": .string("\(number)"), "digest": "x", "time": .integer(number),
                "outcome": ["status": "cancelled"],
            ]
        }
        var ledger = CallLedger(json: ["calls": .array(entries)])
        #expect(ledger.count == CallLedger.mostCalls)
        #expect(ledger.begin(call("new"), isIdempotent: false, at: 20_000) == .run)
        #expect(ledger.count == CallLedger.mostCalls)
        #expect(ledger.begin(call("9999", hash: "x"), isIdempotent: false, at: 20_000) == .finished(.cancelled))
        #expect(ledger.begin(call("0", hash: "x"), isIdempotent: false, at: 20_000) == .run)
    }

    @Test func aRestart() {
        var ledger = CallLedger()
        _ = ledger.begin(call("1"), isIdempotent: false, at: 0)
        _ = ledger.begin(call("2"), isIdempotent: true, at: 0)
        _ = ledger.begin(call("3"), isIdempotent: false, at: 0)
        ledger.finish("3", .failed(IntentError(.failed, "full")), at: 1)
        var restored = CallLedger(json: ledger.json)
        #expect(restored == ledger)
        restored.recover(at: 2)
        #expect(restored.begin(call("1"), isIdempotent: false, at: 3) == .finished(.unknown))
        #expect(restored.begin(call("2"), isIdempotent: true, at: 3) == .run)
        #expect(
            restored.begin(call("3"), isIdempotent: false, at: 3) == .finished(.failed(IntentError(.failed, "full")))
        )
    }

    @Test func entriesThatCannotBeReadAreLeftOut() {
        #expect(CallLedger(json: ["calls": [["callId": 1], ["callId": "a"], 7]]) == CallLedger())
        #expect(CallLedger(json: []) == CallLedger())
    }

    @Test func aLedgerInAFile() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = CallLedgerFile(at: folder.appending(path: "calls.json"))
        #expect(try file.load() == CallLedger())
        var ledger = CallLedger()
        _ = ledger.begin(call("1"), isIdempotent: false, at: 0)
        try file.save(ledger)
        #expect(try file.load() == ledger)
    }
}
