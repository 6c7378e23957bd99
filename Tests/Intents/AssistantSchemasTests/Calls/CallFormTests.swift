import AssistantSchemas
import StreamingJSON
import Testing

/// Calls, queries and their answers on the wire.
@Suite struct CallFormTests {
    @Test func aCall() throws {
        let json: JSONValue = [
            "callId": "01J", "turnId": "t", "schema": "photos.openAlbum", "intentId": "OpenAlbum", "deviceId": "d",
            "input": ["target": ["type": "photos.album", "id": "7"]], "inputHash": "ab", "mode": "foreground",
            "attempt": 2,
        ]
        let call = try IntentCall(json: json)
        #expect(call.callID == "01J")
        #expect(call.schema == "photos.openAlbum")
        #expect(call.intentID == "OpenAlbum")
        #expect(call.input["target"]?["id"] == "7")
        #expect(call.inputHash == "ab")
        #expect(call.attempt == 2)
        #expect(try IntentCall(json: .object(call.json)) == call)
        #expect(try IntentCall(json: ["callId": "1", "schema": "a.b"]).attempt == 1)
    }

    @Test(
        arguments: [
            [], ["schema": "a.b"], ["callId": "", "schema": "a.b"], ["callId": "1", "schema": "a.b", "input": []],
            ["callId": "1", "schema": "a.b", "attempt": 0], ["callId": 1, "schema": "a.b"],
        ] as [JSONValue]
    )
    func otherDocumentsAreNoCalls(json: JSONValue) {
        #expect(throws: DocumentFormatError.self) { try IntentCall(json: json) }
    }

    @Test(
        arguments: [
            (.succeeded(nil), #"{"status":"succeeded","output":null}"#),
            (
                .succeeded(["type": "photos.album", "id": "1"]),
                #"{"status":"succeeded","output":{"type":"photos.album","id":"1"}}"#
            ),
            (
                .failed(IntentError(.unknownEntity, "gone")),
                #"{"status":"failed","error":{"code":"unknown_entity","message":"gone"}}"#
            ),
            (.denied(IntentError(.denied, "no")), #"{"status":"denied","error":{"code":"denied","message":"no"}}"#),
            (
                .needsValue(IntentNeed(parameter: "name", prompt: "Which name?", choices: ["a", "b"])),
                #"{"status":"needs_value","needs":{"parameter":"name","prompt":"Which name?","choices":["a","b"]}}"#
            ),
            (.needsValue(IntentNeed(parameter: "name")), #"{"status":"needs_value","needs":{"parameter":"name"}}"#),
            (.cancelled, #"{"status":"cancelled"}"#), (.unknown, #"{"status":"unknown"}"#),
        ] as [(IntentOutcome, String)]
    )
    func outcomes(outcome: IntentOutcome, text: String) throws {
        #expect(JSONValue.object(outcome.json).serialized() == text)
        #expect(try IntentOutcome(json: JSONValue(parsing: text)) == outcome)
    }

    @Test(
        arguments: [
            ["status": "done"], [:], ["status": "failed"], ["status": "failed", "error": ["code": "bad"]],
            ["status": "needs_value"],
        ] as [JSONValue]
    )
    func otherDocumentsAreNoOutcomes(json: JSONValue) {
        #expect(throws: DocumentFormatError.self) { try IntentOutcome(json: json) }
    }

    @Test(
        arguments: [
            (.get(["1", "2"]), #"{"ids":["1","2"]}"#), (.matching("夏"), #"{"text":"夏"}"#), (.suggested, "{}"),
            (.filter(["from": "2026-11-26T00:00:00Z"]), #"{"from":"2026-11-26T00:00:00Z"}"#),
        ] as [(EntityQueryCall.Arguments, String)]
    )
    func queries(arguments: EntityQueryCall.Arguments, text: String) throws {
        let query = EntityQueryCall(
            queryID: "q",
            schema: "photos.album",
            arguments: arguments,
            properties: ["name"],
            limit: 5
        )
        #expect(query.json["arguments"]?.serialized() == text)
        #expect(try EntityQueryCall(json: .object(query.json)) == query)
    }

    @Test(
        arguments: [
            ["queryId": "q", "schema": "a.b", "verb": "indexed"], ["queryId": "q", "schema": "a.b"],
            ["queryId": "q", "schema": "a.b", "verb": "get", "arguments": ["ids": [1]]],
            ["queryId": "q", "schema": "a.b", "verb": "matching", "arguments": [:]],
            ["queryId": "q", "schema": "a.b", "verb": "suggested", "limit": 51],
        ] as [JSONValue]
    )
    func otherDocumentsAreNoQueries(json: JSONValue) {
        #expect(throws: DocumentFormatError.self) { try EntityQueryCall(json: json) }
    }

    @Test func theLimitOfAQueryIsBounded() {
        #expect(EntityQueryCall(queryID: "q", schema: "a.b", arguments: .suggested, limit: 1_000).limit == 50)
        #expect(EntityQueryCall(queryID: "q", schema: "a.b", arguments: .suggested, limit: -1).limit == 1)
    }

    @Test func answers() throws {
        for answer in [
            EntityQueryAnswer.entities([["type": "photos.album", "id": "1"]]), .entities([]),
            .failed(IntentError(.unavailable, "no")),
        ] {
            #expect(try EntityQueryAnswer(json: .object(answer.json)) == answer)
        }
        let many: JSONValue = ["status": "answered", "entities": .array(Array(repeating: [:], count: 51))]
        #expect(throws: DocumentFormatError.self) { try EntityQueryAnswer(json: many) }
    }
}
