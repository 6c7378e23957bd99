/// Merges ranked lists by reciprocal rank fusion, which puts a page first that several upstreams rank high.
///
/// Each list adds `1 / (60 + rank)` to a page's score, as in Cormack, Clarke and Büttcher (2009). The upstreams' scores are not
/// used because they have no common scale.
struct RankFusion {
    /// A page with the results of all upstreams.
    struct Page: Sendable, Equatable {
        var hit: SearchHit
        var score: Double
        /// The ids of the upstreams that found it.
        var upstreams: [String]
    }

    private static let constant = 60.0

    /// Merges the lists; hits without a web address are left out, and pages with equal scores keep their order.
    static func merge(_ lists: [(upstream: String, hits: [SearchHit])]) -> [Page] {
        var pages: [Page] = []
        var places: [CanonicalURL: Int] = [:]
        for list in lists {
            var seen: Set<CanonicalURL> = []
            for hit in list.hits {
                guard let url = CanonicalURL(hit.url), seen.insert(url).inserted else { continue }
                let score = 1 / (constant + Double(seen.count))
                if let place = places[url] {
                    pages[place].score += score
                    pages[place].upstreams.append(list.upstream)
                    if hit.content.count > pages[place].hit.content.count { pages[place].hit.content = hit.content }
                } else {
                    places[url] = pages.count
                    pages.append(Page(hit: hit, score: score, upstreams: [list.upstream]))
                }
            }
        }
        return pages.enumerated()
            .sorted { ($1.element.score, $0.offset) < ($0.element.score, $1.offset) }
            .map(\.element)
    }
}
