import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import StreamingJSON
import Testing

@testable import Accounts
@testable import KeyVault

/// The end of the data of users, by plans and own settings.
@Suite(.timeLimit(.minutes(1))) struct UserRetentionTests {
    private static let time = Date(timeIntervalSince1970: 1_795_000_000)

    private static func date(daysAgo days: Double) -> Date { time - days * 86_400 }

    private static func user(
        _ kind: EndUserRecord.Kind = .identified,
        plan: String? = nil,
        limits: String? = nil
    ) -> AgedUser {
        AgedUser(owner: Owner(client: "a", user: "u"), kind: kind, plan: plan, limits: limits, seenAt: time)
    }

    private static let settings = """
        {"retention_days": 30, "plans": {"anonymous": {"retention_days": 5}, "long": {"retention_days": null}}}
        """

    /// Users, and the days for which their data is kept; nil for no end.
    private static let kept: [(AgedUser, Int?)] = [
        (user(), 30), (user(.anonymous), 5), (user(plan: "long"), nil), (user(plan: "gone"), 30),
        (user(.anonymous, plan: "long"), nil), (user(limits: #"{"retention_days": 2}"#), 2),
        (user(plan: "long", limits: #"{"retention_days": 90}"#), 90), (user(limits: "{"), 30),
    ]

    @Test(arguments: kept)
    func thePlanAndOwnSettingsDecide(user: AgedUser, days: Int?) throws {
        let retention = UserRetention(try UserSettings(jsonValue: JSONValue(parsing: Self.settings)))
        for age in [1, 2, 4, 5, 6, 29, 30, 31, 89, 90, 91, 4000] {
            // A moment more than this age.
            let used = Self.date(daysAgo: Double(age)) - 1
            #expect(retention.isExpired(used, of: user, at: Self.time) == (days.map { age >= $0 } ?? false), "\(age)")
        }
        let times = retention.times(at: Self.time)
        #expect(times == AgedTimes(standard: Self.date(daysAgo: 5), own: Self.date(daysAgo: 1)))
    }

    @Test func settingsWithoutAnEndKeepEverything() throws {
        let text = #"{"plans": {"default": {"retention_days": null}, "anonymous": {"retention_days": null}}}"#
        let retention = UserRetention(try UserSettings(jsonValue: JSONValue(parsing: text)))
        #expect(retention.times(at: Self.time).standard == .distantPast)
        #expect(!retention.isExpired(.distantPast, of: Self.user(), at: Self.time))
    }

    /// A user's expired conversations go, those of the client and of other plans stay; anonymous users that are in use are not erased.
    @Test func expiredDataOfUsersIsFound() async throws {
        let store = try SQLiteStore(path: nil)
        let time = TestTime(Self.date(daysAgo: 40))
        let clients = try await Clients(store: store, vault: KeyVault(store: store, masterKey: .random()) { time.now })
        let issued = try await clients.create(ClientDraft(name: "app", scopes: [.users, .chat]), by: .torii)
        let id = issued.client.id
        try await clients.setUsers(
            UserSettings(jsonValue: JSONValue(parsing: Self.settings)),
            of: id,
            revision: nil,
            by: .torii
        )
        let client = try #require(clients.authenticate(issued.token.revealed).client)
        func user(_ name: String, _ kind: EndUserRecord.Kind = .identified, plan: String? = nil) async throws -> Owner {
            let identity = UserIdentity(issuer: UserIdentity.backend, subject: name)
            return try await clients.users.principal(of: client, identity: identity, kind: kind, plan: plan).owner
        }
        let owners = [
            Owner(client: id), try await user("anna"), try await user("ben", plan: "long"),
            try await user("x", .anonymous), try await user("y", .anonymous),
        ]
        for owner in owners {
            for (name, date) in [("old", time.now), ("new", Self.time)] {
                let record = ConversationRecord(id: "\(owner) \(name)", owner: owner, createdAt: date, updatedAt: date)
                try await store.commitTurn(record, appending: [], expectedCount: 0)
            }
        }
        time.advance(by: 40 * 86_400)
        // The data of a revoked client's users ends, too.
        try await clients.revoke(id, by: .torii)
        #expect(try await clients.deleteExpiredConversations(ofUsersOf: id, after: nil) == nil)
        for (owner, count) in zip(owners, [2, 1, 2, 1, 1]) {
            #expect(try await store.conversations(of: owner, limit: 9).count == count, "\(owner)")
        }
        // This request is not stored yet.
        _ = try await user("y", .anonymous)
        let expired = try await clients.expiredUsers(of: id, after: nil)
        #expect(expired.elements == [owners[3]] && expired.next == nil)
        // A blocked user stays, or its person would return as another one.
        try await clients.changeUser(owners[3], UserChange(isBlocked: true), by: .torii)
        #expect(try await clients.expiredUsers(of: id, after: nil).elements.isEmpty)
    }
}
