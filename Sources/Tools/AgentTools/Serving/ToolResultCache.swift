import LanguageModels
import Synchronization
import ToolRecords

/// A cache of tool results, each kept as its tool's policy permits; concurrent equal calls share one execution.
final class ToolResultCache: Sendable {
    /// The text of a result, and the artifacts for the client.
    struct Result: Sendable {
        let text: String
        let artifacts: [ToolArtifact]
    }

    /// Everything that an output may depend on.
    struct Key: Hashable, Sendable {
        let tool: String
        /// The arguments as JSON, in the order of the schema.
        let arguments: String
        let locale: String
        let timeZone: String
        let day: String
        /// The owner of the result; `nil` if all callers may receive it.
        let owner: OutputOwner?
        /// The facts about the owner's user; `nil` for none, or if all callers may receive the result.
        let user: CallerUser?
    }

    private static let capacity = 256
    private static let keptFor: Duration = .seconds(24 * 60 * 60)
    /// Larger results are not cached, so that the cache stays below 16 MiB.
    private static let mostBytes = 64 << 10

    private let results = Mutex(TimedCache<Key, Result>(capacity: capacity, maximumAge: keptFor))
    private let calls = SharedCalls<Key, Result>()
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// Returns a cached result that is recent enough, or else makes the call.
    ///
    /// - Throws: The error of the call, which is not cached; `CancellationError`.
    func result(
        for key: Key,
        timeToLive: Duration,
        _ call: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        if let known = known(key, timeToLive) { return known }
        return try await calls.value(for: key) { [self] in
            // Another call may have ended between the first look-up and this one.
            if let known = known(key, timeToLive) { return known }
            let result = try await call()
            if Self.size(of: result) <= Self.mostBytes {
                results.withLock { $0.store(result, for: key, at: now()) }
            }
            return result
        }
    }

    /// Removes the results that belong to some owners.
    func forget(where isGone: (Owner) -> Bool) {
        results.withLock { $0.removeAll { $0.owner.map { isGone($0.owner) } == true } }
    }

    /// Removes the results that are too old.
    func forgetExpired() {
        let time = now()
        results.withLock { $0.removeExpired(at: time) }
    }

    private func known(_ key: Key, _ timeToLive: Duration) -> Result? {
        let time = now()
        guard let known = results.withLock({ $0.value(for: key, at: time) }), known.age < timeToLive else { return nil }
        return known.value
    }

    private static func size(of result: Result) -> Int {
        result.artifacts.reduce(result.text.utf8.count) { $0 + $1.content.jsonString.utf8.count }
    }
}
