import APIDescription
import Accounts
import AgentRuntime
import AgentWire
import Foundation
import StoredValues
import StreamingJSON
import ToolRecords

/// The users of clients: their settings, plans, limits and blocks.
struct UserAdministration: Sendable {
    let clients: Clients
    let conversations: ConversationListings
    /// The currency of the amounts of money; `nil` if the prices cannot be read.
    let currency: String?
    /// Returns the state of a user's limits; `nil` if no server runs.
    let limitStatuses: (@Sendable (Principal) async throws -> [LimitStatus])?
    /// Returns warnings about limits that exclude a user from models or from turns.
    let limitWarnings: @Sendable (ClientLimits) -> [String]

    /// The days over which the spending of users is added up.
    private static let spendingDays = 30

    /// The routes below `/admin`.
    var routes: [AdminRoute] {
        [
            AdminRoute(.userSettings) { call in .json(try settings(of: id(call)).jsonValue) },
            AdminRoute(.userSettingsChange, answer: changeSettings),
            AdminRoute(.userSettingsRemoval) { call in
                try await clients.setUsers(nil, of: id(call), revision: nil, by: call.actor)
                return .nothing
            },
            AdminRoute(.endUsers, answer: list),
            AdminRoute(.endUser) { call in .json(try await reply(clients.user(owner(call))).jsonValue) },
            AdminRoute(.endUserChange, answer: change),
            AdminRoute(.endUserSignOut) { call in
                try await clients.changeUser(owner(call), UserChange(isSignedOut: true), by: call.actor)
                return .nothing
            },
            AdminRoute(.endUsersSignOut) { call in
                try await clients.signOutUsers(of: id(call), by: call.actor)
                return .nothing
            },
        ]
    }

    // MARK: - Settings

    private func settings(of id: String, _ more: [String] = []) throws -> WireUserSettings {
        let client = try clients.client(id)
        let warnings = [client.ceilingWarning].compactMap(\.self) + more
        return WireUserSettings(
            users: client.users?.jsonValue ?? .null,
            revision: client.revision,
            warnings: warnings.isEmpty ? nil : warnings
        )
    }

    /// Returns warnings about the limits of plans that differ from the present ones.
    private func warnings(of plans: JSONValue?, after present: UserSettings) -> [String] {
        (plans?.objectValue ?? [:]).flatMap { name, value -> [String] in
            guard var changed = try? PlanSettings(jsonValue: value, at: name) else { return [] }
            for (number, amount) in present.plans[name]?.numbers ?? [:] where changed.numbers[number] == .some(amount) {
                changed.numbers.removeValue(forKey: number)
            }
            return limitWarnings(changed.plan(named: name).limits).map { "plan \(name): \($0)" }
        }
    }

    private func changeSettings(_ call: AdminCall) async throws -> AdminReply {
        let request = try UserSettingsRequest(jsonValue: call.body ?? [:])
        let id = try id(call)
        let settings = try UserSettings(jsonValue: request.users)
        try clients.check(settings.inventory)
        let client = try clients.client(id)
        // The settings replace the present ones as a whole, so the caller must have seen those.
        guard request.revision != nil || client.users == nil else {
            throw Problem(
                .invalidRequest,
                detail:
                    "the settings replace all present ones: read those with GET, change them, and send them back with their 'revision'",
                faults: [.init(pointer: "#/revision", detail: "must be the one of the present settings")]
            )
        }
        try await clients.setUsers(
            settings,
            of: id,
            revision: request.revision ?? client.revision,
            by: call.actor
        )
        let warnings = warnings(of: request.users["plans"], after: client.users ?? UserSettings())
        return .json(try self.settings(of: id, warnings).jsonValue)
    }

    // MARK: - Users

