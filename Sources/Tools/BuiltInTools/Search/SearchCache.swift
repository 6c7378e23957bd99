import AgentTools
import Synchronization

/// A cache of the upstreams' results, each kept as long as the upstream permits; concurrent equal queries share one request.
final class SearchCache: Sendable {
    /// The upstream and the query, without the caller's time.
    private struct Key: Hashable {
        let upstream: String
        let host: String
        let text: String
        let limit: Int
        let locale: String

        init(_ upstream: any SearchUpstream, _ query: SearchQuery) {
            self.upstream = upstream.id
            host = upstream.host(for: query.caller)
            text = query.text.lowercased()
            limit = query.limit
            locale = query.caller.localeIdentifier
        }
    }

    private static let longestContent = 2000

    private let found: Mutex<TimedCache<Key, [SearchHit]>>
    private let calls = SharedCalls<Key, [SearchHit]>()
    private let now: @Sendable () -> ContinuousClock.Instant

    /// Makes an empty cache.
    ///
    /// - Parameters:
    ///   - capacity: The number of cached answers.
    ///   - maximumAge: The age up to which an answer is used if its upstream fails.
    init(
        capacity: Int = 512,
        maximumAge: Duration = .seconds(24 * 60 * 60),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        found = Mutex(TimedCache(capacity: capacity, maximumAge: maximumAge))
        self.now = now
    }

    /// Returns recent results from the cache, or else queries the upstream.
    func hits(_ upstream: any SearchUpstream, _ query: SearchQuery) async throws -> [SearchHit] {
        let key = Key(upstream, query)
        let freshness = upstream.freshness
        if let freshness, let known = known(key), known.age < freshness { return known.value }
        return try await calls.value(for: key) { [self] in
            let hits = try await upstream.search(query).map(Self.shortened)
            if freshness != nil { found.withLock { $0.store(hits, for: key, at: now()) } }
            return hits
        }
    }

    /// Returns cached results of any age, with their age.
    func staleHits(_ upstream: any SearchUpstream, _ query: SearchQuery) -> (value: [SearchHit], age: Duration)? {
        known(Key(upstream, query))
    }

    private func known(_ key: Key) -> (value: [SearchHit], age: Duration)? {
        let now = now()
        return found.withLock { $0.value(for: key, at: now) }
    }

    private static func shortened(_ hit: SearchHit) -> SearchHit {
        SearchHit(
            title: String(hit.title.unicodeScalars.prefix(300)),
            content: String(hit.content.unicodeScalars.prefix(longestContent)),
            url: hit.url
        )
    }
}
