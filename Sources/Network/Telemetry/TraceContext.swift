import RandomNumbers

/// The trace of a distributed system to which the work of a task belongs (W3C Trace Context, level 1).
///
/// While ``current`` is set, trusted requests of `HTTPClient` send it, each as a span of its own. Requests whose URL comes from a
/// person or a web page do not send it: the operator does not run their servers, which must not learn which requests belong together.
public struct TraceContext: Sendable, Hashable {
    /// The trace of the current task.
    @TaskLocal public static var current: TraceContext?

    /// The trace's id: 32 lowercase hexadecimal digits, not all of them zero.
    public let traceID: String
    /// The id of the caller's span: 16 lowercase hexadecimal digits, not all of them zero.
    public let parentID: String
    /// Whether the caller records the trace.
    public let isSampled: Bool
    /// The data that tracing systems added, unchanged; `nil` for none.
    public let state: String?

    /// A new trace that is not recorded.
    public init() {
        var generator = SharedRandomNumbers()
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

    /// Reads the fields of a request; creates a new trace when they are not valid, as the standard asks.
    ///
    /// - Parameters:
    ///   - traceparent: All values of the field `traceparent`; only a single one is valid.
    ///   - tracestate: All values of the field `tracestate`, in order; they form one list.
    public init(traceparent: [String], tracestate: [String]) {
        guard traceparent.count == 1, let parent = TraceParent(traceparent[0]) else {
            self.init()
            return
        }
        self.init(parent, state: TraceState.checked(tracestate))
    }

    /// The header fields for an outgoing request, as a new span of this trace.
    package var fields: [(name: String, value: String)] {
        var generator = SharedRandomNumbers()
        let span = Self.randomID(digits: 16, using: &generator)
        // Flags that this version of the standard does not define are not forwarded.
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
