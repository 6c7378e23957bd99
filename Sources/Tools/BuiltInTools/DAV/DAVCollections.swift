import AgentTools
import Synchronization

/// The collections of one kind in an account, queried in parallel; their addresses are cached for a while.
final class DAVCollections: Sendable {
    /// The age up to which cached addresses are used; a new address book may be missed for as long.
    private static let cacheDuration = Duration.seconds(600)

    let account: DAVAccount
    let kind: DAVCollectionKind
    private let now: @Sendable () -> ContinuousClock.Instant
    private let cache = Mutex<[String: (found: DAVDiscovery.Found, until: ContinuousClock.Instant)]>([:])

    init(
        _ account: DAVAccount,
        _ kind: DAVCollectionKind,
        now: @escaping @Sendable () -> ContinuousClock.Instant = { .now }
    ) {
        self.account = account
        self.kind = kind
        self.now = now
    }

    /// The resources of all collections, and the numbers of collections that did not send all of theirs, and that were not asked.
    struct Report {
        var resources: [DAVMultistatus.Resource] = []
        var incomplete = 0
        var beyondLimit = 0
    }

    /// Sends a query to every collection and returns the resources of all answers.
    ///
    /// A collection that fails is skipped and counted, unless all of them fail or the failure is about the key.
    ///
    /// - Parameter bodies: The query; each further body is sent if the server rejects the one before.
    /// - Throws: ``UpstreamFailure``, or `CancellationError`.
    func report(_ bodies: [String]) async throws -> Report {
        try await account.perform { exchange, credentials in
            let cached = cache.withLock { $0[credentials.keyID] }
            if let cached, cached.until > now() {
                do {
                    return try await query(cached.found, bodies, exchange, credentials)
                } catch let error as DAVFailure where error.isAboutResource || error.failure.code == .keyRefused {
                    // The collections may have moved, or the password is invalid; discovery finds out which.
                    cache.withLock { $0[credentials.keyID] = nil }
                }
            }
            let discovery = DAVDiscovery(exchange: exchange, kind: kind, credentials: credentials)
            let found = try await discovery.collections()
            let until = now() + Self.cacheDuration
            // Only the current key's addresses are kept, because those of earlier keys are not used again.
            cache.withLock { $0 = [credentials.keyID: (found, until)] }
            return try await query(found, bodies, exchange, credentials)
        }
    }

    private func query(
        _ found: DAVDiscovery.Found,
        _ bodies: [String],
        _ exchange: DAVExchange,
        _ credentials: DAVCredentials
    ) async throws -> Report {
        let results = try await withThrowingTaskGroup(of: (Int, Result<DAVMultistatus, DAVFailure>).self) { group in
            for (index, address) in found.addresses.enumerated() {
                group.addTask {
                    do {
                        return (index, .success(try await Self.query(address, bodies, exchange, credentials)))
                    } catch let error as DAVFailure {
                        guard !error.isAboutKey else { throw error }
                        return (index, .failure(error))
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }.sorted { $0.0 < $1.0 }.map(\.1)
        }
        let answers = results.compactMap { try? $0.get() }
        if answers.isEmpty, let first = results.first { _ = try first.get() }
        return Report(
            resources: answers.flatMap(\.resources),
            incomplete: results.count - answers.count { !$0.isIncomplete } + found.unread,
            beyondLimit: found.beyondLimit
        )
    }

    private static func query(
        _ address: DAVAddress,
        _ bodies: [String],
        _ exchange: DAVExchange,
        _ credentials: DAVCredentials
    ) async throws -> DAVMultistatus {
        for body in bodies.dropLast() {
            do {
                return try await exchange.send("REPORT", address, depth: 1, body: body, credentials: credentials)
                    .multistatus
            } catch let error as DAVFailure
                where error.status.map({ [400, 403, 415, 422, 500, 501].contains($0) }) ?? false
            {
                continue
            }
        }
        return try await exchange.send("REPORT", address, depth: 1, body: bodies.last ?? "", credentials: credentials)
            .multistatus
    }
}

/// A kind of collection: address books or calendars.
enum DAVCollectionKind: Sendable {
    case addressBook
    case calendar

    /// The property of a principal with the addresses of their collections' homes.
    var homeSet: XMLElement.Name { self == .addressBook ? .addressBookHomeSet : .calendarHomeSet }

    /// The path that redirects to a server's service (RFC 6764).
    var wellKnownPath: String { self == .addressBook ? "/.well-known/carddav" : "/.well-known/caldav" }

    /// Whether a resource is a collection of this kind; a calendar without events, such as a task list, is not.
    func matches(_ resource: DAVMultistatus.Resource) -> Bool {
        let type = resource.property(.resourceType)
        guard type?.child(self == .addressBook ? .addressBook : .calendar) != nil else { return false }
        guard self == .calendar, let components = resource.property(.supportedComponents) else { return true }
        // An empty list says nothing; a query finds out.
        let kinds = components.children(.component)
        return kinds.isEmpty || kinds.contains { $0.attributes["name"]?.uppercased() == "VEVENT" }
    }
}
