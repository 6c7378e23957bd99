import Synchronization

/// The metrics of all upstreams of a client, which its threads write and anyone reads.
///
/// A transfer looks up the entry of its upstream once and then writes there, which costs one lock for a few additions. The number of
/// entries is limited, because requests to web pages go to ever more hosts.
final class UpstreamMetricsTable: Sendable {
    /// The name of the entry for all upstreams beyond the maximum.
    static let others = "(others)"

    private let maximumUpstreams: Int
    private let entries = Mutex<[String: Entry]>([:])

    /// An empty table.
    ///
    /// - Parameter maximumUpstreams: The number of upstreams that have an entry of their own.
    init(maximumUpstreams: Int = 1000) {
        self.maximumUpstreams = maximumUpstreams
    }

    /// Returns the entry of an upstream, by the host that errors name.
    func entry(for upstream: String) -> Entry {
        entries.withLock { entries in
            let isKnown = entries[upstream] != nil
            let key = isKnown || entries.count < maximumUpstreams ? upstream : Self.others
            if let entry = entries[key] { return entry }
            let entry = Entry()
            entries[key] = entry
            return entry
        }
    }

    /// All current metrics, by upstream.
    var metrics: [String: UpstreamMetrics] {
        entries.withLock { $0 }.mapValues(\.metrics)
    }

    /// The metrics of one upstream.
    final class Entry: Sendable {
        private let state = Mutex(UpstreamMetrics())

        fileprivate init() {}

        /// Counts an event.
        func record(_ event: UpstreamMetrics.Event) {
            state.withLock { $0.record(event) }
        }

        /// The current metrics.
        var metrics: UpstreamMetrics { state.withLock { $0 } }
    }
}
