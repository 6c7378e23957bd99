import AgentWire
import StreamingJSON
import Testing

/// The answers about runs: each reads the bytes that it writes.
@Suite struct AdminRunRoundTripTests {
    private static let run =
        #"{"id":"run_1","client":"c1","client_name":"phone","model":"openai:gpt-5","tool":null,"status":"failed","#
        + #""created_at":"2026-11-26T10:00:00Z","updated_at":"2026-11-26T10:00:02Z","queue_ms":12,"duration_ms":2000,"#
        + #""rounds":2,"tool_calls":3,"input_tokens":1200,"cached_tokens":300,"output_tokens":85,"problem":"upstream-failed"}"#
    private static let runOfUser = String(run.dropLast()) + #","user":"usr_1"}"#
    private static let call =
        #"{"id":"run_2","client":"c1","client_name":null,"model":null,"tool":"getInventory","status":"running","#
        + #""created_at":"2026-11-26T10:00:00Z","updated_at":"2026-11-26T10:00:02Z","queue_ms":null,"duration_ms":null,"#
        + #""rounds":0,"tool_calls":1,"input_tokens":0,"cached_tokens":0,"output_tokens":0,"problem":null}"#
    private static let spans = [
        #"{"kind":"queue","start_ms":0,"duration_ms":12}"#,
        #"{"kind":"round","start_ms":12,"duration_ms":900,"round":1,"upstream":"openai","model":"gpt-5","first_token_ms":210,"#
            + #""input_tokens":600,"cached_tokens":0,"output_tokens":40,"finish":"tool_calls"}"#,
        #"{"kind":"round","start_ms":12,"duration_ms":null,"round":2,"upstream":"phrasebook","model":null,"first_token_ms":null,"#
            + #""input_tokens":0,"cached_tokens":0,"output_tokens":0,"finish":null}"#,
        #"{"kind":"tool","start_ms":920,"duration_ms":300,"round":1,"tool":"searchWeb","state":"done"}"#,
        #"{"kind":"wait","start_ms":1220,"duration_ms":null,"round":1,"tool":"deleteInventory","wait":"approval"}"#,
    ]
    private static let counts =
        #"{"since":"2026-11-25T10:00:00Z","counts":{"queued":0,"running":2,"waiting":1,"completed":120,"failed":3,"#
        + #""cancelled":1,"interrupted":0}}"#

    private static let samples: [WireSample] =
        [
            WireSample(WireRun.self, run), WireSample(WireRun.self, call), WireSample(WireRun.self, runOfUser),
            WireSample(WireRunList.self, #"{"runs":[\#(run),\#(call)],"next":"run_2"}"#),
            WireSample(WireRunList.self, #"{"runs":[],"next":null}"#),
            WireSample(
                WireRunTimeline.self,
                #"{"run":\#(run),"spans":[\#(spans.joined(separator: ","))],"spans_omitted":4}"#
            ),
            WireSample(WireRunCounts.self, counts),
        ] + spans.map { WireSample(WireRunSpan.self, $0) }

    @Test(arguments: samples) func bytesReadAndWrittenAreTheSame(sample: WireSample) throws {
        #expect(try sample.rewritten() == sample.json)
    }

    @Test(arguments: samples) func aValueThatIsNoObjectIsRefused(sample: WireSample) {
        #expect(sample.faults(in: 5) == ["#"])
    }

    @Test(arguments: samples) func aValueWithoutItsMembersIsRefused(sample: WireSample) {
        #expect(sample.faults(in: [:])?.isEmpty == false)
    }
}
