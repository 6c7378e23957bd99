import AgentTools

/// Merges the results of upstreams by their ranks (``ReciprocalRank``).
struct RankFusion {
    /// A page with the results of all upstreams.
    struct Page: Sendable, Equatable {
        var hit: SearchHit
        var score = 0.0
        /// The ids of the upstreams that found it.
        var upstreams: [String]
    }

    /// Merges the lists; hits without a web address are left out, and pages with equal scores keep their order.
    static func merge(_ lists: [(upstream: String, hits: [SearchHit])]) -> [Page] {
        let ranked = lists.map { list in
            let pages = list.hits.compactMap { hit in
                CanonicalURL(hit.url).map { (key: $0, item: Page(hit: hit, upstreams: [list.upstream])) }
            }
            return (items: pages, weight: 1.0)
        }
        let merged = ReciprocalRank.merge(ranked) { page, other in
            var page = page
            page.upstreams += other.upstreams
            if other.hit.content.count > page.hit.content.count { page.hit.content = other.hit.content }
            return page
        }
        return merged.map { page, score in
            var page = page
            page.score = score
            return page
        }
    }
}
