import Synchronization

/// The measures of all upstreams of a client, which its threads write and anyone reads.
///
/// A transfer looks up the entry of its upstream once and then writes there, which costs one lock for a few additions. The number of
/// entries is limited, because requests to web pages go to ever more hosts.
final class MeasureBook: Sendable {
    /// The entry for all upstreams that exceed the maximum.
    static let others = "(others)"

    private let maximumUpstreams: Int
    private let pages = Mutex<[String: Page]>([:])

    /// An empty book.
    ///
    /// - Parameter maximumUpstreams: The number of upstreams that have an entry of their own.
    init(maximumUpstreams: Int = 1000) {
        self.maximumUpstreams = maximumUpstreams
    }

    /// Returns the entry of an upstream, by the host that errors name.
    func page(of upstream: String) -> Page {
        pages.withLock { pages in
            let isKnown = pages[upstream] != nil
            let key = isKnown || pages.count < maximumUpstreams ? upstream : Self.others
            if let page = pages[key] { return page }
            let page = Page()
            pages[key] = page
            return page
        }
    }

    /// All current measures, by upstream.
    var measures: [String: UpstreamMeasures] {
        pages.withLock { $0 }.mapValues(\.measures)
    }

    /// The measures of one upstream.
    final class Page: Sendable {
        private let state = Mutex(UpstreamMeasures())

        fileprivate init() {}

        /// Counts an event.
        func record(_ event: UpstreamMeasures.Event) {
            state.withLock { $0.record(event) }
        }

        /// The current measures.
        var measures: UpstreamMeasures { state.withLock { $0 } }
    }
}
