import AgentWire
import Foundation
import StreamingJSON
import Testing

/// The requests and answers of the endpoints of clients: each reads the bytes that it writes.
@Suite struct RoundTripTests {
    private static let call =
        #"{"call":"c1","name":"getInventory","arguments":{"id":1},"status":"completed","duration_ms":12,"summary":"one item","#
        + #""artifacts":[{"type":"inventory.items","data":[1]}]}"#
    private static let usage = #"{"input_tokens":3,"output_tokens":4,"total_tokens":7}"#
    private static let message =
        #"{"role":"assistant","text":"done","artifacts":[{"type":"inventory.items","data":[1]}]}"#
    private static let refusal = #"{"role":"assistant","text":"no","artifacts":[],"refused":true}"#
    private static let action =
        #"{"kind":"approval","call":"c2","name":"f","arguments":{},"deadline":"2026-11-22T10:00:00Z","text":"May I?"}"#
    private static let answer = #""object":{"a":1},"confidence":0.75,"part_confidences":{"/a":0.5}"#
    private static let times = #""created_at":"2026-11-22T10:00:00Z","updated_at":"2026-11-22T10:00:01Z""#
    private static let problem =
        #"{"type":"urn:torii:problem:upstream-failed","title":"\#(Problem.Kind.upstreamFailed.title)","status":502,"detail":"d","#
        + ##""errors":[{"pointer":"#/a","detail":"b"}],"run":"run_1"}"##
    private static let conversation = #""conversation":"conv_1","title":"Hi",\#(times)"#

