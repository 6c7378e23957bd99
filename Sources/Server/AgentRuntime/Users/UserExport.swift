public import Accounts
import AgentWire
public import Foundation
public import KeyVault
public import Storage
import StreamingJSON

/// The export of all that is kept of a user, as JSON lines.
///
/// It reads page by page of the store, so its memory does not grow with the user's data: it has a page, and at least the largest entry
/// of a conversation, until its reader has received it.
///
/// Each line is an object whose member `record` names what it is: `user`, `identity`, `plan`, `usage`, `conversation`, `item`,
/// `health_sample` or `device`.
public struct UserExport: Sendable {
    /// Writes lines, a long one in pieces; the next bytes are read after it has returned.
    public typealias LineWriter = (Data) async throws -> Void

    private let clients: Clients
    private let store: any Store
    private let conversations: ConversationListings

    private static let pageSize = 200
    /// The days of usage that are read at once.
    private static let usageDays = 30

    /// Makes exports from a store.
    public init(clients: Clients, store: any Store) {
        (self.clients, self.store) = (clients, store)
        conversations = ConversationListings(store: store)
    }

    /// Returns a user.
    ///
    /// - Throws: `AccountsError` if there is none; `StoreError`.
    public func user(_ owner: Owner) async throws -> EndUserRecord { try await clients.user(owner) }

    /// Writes the lines of a user.
    ///
    /// - Throws: `StoreError`; `CancellationError`; the error of the writer; another error when a conversation was deleted meanwhile.
    public func write(_ user: EndUserRecord, to write: LineWriter) async throws {
        // A client that was revoked has no plans.
        let plan = try? clients.plan(of: user)
        try await write(Self.line("user", Self.members(of: user, with: plan)))
        for record in try await clients.identities(of: user.owner) {
            try await write(
                Self.line(
                    "identity",
                    [
                        "issuer": .string(record.identity.issuer), "subject": .string(record.identity.subject),
                        "linked_at": .time(record.createdAt),
                    ]
                )
            )
        }
        if let plan { try await write(Self.line("plan", Self.members(of: plan))) }
        try await writeUsage(of: user, to: write)
        try await writeConversations(of: user.owner, to: write)
        try await writeItems(of: user.owner, to: write)
        try await writeSamples(of: user.owner, to: write)
        try await writeDevices(of: user.owner, to: write)
    }
}

extension UserExport {
    private static func line(_ record: String, _ members: JSONObject) -> Data {
        var object: JSONObject = ["record": .string(record)]
        for (name, value) in members { object[name] = value }
        return Data((JSONValue.object(object).serialized() + "\n").utf8)
    }

    private static func members(of user: EndUserRecord, with plan: UserPlan?) -> JSONObject {
        [
            "id": .text(user.owner.user), "kind": .string(user.kind.rawValue),
            "plan": .text(plan?.name ?? user.plan),
            "organization": .text(user.organization), "limits": user.limits.map(value(ofJSON:)) ?? .null,
            "blocked_at": .time(user.blockedAt), "valid_from": .time(user.validFrom),
            "created_at": .time(user.createdAt), "seen_at": .time(user.seenAt),
        ]
    }

    private static func members(of plan: UserPlan) -> JSONObject {
        let limits = plan.limits
        return [
            "name": .string(plan.name), "requests_per_minute": number(limits.requestsPerMinute),
            "concurrent_runs": number(limits.concurrentRuns), "tokens_per_minute": number(limits.tokensPerMinute),
            "tokens_per_day": number(limits.tokensPerDay), "tokens_per_month": number(limits.tokensPerMonth),
            "money_per_day": .text(limits.moneyPerDay?.description),
            "money_per_month": .text(limits.moneyPerMonth?.description),
            "storage_mb": number(plan.storageMegabytes), "inventory_items": number(plan.inventoryItems),
            "models": plan.models.map { .array($0.map(JSONValue.string)) } ?? .null, "model": .text(plan.model),
            "effort": .text(plan.effort), "retention_days": number(plan.retentionDays),
        ]
    }

    private static func number(_ number: Int?) -> JSONValue { number.map(JSONValue.integer) ?? .null }

    private static func number(_ number: Double?) -> JSONValue { number.map(JSONValue.number) ?? .null }

    /// Returns the value of a stored JSON text, or the text itself if this version cannot read it.
    private static func value(ofJSON text: String) -> JSONValue { (try? JSONValue(parsing: text)) ?? .string(text) }

    private static func day(of time: Date) -> String { String(time.formatted(.iso8601).prefix(10)) }

    private func writeUsage(of user: EndUserRecord, to write: LineWriter) async throws {
        let span = Double(Self.usageDays) * 86_400
        // The days are those of the client's time zone, so they may start a day before or after.
        var start = user.createdAt - 86_400
        let end = user.seenAt + 2 * 86_400
        while start < end {
            let last = start + span - 86_400
            let records = try await store.userUsage(
                of: user.owner,
                from: Self.day(of: start),
                to: Self.day(of: last),
                limit: .max
            )
            var lines = Data()
            for record in records {
                lines += Self.line(
                    "usage",
                    [
                        "day": .string(record.day), "model": .string(record.model), "turns": .integer(record.turns),
                        "input_tokens": .integer(record.inputTokens),
                        "cached_input_tokens": .integer(record.cachedInputTokens),
                        "output_tokens": .integer(record.outputTokens), "money": .string(record.money.description),
                    ]
                )
            }
            if !lines.isEmpty { try await write(lines) }
            start += span
        }
    }

