/// To which trace of a distributed system the work of this task belongs (W3C Trace Context, level 1).
///
/// Trusted requests of `HTTPClient` that are made while ``current`` is set carry it on, each as a span of its own. Requests whose
/// URL comes from a person or a web page do not: whom those reach is not the operator's, and need not learn what belongs together.
public struct TraceContext: Sendable, Hashable {
    /// The trace of the task at work.
    @TaskLocal public static var current: TraceContext?

    /// The trace's id: 32 lowercase hexadecimal digits, not all of them zero.
    public let traceID: String
    /// The id of the caller's span: 16 lowercase hexadecimal digits, not all of them zero.
    public let parentID: String
    /// Whether the caller records the trace.
    public let isSampled: Bool
    /// What tracing systems add, as it came; `nil` for nothing.
    public let state: String?

    /// A new trace, begun here and recorded by nobody.
    public init() {
        var generator = SystemRandomNumberGenerator()
        self.init(using: &generator)
    }

    package init(using generator: inout some RandomNumberGenerator) {
        traceID = Self.randomID(digits: 32, using: &generator)
        parentID = Self.randomID(digits: 16, using: &generator)
        isSampled = false
        state = nil
    }

    private init(_ parent: TraceParent, state: String?) {
        traceID = parent.traceID
        parentID = parent.parentID
        isSampled = parent.isSampled
        self.state = state
    }

    /// Reads the fields of a request; begins a new trace when they are not valid, as the standard asks.
    ///
    /// - Parameters:
    ///   - traceparent: Every value of the field `traceparent`, of which there may be one.
    ///   - tracestate: Every value of the field `tracestate`, in order; they count as one list.
    public init(traceparent: [String], tracestate: [String]) {
        guard traceparent.count == 1, let parent = TraceParent(traceparent[0]) else {
            self.init()
            return
        }
        self.init(parent, state: TraceState.checked(tracestate))
    }

    /// The fields for a request to the next one, as a new span of this trace.
    package var fields: [(name: String, value: String)] {
        var generator = SystemRandomNumberGenerator()
        let span = Self.randomID(digits: 16, using: &generator)
        // Flags that this version of the standard does not know are not passed on.
        var fields = [("traceparent", "00-\(traceID)-\(span)-\(isSampled ? "01" : "00")")]
        if let state { fields.append(("tracestate", state)) }
        return fields
    }

    private static func randomID(digits: Int, using generator: inout some RandomNumberGenerator) -> String {
        while true {
            let id = (0..<digits / 16).map { _ in UInt64.random(in: .min ... .max, using: &generator).paddedHex }
                .joined()
            if id.contains(where: { $0 != "0" }) { return id }
        }
    }
}

extension UInt64 {
    fileprivate var paddedHex: String {
        let hex = String(self, radix: 16)
        return String(repeating: "0", count: 16 - hex.count) + hex
    }
}