    private static let samples: [WireSample] = [
        WireSample(WireUsage.self, usage),
        WireSample(WireArtifact.self, #"{"type":"inventory.items","data":null}"#),
        WireSample(WireToolCall.self, call),
        WireSample(RequiredAction.self, action),
        WireSample(StructuredAnswer.self, "{\(answer)}"),
        WireSample(StructuredAnswer.self, #"{"object":null}"#),
        WireSample(ReplyMessage.self, message),
        WireSample(
            ChatReply.self,
            #"{"run":"run_1","conversation":"conv_1","status":"completed","message":\#(message),\#(answer),"#
                + #""tool_calls":[\#(call)],"usage":\#(usage),"model":"phrasebook"}"#
        ),
        WireSample(
            ChatReply.self,
            #"{"run":"run_1","status":"completed","message":\#(refusal),"tool_calls":[],"usage":\#(usage),"model":"m"}"#
        ),
        WireSample(
            RunDescription.self,
            #"{"run":"run_1","conversation":"conv_1","status":"completed","model":"m",\#(times),"event_count":5,"#
                + #""tool_calls":[\#(call)],"message":\#(message),\#(answer),"usage":\#(usage)}"#
        ),
        WireSample(
            RunDescription.self,
            #"{"run":"run_1","status":"completed","tool":"getInventory",\#(times),"event_count":5,"tool_calls":[\#(call)],"#
                + #""usage":\#(usage)}"#
        ),
        WireSample(
            RunDescription.self,
            #"{"run":"run_1","conversation":"conv_1","status":"waiting","model":"m",\#(times),"event_count":5,"#
                + #""tool_calls":[],"actions":[\#(action)]}"#
        ),
        WireSample(
            RunDescription.self,
            #"{"run":"run_1","status":"cancelled","model":"m",\#(times),"event_count":5,"tool_calls":[],"#
                + #""reason":"disconnected","usage":\#(usage)}"#
        ),
        WireSample(
            RunDescription.self,
            #"{"run":"run_1","status":"failed","model":"m",\#(times),"event_count":5,"tool_calls":[],"problem":\#(problem)}"#
        ),
        WireSample(
            RunPage.self,
            #"{"runs":[{"run":"run_1","conversation":"conv_1","status":"waiting","model":"m",\#(times),"actions":[\#(action)]},"#
                + #"{"run":"run_2","status":"running","tool":"f",\#(times)}],"next":"2"}"#
        ),
        WireSample(ConversationPage.self, #"{"conversations":[{\#(conversation)}],"next":null}"#),
        WireSample(
            ConversationDocument.self,
            #"{\#(conversation),"messages":[{"role":"user","text":"Hi"}],"transcript":[{"id":"1"}],"#
                + #""runs":[{"run":"run_1","status":"completed","created_at":"2026-11-22T10:00:00Z"}]}"#
        ),
        WireSample(
            WireList<ToolDescription>.self,
            #"{"tools":[{"name":"f","description":"d","parameters":{"type":"object"},"read_only":true,"destructive":false,"#
                + #""needs_approval":false,"idempotent":true,"deadline_seconds":2.5,"output_budget":100,"#
                + #""cache":{"seconds":0.5,"scope":"shared"},"artifacts":["a"],"titles":{"ja":"y"},"examples":{"en":"x"},"client_output":{}},"#
                + #"{"name":"g","description":"d","parameters":{},"read_only":true,"destructive":false,"needs_approval":true,"#
                + #""idempotent":true,"deadline_seconds":2.5,"output_budget":null,"cache":null,"artifacts":[],"titles":{},"examples":{}}]}"#
        ),
        WireSample(
            ModelList.self,
            #"{"object":"list","data":[{"id":"phrasebook","object":"model","created":5,"owned_by":"torii"}]}"#
        ),
        WireSample(
            ClientTool.self,
            #"{"name":"f","description":"d","parameters":{"type":"object"},"output":{"type":"string"}}"#
        ),
        WireSample(
            ChatRequest.self,
            #"{"message":"Hi","conversation":"conv_1","model":"m","locale":"ja","time_zone":"Asia/Tokyo","stream":true,"#
                + #""tools":["f"],"on_disconnect":"finish","on_busy":"queue","approve_by_message":true}"#
        ),
        WireSample(
            ExtractRequest.self,
            #"{"messages":[{"role":"user","text":"Hi"}],"schema":{"type":"object"},"instructions":"i","confidence":"agreement"}"#
        ),
        WireSample(
            RunAnswers.self,
            #"{"outputs":[{"call":"c1","output":null},{"call":"c2","error":"e"}],"#
                + #""decisions":[{"call":"c3","decision":"reject","reason":"r"}],"stream":false}"#
        ),
    ]

    @Test(arguments: samples) func bytesReadAndWrittenAreTheSame(sample: WireSample) throws {
        #expect(try sample.rewritten() == sample.json)
    }

    @Test(arguments: samples) func aValueThatIsNoObjectIsRefused(sample: WireSample) {
        #expect(sample.faults(in: 5) == ["#"])
    }

    @Test(arguments: samples) func aValueWithoutItsMembersIsRefused(sample: WireSample) {
        #expect(sample.faults(in: [:])?.isEmpty == false)
    }

    @Test func anErrorOfOpenAIsFormReadsBack() throws {
        let sent = OpenAIErrorDocument(
            Problem(.invalidRequest, detail: "d", faults: [.init(pointer: "#/a/0", detail: "b")])
        )
        let read = try OpenAIErrorDocument(
            jsonValue: JSONValue(parsing: sent.jsonValue.serialized()),
            status: sent.status,
            shouldRetry: sent.shouldRetry
        )
        #expect(read == sent)
        #expect(throws: WireError.self) { try OpenAIErrorDocument(jsonValue: ["error": 5], status: 400) }
    }

    @Test func anExportInPiecesIsTheWholeDocument() throws {
        let time = Date(timeIntervalSince1970: 1_795_000_000)
        let document = ConversationDocument(
            conversation: .init(id: "conv_1", createdAt: time, updatedAt: time),
            messages: [.init(role: "user", text: "a"), .init(role: "assistant", text: "b")],
            transcript: [["id": "1"], 5],
            runs: [.init(id: "run_1", status: "completed", createdAt: time)]
        )
        var bytes: [UInt8] = []
        var export = ConversationExport(document.conversation, into: &bytes)
        export.start(.messages, into: &bytes)
        for message in document.messages { export.append(message.jsonValue, into: &bytes) }
        export.start(.transcript, into: &bytes)
        for entry in document.transcript { export.append(entry, into: &bytes) }
        export.start(.runs, into: &bytes)
        for run in document.runs { export.append(run.jsonValue, into: &bytes) }
        export.end(into: &bytes)
        #expect(String(decoding: bytes, as: UTF8.self) == document.jsonValue.serialized())
        #expect(try ConversationDocument(jsonValue: JSONValue(parsing: bytes)) == document)
    }
}
