import AgentTools

/// Discovers the collections of an account: from an address to the principal, to the home, to its contents (RFC 6764, RFC 5397).
struct DAVDiscovery {
    /// The number of collections that are queried at most.
    static let collectionLimit = 64

    /// The collections of an account.
    struct Found: Sendable {
        /// Their addresses without duplicates, up to the limit.
        var addresses: [DAVAddress] = []
        /// The number of collections beyond the limit.
        var beyondLimit = 0
        /// The number of homes, and of resources in them, that the server failed to describe.
        var unread = 0
    }

    let exchange: DAVExchange
    let kind: DAVCollectionKind
    let credentials: DAVCredentials

    /// Returns the collections.
    ///
    /// - Throws: ``DAVFailure``, or `CancellationError`.
    func collections() async throws -> Found {
        let configured = exchange.configured
        var tried: Set<DAVAddress> = []
        var refusal: DAVFailure?
        for start in [configured, configured.with(path: kind.wellKnownPath), configured.with(path: "/")] {
            guard tried.insert(start).inserted else { continue }
            do {
                if let found = try await collections(from: start) { return found }
            } catch let error as DAVFailure where error.isAboutResource || error.failure.code == .unreadable {
                if error.status == 403 { refusal = error }
            }
        }
        throw refusal ?? DAVFailure(.unreadable, host: configured.host)
    }

    /// Returns the collections that an address leads to; `nil` if it leads to no home.
    private func collections(from start: DAVAddress) async throws -> Found? {
        let answer = try await properties(of: start)
        guard let own = answer.multistatus.resources.first else { return nil }
        if kind.matches(own) { return Found(addresses: [answer.address]) }
        var homes = hrefs(kind.homeSet, of: own, at: answer.address)
        if homes.isEmpty {
            if own.property(.currentUserPrincipal)?.child(.unauthenticated) != nil {
                throw DAVFailure(.keyRefused, host: start.host)
            }
            guard let person = hrefs(.currentUserPrincipal, of: own, at: answer.address).first, person != answer.address
            else { return nil }
            let properties = try await properties(of: person)
            guard let owner = properties.multistatus.resources.first else { return nil }
            homes = hrefs(kind.homeSet, of: owner, at: properties.address)
        }
        guard !homes.isEmpty else { return nil }
        var (found, unread, known): ([DAVAddress], Int, Set<DAVAddress>) = ([], 0, [])
        var failures: [DAVFailure] = []
        for home in homes {
            let answer: DAVExchange.Answer
            do {
                answer = try await propfind(home, depth: 1)
            } catch let error as DAVFailure where !error.isAboutKey {
                failures.append(error)
                continue
            }
            unread += answer.multistatus.leftOut
            for resource in answer.multistatus.resources {
                guard kind.matches(resource) else {
                    if let status = resource.failures[.resourceType], ![404, 410].contains(status) { unread += 1 }
                    continue
                }
                guard let address = answer.address.resolving(resource.href), known.insert(address).inserted else {
                    continue
                }
                found.append(address)
            }
        }
        if failures.count == homes.count { throw failures[0] }
        unread += failures.count
        let beyondLimit = max(0, found.count - Self.collectionLimit)
        return Found(addresses: Array(found.prefix(Self.collectionLimit)), beyondLimit: beyondLimit, unread: unread)
    }

    private func properties(of address: DAVAddress) async throws -> DAVExchange.Answer {
        try await propfind(address, depth: 0)
    }

    private func propfind(_ address: DAVAddress, depth: Int) async throws -> DAVExchange.Answer {
        try await exchange.send("PROPFIND", address, depth: depth, body: Self.body, credentials: credentials)
    }

    private func hrefs(
        _ name: XMLElement.Name,
        of resource: DAVMultistatus.Resource,
        at address: DAVAddress
    ) -> [DAVAddress] {
        (resource.property(name)?.children(.href) ?? []).compactMap { address.resolving($0.trimmedText) }
    }

    /// The query for all steps; a resource reports unknown properties with a status, so that one query fits all.
    private static let body = """
        <?xml version="1.0" encoding="utf-8"?>
        <d:propfind xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:card="urn:ietf:params:xml:ns:carddav"><d:prop>\
        <d:resourcetype/><d:current-user-principal/><c:calendar-home-set/><card:addressbook-home-set/>\
        <c:supported-calendar-component-set/></d:prop></d:propfind>
        """
}
