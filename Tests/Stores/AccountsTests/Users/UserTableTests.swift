import Foundation
import OwnerLiterals
import Storage
import Testing

@testable import Accounts

@Suite struct UserTableTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func record(_ owner: Owner, blockedAt: Date? = nil) -> EndUserRecord {
        EndUserRecord(owner: owner, blockedAt: blockedAt, createdAt: start)
    }

    private func key(_ subject: String) -> UserTable.Key {
        .init(client: "app", identity: UserIdentity(issuer: UserIdentity.backend, subject: subject))
    }

    @Test func theLeastRecentlyUsedHalfIsForgotten() {
        var values = Generations<Int, Int>(limit: 4)
        for number in 0..<4 { values.set(number, for: number) }
        #expect(values.count == 4)
        // A use keeps the entry over the next change of generations.
        var used = [values.value(for: 0)]
        values.set(4, for: 4)
        values.set(5, for: 5)
        used += [values.value(for: 0), values.value(for: 1)]
        #expect(used == [0, 0, nil])
        var most = 0
        for number in 6..<1000 {
            values.set(number, for: number)
            most = max(most, values.count)
        }
        #expect(most <= 4)
        values.remove(999)
        let removed = values.value(for: 999)
        #expect(removed == nil)
    }

    @Test func identitiesAreComparedByBytes() {
        let (composed, decomposed) = (key("caf\u{E9}"), key("cafe\u{301}"))
        #expect(composed.identity.subject == decomposed.identity.subject && composed != decomposed)
        #expect(Set([composed, decomposed, key("cafe\u{301}")]).count == 2)
        // The boundary between the issuer and the subject is a part of the identity.
        #expect(UserIdentity(issuer: "ab", subject: "c") != UserIdentity(issuer: "a", subject: "bc"))
    }

    @Test func aRecordThatWasReadBeforeAChangeIsNotKept() {
        var table = UserTable()
        let before = table.changes
        table.change(record("app/usr_1", blockedAt: start))
        let isLateKept = table.add(record("app/usr_1"), of: key("anna"), readAt: before)
        #expect(!isLateKept && table.isBlocked("app/usr_1"))
        let late = table.entry(of: key("anna"))
        #expect(late == nil)
        let current = table.changes
        let isKept = table.add(record("app/usr_1", blockedAt: start), of: key("anna"), readAt: current)
        let kept = table.entry(of: key("anna"))
        #expect(isKept && kept?.owner == "app/usr_1")
    }

    /// An erasure lasts; a run of the user may read its row again before that is deleted.
    @Test func theIdentitiesOfAUserThatIsGoneAreForgotten() {
        var table = UserTable()
        let users: [(subject: String, owner: Owner)] = [
            ("anna", "app/usr_1"), ("anna-2", "app/usr_1"), ("ben", "app/usr_2"),
        ]
        for (subject, owner) in users {
            let isKept = table.add(record(owner), of: key(subject), readAt: table.changes)
            #expect(isKept)
        }
        table.remove("app/usr_1")
        let isRead = table.add(record("app/usr_1"), of: nil, readAt: table.changes)
        let found = ["anna", "anna-2", "ben"].map { subject in table.entry(of: key(subject))?.owner }
        #expect(isRead && found == [nil, nil, "app/usr_2"])
    }

    /// A full quota is known until its end, or until the operator changes it.
    @Test func aFullQuotaIsRemembered() {
        var table = UserTable()
        let guest = EndUserRecord(owner: "app/usr_2", kind: .anonymous, createdAt: start)
        table.close(2, for: record("app/usr_1"), until: start + 60)
        let known = [
            table.end(ofQuota: 2, for: record("app/usr_3"), at: start), table.end(ofQuota: 2, for: guest, at: start),
            table.end(ofQuota: 2, for: record("other/usr_1"), at: start),
            table.end(ofQuota: 2, for: record("app/usr_3"), at: start + 60),
        ]
        #expect(known == [start + 60, nil, nil, nil])
        table.close(2, for: record("app/usr_1"), until: start + 60)
        let changed = table.end(ofQuota: 3, for: record("app/usr_3"), at: start)
        #expect(changed == nil)
    }

    /// Only a change of the same user makes a record that was read before it an old one.
    @Test func changesOfOthersKeepARecord() {
        var table = UserTable()
        let before = table.changes
        table.change(record("app/usr_2"))
        let isKept = table.add(record("app/usr_1"), of: key("anna"), readAt: before)
        table.remove(client: "other")
        let isKeptAfterAClient = table.add(record("app/usr_1"), of: key("anna"), readAt: before)
        #expect(isKept && !isKeptAfterAClient)
        // The changes are remembered in bounds, so that after many of them any record may be an old one.
        let later = table.changes
        for number in 0...1000 { table.forget(Owner(client: "app", user: "usr_x\(number)")) }
        let isKeptAfterMany = table.add(record("app/usr_1"), of: key("anna"), readAt: later)
        #expect(!isKeptAfterMany)
    }

    private func claims(_ plan: String, at time: TimeInterval) -> UserClaims {
        UserClaims(kind: .identified, plan: .some(plan), claimedAt: start + time)
    }

    /// The claims of a newer token apply at once and are stored once in a minute; an older token changes nothing.
    @Test func claimsAreTakenInTheirOrder() {
        var table = UserTable()
        table.change(record("app/usr_1"))
        var plans: [String?] = []
        var stored: [Bool?] = []
        let said: [(String, Double, Double)] = [("a", 1, 10), ("b", 2, 11), ("c", 1, 12), ("c", 2, 13), ("d", 3, 71)]
        for (plan, issued, time) in said {
            let claim = table.claim(claims(plan, at: issued), isNow: false, of: "app/usr_1", at: start + time)
            plans.append(claim?.entry.plan)
            stored.append(claim?.isStored)
            if plan == "b" {
                let waiting = table.takeClaims()
                #expect(waiting == ["app/usr_1": claims("b", at: 2)])
                table.restore(waiting)
            }
        }
        #expect(plans == ["a", "b", "b", "b", "d"] && stored == [true, false, false, false, true])
        let rest = table.takeClaims()
        #expect(rest.isEmpty)
        // The backend vouches for the user with the request itself.
        let now = table.claim(claims("e", at: 3), isNow: true, of: "app/usr_1", at: start + 72)
        #expect(now?.entry.plan == "e")
        let unknown = table.claim(claims("e", at: 3), isNow: true, of: "app/usr_2", at: start)
        #expect(unknown?.entry == nil)
    }

    @Test func aBlockOutlivesTheUserInMemory() {
        var table = UserTable(blocked: ["app/usr_1", "other/usr_1"])
        #expect(table.isBlocked("app/usr_1") && !table.isBlocked("app/usr_2"))
        table.change(record("app/usr_1"))
        #expect(!table.isBlocked("app/usr_1"))
        table.remove(client: "other")
        #expect(!table.isBlocked("other/usr_1"))
    }

    @Test func aRequestIsStoredOnceInAnHour() {
        var table = UserTable()
        table.change(record("app/usr_1"))
        table.see("app/usr_1", at: start + 3599)
        let early = table.takePending()
        #expect(early.isEmpty)
        table.see("app/usr_1", at: start + 3600)
        table.see("app/usr_1", at: start + 3700)
        let pending = table.takePending()
        #expect(pending == ["app/usr_1": start + 3600])
        let rest = table.takePending()
        #expect(rest.isEmpty)
        table.restore(pending)
        let restored = table.takePending()
        #expect(restored == pending)
    }
}
