import Testing

@testable import Telemetry

@Suite struct TraceContextTests {
    static let traceID = "0af7651916cd43dd8448eb211c80319c"
    static let parentID = "b7ad6b7169203331"

    struct Case: Sendable, CustomTestStringConvertible {
        var name: String
        var traceparent: [String]
        var isTaken: Bool
        var isSampled = false

        init(_ name: String, _ traceparent: String..., taken isTaken: Bool, sampled isSampled: Bool = false) {
            (self.name, self.traceparent, self.isTaken, self.isSampled) = (name, traceparent, isTaken, isSampled)
        }

        var testDescription: String { name }
    }

    static let cases = [
        Case("plain", "00-\(traceID)-\(parentID)-01", taken: true, sampled: true),
        Case("not sampled", "00-\(traceID)-\(parentID)-00", taken: true),
        Case("unknown flags, sampled", "00-\(traceID)-\(parentID)-ff", taken: true, sampled: true),
        Case("unknown flags, not sampled", "00-\(traceID)-\(parentID)-02", taken: true),
        Case("space around it", " \t00-\(traceID)-\(parentID)-01 \t", taken: true, sampled: true),
        Case("later version", "cc-\(traceID)-\(parentID)-01", taken: true, sampled: true),
        Case("later version with more", "cc-\(traceID)-\(parentID)-01-what-comes", taken: true, sampled: true),
        Case("later version, only a hyphen more", "cc-\(traceID)-\(parentID)-01-", taken: true, sampled: true),
        Case("later version with more but no hyphen", "cc-\(traceID)-\(parentID)-01.what-comes", taken: false),
        Case(
            "256 bytes",
            "cc-\(traceID)-\(parentID)-01-" + String(repeating: "x", count: 200),
            taken: true,
            sampled: true
        ),
        Case("257 bytes", "cc-\(traceID)-\(parentID)-01-" + String(repeating: "x", count: 201), taken: false),
        Case("combining marks", "x" + String(repeating: "\u{301}\u{316}", count: 1 << 18), taken: false),
        Case("combining mark behind a blank", " \u{301}00-\(traceID)-\(parentID)-01", taken: false),
        Case("version 00 with more", "00-\(traceID)-\(parentID)-01-what-comes", taken: false),
        Case("version ff", "ff-\(traceID)-\(parentID)-01", taken: false),
        Case("version of one digit", "0-\(traceID)-\(parentID)-01", taken: false),
        Case("version of letters", ".0-\(traceID)-\(parentID)-01", taken: false),
        Case("trace id of zeros", "00-00000000000000000000000000000000-\(parentID)-01", taken: false),
        Case("trace id in capitals", "00-\(traceID.uppercased())-\(parentID)-01", taken: false),
        Case("trace id too short", "00-\(traceID.dropLast())-\(parentID)-01", taken: false),
        Case("trace id too long", "00-\(traceID)0-\(parentID)-01", taken: false),
        Case("trace id with a dot", "00-.\(traceID.dropLast())-\(parentID)-01", taken: false),
        Case("parent id of zeros", "00-\(traceID)-0000000000000000-01", taken: false),
        Case("parent id too short", "00-\(traceID)-\(parentID.dropLast())-01", taken: false),
        Case("flags of one digit", "00-\(traceID)-\(parentID)-1", taken: false),
        Case("flags of letters", "00-\(traceID)-\(parentID)-.0", taken: false),
        Case("a sign in the flags", "00-\(traceID)-\(parentID)-+1", taken: false),
        Case("two fields", "00-\(traceID)-\(parentID)-01", "00-\(traceID)-\(parentID)-01", taken: false),
        Case("nothing", taken: false),
        Case("empty", "", taken: false),
        Case("a letter that is no byte", "00-\(traceID.dropLast())é-\(parentID)-01", taken: false),
    ]

