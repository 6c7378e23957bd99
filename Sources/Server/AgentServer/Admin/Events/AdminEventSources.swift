import Accounts
import AgentRuntime
import AgentWire
import Foundation
import KeyVault
import StoredValues
import StreamingJSON

/// The states that events are made of, read from the parts that the admin interface also reads.
package struct AdminEventSources: Sendable {
    /// The state of an object, as the data of its event.
    struct State: Sendable {
        let object: AdminEventLog.Object
        let data: [UInt8]
        /// The upstream of a key; empty for any other object.
        var upstream = ""
        /// Whether it is a rotation that changes without being marked.
        var isUnderWay = false

        init(_ event: WireAdminEvent, id: String = "") {
            object = .init(kind: event.kind, id: id)
            data = event.line
        }
    }

    let keys: KeyAdministration
    let clients: ClientAdministration
    let runs: RunAdministration
    let vault: KeyVault
    let usage: AdminInterface.UsageSumReader
    /// The currency of the amounts of money; `nil` if the prices cannot be read.
    let currency: String?

    /// The most rotations of a snapshot.
    private static let mostRotations = 50
    /// The most runs of a snapshot.
    private static let mostRuns = 100

    /// Returns a stream that has an element when a token or a sign-in may have ended.
    func revocations() -> AsyncStream<String?> { clients.clients.revocations() }

    /// Returns the states of a topic's objects.
    ///
    /// - Throws: `StoreError`.
    func read(_ topic: AdminEventLog.Topic) async throws -> [State] {
        switch topic {
        case .keys:
            let keys = try await vault.keys().map { key in
                var state = State(.keyChanged(id: key.id, upstream: key.upstream, WireKey(key)), id: key.id)
                state.upstream = key.upstream
                return state
            }
            return keys
                + (try await rotations().map { rotation in
                    var state = State(.rotationChanged(WireRotation(rotation)), id: rotation.id)
                    state.isUnderWay = rotation.state.isUnderWay
                    return state
                })
        case .clients:
            return clients.clients.list().map {
                State(.clientChanged(id: $0.id, WireClient($0, currency: currency)), id: $0.id)
            }
        case .run(let id):
            return try await runs.listings.run(id).map { [State(.runChanged(runs.named($0)), id: id)] } ?? []
        case .usage: return [State(.usageTick(try await usageOfToday()))]
        case .audit: return try await latestRow().map { [State(.auditAppended($0))] } ?? []
        }
    }

    /// Returns the state of everything that a reader may see.
    ///
    /// - Throws: `StoreError`.
    func snapshot(_ kinds: Set<WireAdminEvent.Kind>) async throws -> WireAdminSnapshot {
        var snapshot = WireAdminSnapshot()
        if kinds.contains(.keyChanged) {
            snapshot.upstreams = try await keys.pools()
            snapshot.keys = try await vault.keys().map { WireKey($0) }
            snapshot.rotations = try await rotations().map { WireRotation($0) }
        }
        if kinds.contains(.clientChanged) {
            snapshot.clients = clients.clients.list().map { WireClient($0, currency: currency) }
        }
        if kinds.contains(.runChanged) {
            var query = RunListings.Query()
            query.statuses = [.queued, .running, .waiting]
            query.limit = Self.mostRuns
            snapshot.runs = try await runs.listings.page(query).runs.map(runs.named)
            snapshot.runCounts = try await runs.listings.counts(since: Date() - 86_400)
        }
        if kinds.contains(.usageTick) { snapshot.usage = try await usageOfToday() }
        if kinds.contains(.auditAppended) { snapshot.audit = try await latestRow() }
        return snapshot
    }

    private func rotations() async throws -> [Rotation] { try await vault.rotations(limit: Self.mostRotations) }

    private func latestRow() async throws -> WireAuditRow? {
        try await vault.auditLines(limit: 1).first.map { try WireAuditRow(jsonValue: JSONValue(parsing: $0)) }
    }

    private func usageOfToday() async throws -> WireUsageSummary.Sums {
        let seconds = UsageRecord.slotSeconds
        let now = Int(Date().timeIntervalSince1970)
        let day = now / 86_400 * 86_400
        let records = try await usage(.model, nil, day / seconds..<now / seconds + 1, UsageAdministration.mostSums)
        var totals = UsageSummary(by: .day, .model, in: .gmt).summary(of: records).totals
        totals.currency = currency
        return totals
    }
}

extension AdminEventSources {
    /// Returns the types of events that scopes permit to see.
    static func kinds(for client: Principal) -> Set<WireAdminEvent.Kind> {
        if client.may(.adminRead) { return Set(WireAdminEvent.Kind.allCases) }
        var kinds: Set<WireAdminEvent.Kind> = [.snapshot]
        if client.may(.adminKeys) { kinds.formUnion([.keyChanged, .rotationChanged]) }
        if client.may(.adminClients) { kinds.insert(.clientChanged) }
        return kinds
    }
}