    private func writeConversations(of owner: Owner, to write: LineWriter) async throws {
        var last: ConversationListings.Conversation?
        repeat {
            let page = try await conversations.page(of: owner, after: last, limit: Self.pageSize)
            for conversation in page {
                var exporter = try await conversations.exporter(of: conversation)
                // A conversation that is deleted meanwhile leaves half a line, which is no JSON.
                try await write(Data(#"{"record":"conversation","conversation":"#.utf8))
                while let piece = try await exporter.next() { try await write(Data(piece)) }
                try await write(Data("}\n".utf8))
            }
            last = page.count == Self.pageSize ? page.last : nil
        } while last != nil
    }

    private func writeItems(of owner: Owner, to write: LineWriter) async throws {
        var last: Int?
        repeat {
            let filter = InventoryFilter(after: last, limit: Self.pageSize)
            let page = try await store.items(matching: filter, on: .of(owner.text)).items
            var lines = Data()
            for item in page {
                lines += Self.line(
                    "item",
                    [
                        "id": .integer(item.id), "title": .string(item.title), "quantity": Self.number(item.quantity),
                        "unit": .text(item.unit), "category": .text(item.category), "place": .text(item.place),
                        "state": .text(item.state), "code": .text(item.code), "note": .text(item.note),
                        "created_at": .time(item.createdAt), "updated_at": .time(item.updatedAt),
                    ]
                )
            }
            if !lines.isEmpty { try await write(lines) }
            last = page.count == Self.pageSize ? page.last?.id : nil
        } while last != nil
    }

    private func writeSamples(of owner: Owner, to write: LineWriter) async throws {
        var last: HealthSampleRecord?
        repeat {
            let page = try await store.healthSamples(of: owner, after: last, limit: Self.pageSize)
            var lines = Data()
            for sample in page {
                lines += Self.line(
                    "health_sample",
                    [
                        "metric": .string(sample.metric), "part": .string(sample.part),
                        "source": .string(sample.source), "start": .time(sample.start), "day": Self.number(sample.day),
                        "unit": .string(sample.unit), "value": .number(sample.value),
                        "minimum": Self.number(sample.minimum), "maximum": Self.number(sample.maximum),
                    ]
                )
            }
            if !lines.isEmpty { try await write(lines) }
            last = page.count == Self.pageSize ? page.last : nil
        } while last != nil
    }

    /// Their number and sizes are bounded by the routes.
    private func writeDevices(of owner: Owner, to write: LineWriter) async throws {
        let list = try await store.devices(of: owner)
        for device in list.devices {
            let toolboxes = list.toolboxes.filter { $0.device == device.device }.map { toolbox -> JSONValue in
                [
                    "app": .string(toolbox.app), "version": .integer(toolbox.version),
                    "registered_at": .time(toolbox.registeredAt),
                    "registration": Self.value(ofJSON: toolbox.registration),
                ]
            }
            try await write(
                Self.line(
                    "device",
                    [
                        "id": .string(device.device), "name": .text(device.name),
                        "default_app": .text(device.defaultApp), "created_at": .time(device.createdAt),
                        "toolboxes": .array(toolboxes),
                    ]
                )
            )
        }
    }
}

extension AgentRuntime {
    /// Starts the export of all that is kept of the user that a request is of, and returns what writes its lines.
    ///
    /// It counts as one of the user's requests.
    ///
    /// - Throws: ``Problem`` when the request is of no user or its token has only some of the user's scopes, when too many exports are
    ///   active, or when the user's limits or the server's memory have no room; `StoreError`.
    public func lines(
        of export: UserExport,
        for client: Principal
    ) async throws -> @Sendable (UserExport.LineWriter) async throws -> Void {
        try requireWholeUser(client)
        return try await withReservation(for: client) {
            // The usage of the last turns is stored a moment later.
            try await admission?.flush()
            let user = try await export.user(client.owner)
            let lease = try exports.acquire(for: client.owner)
            let lines: @Sendable (UserExport.LineWriter) async throws -> Void = { write in
                defer { lease.end() }
                try await export.write(user, to: write)
            }
            return lines
        }
    }

    /// Erases the user that a request is of, with all its data.
    ///
    /// No limit of the user prevents it, but a person may do it a few times in a day only.
    ///
    /// - Throws: ``Problem`` when the request is of no user or its token has only some of the user's scopes, or when another node performs
    ///   a run of the user; `UserRefusal`; `StoreError`.
    public func eraseUser(of client: Principal, by actor: AuditActor) async throws {
        try requireWholeUser(client)
        try await clients?.users.spendErasure(of: client.owner)
        try await erase(.everything, of: client.owner, by: actor)
    }

    /// Refuses a sender that is no user, and one whose token has only some of the user's scopes: it may not have or erase all data.
    private func requireWholeUser(_ sender: Principal) throws(Problem) {
        guard sender.owner.user != nil else { throw Problem.noUser }
        let scopes = clients?.currentHolder(of: sender.owner)?.scopes ?? []
        guard let missing = scopes.sorted().first(where: { !sender.may($0) }) else { return }
        throw Problem(
            .forbidden,
            detail:
                "this token lacks the scope '\(missing)' of its user; this needs a token with all scopes that the user has"
        )
    }
}

extension Problem {
    /// The problem of a request that needs a user, for a token of the client itself.
    fileprivate static var noUser: Problem {
        Problem(
            .notFound,
            detail: "this token is that of a client, not of a user; send the field 'Torii-User' with the user's id"
        )
    }
}
