#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif
public import StreamingJSON

/// A page of the runs of all clients, the newest first.
public struct WireRunList: WireValue {
    /// The runs; possibly fewer than requested, also if there are more.
    public var runs: [WireRun]
    /// The value of `cursor` for the next page; `nil` after the last run.
    public var next: String?

    /// Makes a page.
    public init(runs: [WireRun], next: String?) { (self.runs, self.next) = (runs, next) }

    /// Reads a page.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        runs = fields.requiredValues("runs")
        next = fields.string("next")
        try fields.check()
    }

    /// The page as JSON.
    public var jsonValue: JSONValue { ["runs": .array(runs.map(\.jsonValue)), "next": .text(next)] }
}

/// A run with its spans.
public struct WireRunTimeline: WireValue {
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

    /// Reads a timeline.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        spans = fields.requiredValues("spans")
        omittedSpans = fields.requiredInteger("spans_omitted")
        run = try fields.requiredValue("run")
        try fields.check()
    }

    /// The timeline as JSON.
    public var jsonValue: JSONValue {
        [
            "run": run.jsonValue, "spans": .array(spans.map(\.jsonValue)), "spans_omitted": .integer(omittedSpans),
        ]
    }
}

/// The numbers of runs by their states.
public struct WireRunCounts: WireValue {
    /// The time from which ended runs are counted, by their end.
    public var since: Date
    /// The numbers: of all runs that have not ended, and of those that ended since then.
    public var counts: [WireRun.Status: Int]

    /// Makes numbers; a state that is missing has none.
    public init(since: Date, counts: [WireRun.Status: Int]) { (self.since, self.counts) = (since, counts) }

    /// Reads the numbers.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(jsonValue: JSONValue) throws(WireError) {
        var fields = try RequestFields(open: jsonValue)
        since = fields.requiredDate("since")
        counts =
            fields.nested("counts") { fields in
                var counts: [WireRun.Status: Int] = [:]
                for status in WireRun.Status.allCases { counts[status] = fields.requiredInteger(status.rawValue) }
                return counts
            } ?? [:]
        try fields.check()
    }

    /// The numbers as JSON, with every state.
    public var jsonValue: JSONValue {
        let members = WireRun.Status.allCases.map { ($0.rawValue, JSONValue.integer(counts[$0] ?? 0)) }
        return ["since": .time(since), "counts": .object(JSONObject(members))]
    }
}
