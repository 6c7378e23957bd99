import SignedTokens
import Signals
import StreamingJSON
import Synchronization

/// The keys of one issuer: fixed ones, or those that it publishes, which one task at a time reads.
final class IssuerKeys: Sendable {
    /// The place of published keys.
    enum Place: Sendable {
        /// The discovery document of an issuer names it.
        case discovery(issuer: String)
        /// An address.
        case address(String)
    }

    /// The keys are missing or too old, and cannot be read now.
    struct Unavailable: Error { let retryAfter: Duration }

    /// The state of the keys for the operator.
    struct State: Sendable {
        var keys: KeySet?
        /// The time since the keys were read; `nil` for keys of the row itself.
        var age: Duration?
        var fault: IssuerFault?
        /// Whether the keys are no longer fresh, and still used.
        var isStale = false
        var readings = TokenFigures.Readings()
    }

    /// The longest time that a request waits for keys.
    private static let longestWait = Duration.seconds(3)
    /// The time for which the address of the key set is remembered.
    private static let addressLifetime = Duration.seconds(86_400)

    private struct Published: Sendable {
        var cache = KeySetCache()
        /// The address of the key set, and when discovery has named it.
        var address: (text: String, readAt: ContinuousClock.Instant)?
        var tag: String?
        var readings = TokenFigures.Readings()
    }

    private let place: Place?
    private let fixed: KeySetCache.Keys?
    private let algorithms: [SignatureAlgorithm]?
    private let reader: any IssuerReader
    private let now: @Sendable () -> ContinuousClock.Instant
    /// Called when a set has changed: with the keys, and whether a key is gone.
    private let changed: @Sendable (KeySet, Bool) -> Void
    private let published = Mutex(Published())
    private let ends = Broadcast<Void>()

    /// Keys that a row has itself.
    init(_ keys: KeySet, reader: any IssuerReader) {
        (place, fixed, algorithms, self.reader) = (nil, KeySetCache.Keys(set: keys, version: 1, losses: 0), nil, reader)
        now = { .now }
        changed = { _, _ in }
    }

    /// Keys that an issuer publishes.
    ///
    /// - Parameters:
    ///   - algorithms: The algorithms of the row, if it limits them.
    ///   - changed: Called when a set differs from the one before: with the keys, and whether a key is gone.
    init(
        at place: Place,
        algorithms: [SignatureAlgorithm]?,
        reader: any IssuerReader,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
        changed: @escaping @Sendable (KeySet, Bool) -> Void = { _, _ in }
    ) {
        (self.place, fixed, self.algorithms, self.reader) = (place, nil, algorithms, reader)
        (self.now, self.changed) = (now, changed)
    }

    /// The number of times that a key was gone.
    var losses: Int { published.withLock { $0.cache.keys?.losses ?? 0 } }

    /// The state for the operator.
    var state: State {
        if let fixed { return State(keys: fixed.set) }
        let time = now()
        return published.withLock { published in
            let cache = published.cache
            return State(
                keys: cache.keys?.set,
                age: cache.readAt.map { time - $0 },
                fault: cache.fault,
                isStale: cache.isStale(at: time),
                readings: published.readings
            )
        }
    }

    /// Starts a reading if the keys are due, and returns whether they may still be used; it does not wait.
    func refreshIfDue() -> Bool {
        guard fixed == nil else { return true }
        let time = now()
        let (starts, isUsable) = published.withLock { published in
            (published.cache.ask(at: time).startsReading, published.cache.isUsable(at: time))
        }
        if starts { startReading() }
        return isUsable
    }

    /// Returns the keys.
    func current() async throws(Unavailable) -> KeySetCache.Keys {
        if let fixed { return fixed }
        let time = now()
        return try await keys(by: published.withLock { $0.cache.ask(at: time) })
    }

    /// Returns keys that are newer than a version, or those that there are.
    func current(newerThan version: Int) async throws(Unavailable) -> KeySetCache.Keys {
        if let fixed { return fixed }
        let time = now()
        return try await keys(by: published.withLock { $0.cache.ask(newerThan: version, at: time) })
    }