    private func list(_ call: AdminCall) async throws -> AdminReply {
        let id = try id(call)
        _ = try clients.client(id)
        var query = UserQuery()
        query.text = call.query["q"]
        query.issuer = call.query["issuer"]
        query.order =
            try call.query("order", "one of \(Self.words(of: UserQuery.Order.self))") {
                UserQuery.Order(rawValue: $0)
            } ?? .seen
        query.kind = try call.query("kind", "one of \(Self.words(of: EndUserRecord.Kind.self))") {
            EndUserRecord.Kind(rawValue: $0)
        }
        query.plan = call.query["plan"]
        query.kindOfPlan = EndUserRecord.Kind.allCases.first { UserPlan.name(of: $0) == query.plan }
        query.isBlocked = try call.query("blocked", "true or false") { Bool($0) }
        query.after = try call.query("cursor", "the 'next' of the page before", UserQuery.Place.init(cursor:))
        query.limit = try call.integer("limit", in: 1...1000) ?? 100
        query.firstDay = Int(Date().timeIntervalSince1970 / 86_400) - Self.spendingDays
        let page = try await clients.users(of: id, query)
        let users = try page.entries.map { entry in
            var user = try wire(entry.user)
            (user.money, user.tokens) = (Money(micros: entry.money).description, entry.tokens)
            user.currency = currency
            if entry.isUnpriced { user.isUnpriced = true }
            return user
        }
        if call.wantsTable { return .table(CSVTable(users)) }
        return .json(WireEndUserPage(users: users, next: page.next?.cursor).jsonValue)
    }

    private func change(_ call: AdminCall) async throws -> AdminReply {
        let request = try EndUserChangeRequest(jsonValue: call.body ?? [:])
        let change = UserChange(
            plan: request.plan,
            limits: try request.limits.map { try PlanSettings(jsonValue: $0, at: "limits") },
            isBlocked: request.isBlocked
        )
        let owner = try owner(call)
        // A request that changes nothing leaves no audit row.
        guard change != UserChange() else { return .json(try await reply(clients.user(owner)).jsonValue) }
        var answer = try await reply(clients.changeUser(owner, change, by: call.actor))
        let warnings = change.limits.map { limitWarnings($0.plan(named: "").limits) } ?? []
        if !warnings.isEmpty { answer.warnings = warnings }
        return .json(answer.jsonValue)
    }

    private func reply(_ user: EndUserRecord) async throws -> WireEndUserReply {
        WireEndUserReply(
            user: try wire(user),
            identities: try await clients.identities(of: user.owner).map {
                .init(issuer: $0.identity.issuer, subject: $0.identity.subject, linkedAt: $0.createdAt)
            },
            appliedLimits: WireAppliedLimits(try clients.plan(of: user)),
            storedBytes: try await conversations.storedBytes(of: user.owner),
            limits: try await limitUse(of: user)
        )
    }

    /// Returns the use of a user's limits; `nil` for a user that is blocked, and without a server, because nothing is in use then.
    private func limitUse(of user: EndUserRecord) async throws -> [WireLimitUse]? {
        guard let limitStatuses, let principal = try await clients.holder(of: user.owner) else { return nil }
        return try await limitStatuses(principal).map { WireLimitUse($0, at: Date(), currency: currency) }
    }

    private func wire(_ user: EndUserRecord) throws -> WireEndUser {
        WireEndUser(
            id: user.owner.user ?? "",
            kind: .init(user.kind),
            plan: try clients.plan(of: user).name,
            organization: user.organization,
            limits: user.limits.flatMap { try? JSONValue(parsing: $0) } ?? [:],
            blockedAt: user.blockedAt,
            validFrom: user.validFrom,
            createdAt: user.createdAt,
            seenAt: user.seenAt
        )
    }

    /// Returns the id of the client in the path, which may be shortened.
    private func id(_ call: AdminCall) throws(Problem) -> String {
        let text = try call.parameter("client")
        return try IDPrefix.client(text, among: clients)
    }

    private func owner(_ call: AdminCall) throws(Problem) -> Owner {
        Owner(client: try id(call), user: try call.parameter("user"))
    }

    private static func words<Word: CaseIterable & RawRepresentable<String>>(of type: Word.Type) -> String {
        type.allCases.map(\.rawValue).joined(separator: ", ")
    }
}

extension WireEndUser.Kind {
    /// The kind on the wire.
    init(_ kind: EndUserRecord.Kind) {
        switch kind {
        case .identified: self = .identified
        case .anonymous: self = .anonymous
        }
    }
}

extension UserQuery.Place {
    /// Reads the cursor of a page.
    init?(cursor: String) {
        let parts = cursor.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let first = Int(parts[0]), let second = Int(parts[1]), !parts[2].isEmpty else {
            return nil
        }
        self.init(first: first, second: second, user: String(parts[2]))
    }

    /// The place as a cursor.
    var cursor: String { "\(first).\(second).\(user)" }
}
