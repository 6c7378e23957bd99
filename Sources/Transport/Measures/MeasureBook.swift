import Synchronization

/// The measures of all upstreams of a client, written by its threads and read by anybody.
///
/// A transfer asks once for its upstream's page and then writes there; that is one lock, held for a few additions, and no
/// look-up. Requests to pages of the web go to ever new hosts, so the number of pages is bounded.
final class MeasureBook: Sendable {
    /// The page for all upstreams that came after the book was full.
    static let others = "(others)"

    private let maximumUpstreams: Int
    private let pages = Mutex<[String: Page]>([:])

    /// An empty book.
    ///
    /// - Parameter maximumUpstreams: How many upstreams have a page of their own.
    init(maximumUpstreams: Int = 1000) {
        self.maximumUpstreams = maximumUpstreams
    }

    /// The page of an upstream, by the host that errors name.
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

    /// All measures as they are now, by upstream.
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

        /// The measures as they are now.
        var measures: UpstreamMeasures { state.withLock { $0 } }
    }
}