    /// Reads the keys now because the operator asks; waits for a reading in progress instead of starting another one.
    func read() async throws(IssuerFault) -> KeySet {
        if let fixed { return fixed.set }
        let time = now()
        if published.withLock({ $0.cache.startNow(at: time) }) { startReading() }
        await waitForReading(upTo: .seconds(20))
        let cache = published.withLock(\.cache)
        if let fault = cache.fault { throw fault }
        guard let keys = cache.keys else { throw IssuerFault("The issuer's keys were not read in time. Try again.") }
        return keys.set
    }

    private func keys(by decision: KeySetCache.Decision) async throws(Unavailable) -> KeySetCache.Keys {
        if decision.startsReading { startReading() }
        var answer = decision.answer
        if case .wait = answer {
            await waitForReading(upTo: Self.longestWait)
            let time = now()
            answer = published.withLock { $0.cache.settled(at: time) }
        }
        switch answer {
        case .keys(let keys): return keys
        case .unavailable(let time): throw Unavailable(retryAfter: time)
        case .wait: throw Unavailable(retryAfter: .seconds(1))
        }
    }

    /// Waits for the end of the reading, at most for a time.
    private func waitForReading(upTo limit: Duration) async {
        let ended: AsyncStream<Void> = ends.stream { $0 }
        // It may have ended before the stream was there.
        guard published.withLock(\.cache.isReading) else { return }
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in ended { return } }
            // A limit on the wait of a request, beside the event itself.
            group.addTask { _ = try? await Task.sleep(for: limit) }
            _ = await group.next()
            group.cancelAll()
        }
    }

    private func startReading() {
        // The reading belongs to all requests that wait for it, so it cannot be a child of the first one.
        Task { await performReading() }
    }

    private func performReading() async {
        let started = now()
        let known = published.withLock { ($0.address, $0.tag, $0.cache.keys) }
        do throws(IssuerFault) {
            let isKnown = known.0.map { started < $0.readAt + Self.addressLifetime } ?? false
            let address = try await address(isKnown ? known.0 : nil)
            let isSame = known.0.map { $0.text == address } ?? true
            guard let document = try await reader.document(at: address, tag: isSame && known.2 != nil ? known.1 : nil)
            else { throw IssuerFault("There is no key set at \(address.excerpt(upTo: 200)). Check the issuer.") }
            let set = try document.bytes.map { bytes throws(IssuerFault) in try parsed(bytes) }
            let time = now()
            let end = published.withLock { published in
                published.tag = document.tag
                if !isKnown { published.address = (address, time) }
                let before = published.cache.keys?.version
                published.readings.succeeded += 1
                let lacksKey = published.cache.succeed(set, lifetime: document.maximumAge, at: time)
                let keys = published.cache.keys
                // The first set changes nothing.
                let isChanged = before != nil && keys?.version != before
                return (changed: isChanged ? keys?.set : nil, lacksKey: lacksKey)
            }
            if let keys = end.changed { changed(keys, end.lacksKey) }
        } catch {
            published.withLock { published in
                published.readings.failed += 1
                published.cache.fail(error)
                // The set may have moved.
                published.address = nil
            }
        }
        ends.notify(())
    }

    /// Returns the address of the key set, which discovery names once a day and after a fault.
    private func address(
        _ known: (text: String, readAt: ContinuousClock.Instant)?
    ) async throws(IssuerFault) -> String {
        if let known { return known.text }
        switch place {
        case .address(let address)?: return address
        case .discovery(let issuer)?: return try await IssuerDiscovery(issuer: issuer).keyAddress(by: reader)
        case nil: throw IssuerFault("The issuer publishes no keys.")
        }
    }

    private func parsed(_ bytes: [UInt8]) throws(IssuerFault) -> KeySet {
        do throws(SignedTokensError) { return try KeySet(parsing: bytes, algorithms: algorithms) } catch {
            throw IssuerFault(error.description)
        }
    }
}
