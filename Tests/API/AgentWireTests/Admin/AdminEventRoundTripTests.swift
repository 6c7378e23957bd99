import AgentWire
import StreamingJSON
import Testing

/// The history of keys and the events for administrators: each reads the bytes that it writes.
@Suite struct AdminEventRoundTripTests {
    private static let key =
        #"{"id":"k1","upstream":"openai","label":"first","last_four":null,"fingerprint":"0011","state":"active","weight":1,"#
        + #""models":[],"tools":[],"expires_at":null,"health":{"state":"healthy","since":"2026-11-26T10:00:00Z"},"#
        + #""last_check":null,"destinations":[],"unconfirmed":null,"exposed_at":null,"leases_out":0,"created_at":"2026-11-26T10:00:00Z"}"#
    private static let rotation =
        #"{"id":"r1","upstream":"openai","state":"draining","old_key":"k1","new_key":"k2","last_four":null,"#
        + #""fingerprint":"0011","check":{"result":"verified"},"reason":null,"forced":false,"requested_by":"command-line","#
        + #""leases_out":2,"reversible":true,"created_at":"2026-11-26T10:00:00Z","changed_at":"2026-11-26T10:00:01Z","#
        + #""activated_at":"2026-11-26T10:00:01Z","drains_until":"2026-11-26T10:10:01Z","kept_until":null,"erased_at":null}"#
    private static let client =
        #"{"id":"c1","name":"phone","scopes":["chat"],"limits":{},"expires_at":null,"revoked_at":null,"#
        + #""created_at":"2026-11-26T10:00:00Z","changed_at":"2026-11-26T10:00:00Z","tokens":[]}"#
    private static let run =
        #"{"id":"run_1","client":"c1","client_name":"phone","model":"phrasebook","tool":null,"status":"running","#
        + #""created_at":"2026-11-26T10:00:00Z","updated_at":"2026-11-26T10:00:00Z","queue_ms":0,"duration_ms":null,"#
        + #""rounds":1,"tool_calls":0,"input_tokens":0,"cached_tokens":0,"output_tokens":0,"problem":null}"#
    private static let row =
        #"{"action":"key.add","actor":"torii","hash":"ab","id":3,"object":"openai/keys/k1","outcome":"done","#
        + #""previous_hash":"cd","time":"2026-11-26T10:00:00.123Z"}"#
    private static let usage =
        #"{"turns":2,"unsettled_turns":0,"input_tokens":30,"cached_input_tokens":10,"cache_write_tokens":5,"output_tokens":4,"money":"0.01","#
        + #""unpriced":false}"#
    private static let counts =
        #"{"since":"2026-11-25T10:00:00Z","counts":{"queued":0,"running":1,"waiting":0,"completed":0,"failed":0,"#
        + #""cancelled":0,"interrupted":0}}"#
    private static let pool =
        #"{"name":"openai","active_keys":1,"health":{"healthy":1,"resting":0,"out_of_credit":0,"dead":0},"leases_out":0,"#
        + #""rotation":null}"#
    private static let snapshot =
        #"{"upstreams":[\#(pool)],"keys":[\#(key)],"rotations":[\#(rotation)],"clients":[\#(client)],"runs":[\#(run)],"#
        + #""run_counts":\#(counts),"usage":\#(usage),"audit":\#(row)}"#
    private static let historyKey =
        #"{"id":"k1","label":"first","last_four":"cdef","fingerprint":"0011","state":"removed"}"#
    private static let change =
        #"{"key":"k1","time":"2026-11-26T10:00:00Z","state":"resting","cause":"limited","until":"2026-11-26T10:01:00Z"}"#
    private static let outcomes =
        #"{"key":"k1","start":"2026-11-26T10:00:00Z","accepted":1,"refused":2,"out_of_credit":3,"limited":4,"failed":5}"#
    private static let history =
        #"{"upstream":"openai","since":"2026-11-25T10:00:00Z","until":"2026-11-26T10:00:00Z","step_seconds":300,"#
        + #""keys":[\#(historyKey)],"changes":[\#(change)],"outcomes":[\#(outcomes)],"truncated":false}"#

    private static let samples = [
        WireSample(WireAdminSnapshot.self, snapshot), WireSample(WireAdminSnapshot.self, "{}"),
        WireSample(WireAdminSnapshot.self, #"{"clients":[]}"#), WireSample(WireKeyHistory.self, history),
        WireSample(WireKeyHistory.Key.self, historyKey), WireSample(WireKeyHistory.Change.self, change),
        WireSample(WireKeyHistory.Outcomes.self, outcomes),
    ]

    @Test(arguments: samples) func bytesReadAndWrittenAreTheSame(sample: WireSample) throws {
        #expect(try sample.rewritten() == sample.json)
    }

    @Test(arguments: samples) func aValueThatIsNoObjectIsRefused(sample: WireSample) {
        #expect(sample.faults(in: 5) == ["#"])
    }

    @Test(arguments: [
        ("snapshot", snapshot), ("key.changed", #"{"id":"k1","upstream":"openai","key":\#(key)}"#),
        ("key.changed", #"{"id":"k1","upstream":"openai","key":null}"#),
        ("rotation.changed", #"{"id":"r1","rotation":\#(rotation)}"#),
        ("client.changed", #"{"id":"c1","client":\#(client)}"#), ("client.changed", #"{"id":"c1","client":null}"#),
        ("run.changed", #"{"id":"run_1","run":\#(run)}"#), ("audit.appended", #"{"row":\#(row)}"#),
        ("usage.tick", #"{"usage":\#(usage)}"#),
    ])
    func anEventReadsTheDataThatItWrites(name: String, data: String) throws {
        let kind = try #require(WireAdminEvent.Kind(rawValue: name))
        let event = try WireAdminEvent(kind, jsonValue: JSONValue(parsing: data))
        #expect(event.kind == kind && event.jsonValue.serialized() == data)
        #expect(throws: WireError.self) { try WireAdminEvent(kind, jsonValue: 5) }
    }
}
