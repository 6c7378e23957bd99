import LanguageModels
import Synchronization

/// Remembers what calls have brought, as each tool's policy allows, and makes a call once for all who ask the same at one time.
final class ToolResultCache: Sendable {
    /// A text, and the data for the client.
    struct Result: Sendable {
        let text: String
        let artifacts: [ToolArtifact]
    }

    /// What an output may depend on.
    struct Key: Hashable, Sendable {
        let tool: String
        /// As JSON in the order of the schema.
        let arguments: String
        let locale: String
        let timeZone: String
        let day: String
        /// `nil` for what everybody may be given.
        let owner: OutputOwner?
    }

    private static let capacity = 256
    private static let keptFor: Duration = .seconds(24 * 60 * 60)
    /// What is larger is not remembered, so that the whole stays below 16 MiB.
    private static let mostBytes = 64 << 10

    private let results = Mutex(TimedCache<Key, Result>(capacity: capacity, maximumAge: keptFor))
    private let calls = SharedCalls<Key, Result>()
    private let now: @Sendable () -> ContinuousClock.Instant

    init(now: @escaping @Sendable () -> ContinuousClock.Instant) { self.now = now }

    /// What a call has brought no longer ago than this, else what it brings now.
    ///
    /// - Throws: What the call throws, which is not remembered; `CancellationError`.
    func result(
        for key: Key,
        timeToLive: Duration,
        _ call: @escaping @Sendable () async throws -> Result
    ) async throws -> Result {
        if let known = known(key, timeToLive) { return known }
        return try await calls.value(for: key) { [self] in
            // Another call may have ended between the look above and here.
            if let known = known(key, timeToLive) { return known }
            let result = try await call()
            if Self.size(of: result) <= Self.mostBytes {
                results.withLock { $0.store(result, for: key, at: now()) }
            }
            return result
        }
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
