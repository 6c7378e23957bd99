import Synchronization

/// Remembers what upstreams found, each for as long as it allows, and asks once for all who ask the same at one time.
final class SearchMemory: Sendable {
    /// What was asked of whom; the caller's clock makes no difference.
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

    /// An empty memory.
    ///
    /// - Parameters:
    ///   - capacity: How many answers of upstreams are kept.
    ///   - maximumAge: How old an answer may be to be given when its upstream fails.
    init(
        capacity: Int = 512,
        maximumAge: Duration = .seconds(24 * 60 * 60),
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        found = Mutex(TimedCache(capacity: capacity, maximumAge: maximumAge))
        self.now = now
    }

    /// What an upstream finds, or has found just before.
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

    /// What an upstream found once, however long ago, and how long.
    func old(_ upstream: any SearchUpstream, _ query: SearchQuery) -> (value: [SearchHit], age: Duration)? {
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