    @Test(arguments: cases) func aTraceIsContinuedOrCreated(_ entry: Case) {
        let trace = TraceContext(traceparent: entry.traceparent, tracestate: ["a=1"])
        #expect((trace.traceID == Self.traceID) == entry.isTaken)
        #expect((trace.parentID == Self.parentID) == entry.isTaken)
        #expect(trace.isSampled == entry.isSampled)
        // The state of a trace that was not accepted is dropped.
        #expect(trace.state == (entry.isTaken ? "a=1" : nil))
        #expect(TraceParent("00-\(trace.traceID)-\(trace.parentID)-00") != nil)
    }

    struct StateCase: Sendable {
        var values: [String]
        var state: String?
    }

    static let states: [StateCase] = [
        .init(values: ["a=1", "b=2"], state: "a=1,b=2"),
        .init(values: ["a=1 , ,\tb=2"], state: "a=1,b=2"),
        .init(values: ["z=1,a=2"], state: "z=1,a=2"),
        .init(values: ["0tenant@system=1"], state: "0tenant@system=1"),
        .init(values: ["a-_*/9=x y"], state: "a-_*/9=x y"),
        .init(values: ["\(String(repeating: "a", count: 256))=1"], state: "\(String(repeating: "a", count: 256))=1"),
        .init(values: ["\(String(repeating: "a", count: 257))=1"], state: nil),
        .init(values: ["a=\(String(repeating: "v", count: 256))"], state: "a=\(String(repeating: "v", count: 256))"),
        .init(values: ["a=\(String(repeating: "v", count: 257))"], state: nil),
        .init(
            values: [(0..<32).map { "k\($0)=1" }.joined(separator: ",")],
            state: (0..<32).map { "k\($0)=1" }.joined(separator: ",")
        ),
        .init(values: [(0..<33).map { "k\($0)=1" }.joined(separator: ",")], state: nil),
        .init(values: ["a=1,a=2"], state: nil),
        .init(values: ["A=1"], state: nil),
        .init(values: ["1a=1"], state: nil),
        .init(values: ["a@b@c=1"], state: nil),
        .init(values: ["@b=1"], state: nil),
        .init(values: ["a@=1"], state: nil),
        .init(values: ["a"], state: nil),
        .init(values: ["a="], state: nil),
        .init(values: ["=1"], state: nil),
        .init(values: ["a=1=2"], state: nil),
        .init(values: ["a=é"], state: nil),
        .init(values: ["", " , "], state: nil),
        .init(values: [], state: nil),
        // The long member is dropped before a short one that follows it.
        .init(
            values: [
                "a=1", "long=\(String(repeating: "v", count: 250))", "more=\(String(repeating: "v", count: 250))",
                "z=1",
            ],
            state: "a=1,long=\(String(repeating: "v", count: 250)),z=1"
        ),
    ]

    @Test(arguments: states) func theStateIsForwardedCompletelyOrNotAtAll(_ entry: StateCase) {
        #expect(TraceState.checked(entry.values) == entry.state)
    }

    @Test func eachRequestIsASpanOfItsOwn() throws {
        let trace = TraceContext(traceparent: ["00-\(Self.traceID)-\(Self.parentID)-03"], tracestate: ["a=1"])
        let first = trace.fields
        let second = trace.fields
        #expect(first.map(\.name) == ["traceparent", "tracestate"])
        #expect(first[1].value == "a=1")
        let parents = try [first, second].map { try #require(TraceParent($0[0].value)) }
        #expect(parents.allSatisfy { $0.traceID == Self.traceID && $0.isSampled && $0.parentID != Self.parentID })
        #expect(parents[0].parentID != parents[1].parentID)
        #expect(first[0].value.hasSuffix("-01"))
    }

    @Test func aCreatedTraceHasNoIDOfZeros() {
        var zeros = ZerosFirst()
        let trace = TraceContext(using: &zeros)
        #expect(trace.traceID.contains { $0 != "0" })
        #expect(trace.traceID.utf8.count == 32 && trace.parentID.utf8.count == 16)
    }

    /// A generator that returns zeros first, and then another number.
    private struct ZerosFirst: RandomNumberGenerator {
        private var count = 0
        mutating func next() -> UInt64 {
            count += 1
            return count < 5 ? 0 : UInt64(count)
        }
    }
}
