#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
import StreamingJSON

/// A page of the runs of all clients, the newest first.
public struct WireRunList: WireRecord {
    /// The runs; possibly fewer than requested, also if there are more.
    public var runs: [WireRun]
    /// The value of `cursor` for the next page; `nil` after the last run.
    public var next: String?

    /// Makes a page.
    public init(runs: [WireRun], next: String?) { (self.runs, self.next) = (runs, next) }

    package static let fields: Fields<Self> = Fields(Self.init, .always("runs", \.runs), .always("next", \.next))
}

/// A run with its spans.
public struct WireRunTimeline: WireRecord {
    /// The run.
    public var run: WireRun
    /// The spans, in the order of their starts.
    public var spans: [WireRunSpan]
    /// The number of spans that were not kept.
    public var omittedSpans: Int

    /// Makes a timeline.
    public init(run: WireRun, spans: [WireRunSpan], omittedSpans: Int) {
        (self.run, self.spans, self.omittedSpans) = (run, spans, omittedSpans)
    }

    package static let fields: Fields<Self> = Fields(
        named: "RunTimeline",
        Self.init,
        .always("run", \.run),
        .always("spans", \.spans),
        .always("spans_omitted", \.omittedSpans, "The number of spans that were not kept.")
    )
}

/// The numbers of runs by their states.
public struct WireRunCounts: WireRecord {
    /// The time from which ended runs are counted, by their end.
    public var since: Date
    /// The numbers: of all runs that have not ended, and of those that ended since then.
    public var counts: [WireRun.Status: Int]

    /// Makes numbers; a state that is missing has none.
    public init(since: Date, counts: [WireRun.Status: Int]) { (self.since, self.counts) = (since, counts) }

    private static let statuses = WireRun.Status.allCases
    private static let ofStatuses = FieldCoding<[WireRun.Status: Int]>(
        schema: .object(statuses.map { .always($0.rawValue, .integer()) }, isClosed: false, nil),
        read: { fields, name in
            fields.nested(name) { fields in
                var counts: [WireRun.Status: Int] = [:]
                for status in statuses { counts[status] = Int.requiredField(status.rawValue, &fields) }
                return counts
            } ?? [:]
        },
        write: { counts in .object(JSONObject(statuses.map { ($0.rawValue, .integer(counts[$0] ?? 0)) })) }
    )

    package static let fields: Fields<Self> = Fields(
        named: "RunCounts",
        Self.init,
        .always("since", \.since),
        .custom("counts", \.counts, ofStatuses)
    )
}
