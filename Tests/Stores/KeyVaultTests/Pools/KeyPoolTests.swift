import Foundation
import KeyLeasing
import Secrets
import Storage
import Testing

@testable import KeyVault

@Suite struct KeyPoolTests {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func key(
        _ id: String,
        weight: Int = 1,
        models: [String] = [],
        tools: [String] = [],
        expiresAt: Date? = nil,
        isDamaged: Bool = false,
        role: PooledKey.Role = .member
    ) -> PooledKey {
        let record = SealedSecretRecord(
            id: id,
            upstream: "openai",
            label: id,
            masterKeyID: "",
            sealed: Data(),
            lastFour: nil,
            fingerprint: id,
            weight: weight,
            models: models,
            tools: tools,
            expiresAt: expiresAt,
            createdAt: start,
            changedAt: start
        )
        let secret = isDamaged ? nil : SecretString("secret of \(id)")
        return PooledKey(record, secret: secret, role: role, condition: KeyCondition(at: start))
    }

    private func pool(_ keys: PooledKey...) -> KeyPool {
        var pool = KeyPool(upstream: "openai")
        pool.replace(keys)
        return pool
    }

    private func picks(_ count: Int, of pool: inout KeyPool, for use: KeyUse = .any, at second: Double = 0) -> [String]
    {
        (0..<count).compactMap { _ in
            guard case .key(let id, _) = pool.pick(for: use, at: start + second) else { return nil }
            return id
        }
    }

    private func error(_ pool: inout KeyPool, for use: KeyUse = .any, at second: Double = 0) throws -> KeyVaultError {
        guard case .unusable(let keys) = pool.pick(for: use, at: start + second) else {
            throw KeyVaultError(.conflict, "a key was lent")
        }
        return keys.error
    }

    @Test func aPreferredKeyIsLentWhileItMayBeUsed() {
        var pool = pool(key("a"), key("b", models: ["gpt-*"]), key("c"))
        func pick(_ preferred: String?, for use: KeyUse = .any) -> String? {
            guard case .key(let id, _) = pool.pick(for: use, preferring: preferred, at: start) else { return nil }
            return id
        }
        #expect((0..<5).map { _ in pick("c") } == ["c", "c", "c", "c", "c"])
        // Other calls have their shares as before.
        #expect(Set((0..<2).compactMap { _ in pick(nil) }) == ["a", "c"])
        // Neither an unknown key nor one that the use does not permit is lent.
        #expect(pick("unknown") != nil)
        #expect(pick("b", for: .model("claude")) != "b")
        #expect(pick("b", for: .model("gpt-6")) == "b")
        // A key that rests is not lent either.
        _ = pool.record(KeyOutcome.limited(retryAfter: .seconds(60)), of: "c", at: start, isUpkeepRunning: false)
        #expect(pick("c") == "a")
    }

    @Test func weightsDetermineTheSharesSmoothly() {
        var pool = pool(key("a", weight: 5), key("b", weight: 1), key("c", weight: 1))
        // Smooth: the key with the largest weight is not lent five times in a row.
        #expect(picks(7, of: &pool) == ["a", "a", "b", "a", "c", "a", "a"])
        let counts = Dictionary(grouping: picks(700, of: &pool), by: \.self).mapValues(\.count)
        #expect(counts == ["a": 500, "b": 100, "c": 100])
    }

    @Test func aHundredKeysShareEvenly() {
        var pool = KeyPool(upstream: "openai")
        pool.replace((0..<100).map { key("\($0)") })
        #expect(Set(picks(100, of: &pool)).count == 100)
    }

    @Test func sparesAreLentOnlyWithoutOtherKeys() {
        var pool = pool(key("spare", weight: 0), key("used", weight: 3), key("spare 2", weight: 0))
        #expect(Set(picks(10, of: &pool)) == ["used"])
        _ = pool.record(.limited(retryAfter: .seconds(5)), of: "used", at: start, isUpkeepRunning: false)
        #expect(Set(picks(4, of: &pool)) == ["spare", "spare 2"])
        #expect(picks(1, of: &pool, at: 5) == ["used"])
    }

    @Test(
        arguments: [
            (.any, ["free"]),
            (.model("gpt-5-mini"), ["exact", "family", "free"]),
            (.model("gpt-5"), ["family", "free"]),
            (.model("o9"), ["free"]),
            (.tool("searchWeb"), ["free", "tool"]),
            (.tool("gpt-5-mini"), ["free"]),
        ] as [(KeyUse, Set<String>)]
    )
    func restrictionsAreRespected(use: KeyUse, allowed: Set<String>) {
        var pool = pool(
            key("exact", models: ["gpt-5-mini"]),
            key("family", models: ["o1", "gpt-5*"]),
            key("tool", tools: ["searchWeb"]),
            key("free")
        )
        #expect(Set(picks(40, of: &pool, for: use)) == allowed)
    }

    @Test func noKeysGiveNoneAndUnusableKeysAnError() throws {
        var empty = pool()
        guard case .none = empty.pick(for: .any, at: start) else {
            Issue.record("an empty pool has something to say")
            return
        }
        var pool = pool(
            key("dead"),
            key("poor"),
            key("old", expiresAt: start),
            key("other", models: ["x"]),
            key("torn", isDamaged: true)
        )
        _ = pool.record(.refused, of: "dead", at: start, isUpkeepRunning: false)
        _ = pool.record(.outOfCredit, of: "poor", at: start, isUpkeepRunning: false)
        let error = try error(&pool)
        #expect(error.code == .noUsableKey)
        #expect(error.retryAfter == nil)
        #expect(
            error.message
                == "No key of openai can be used now (1 cannot be opened, 1 expired, 1 not meant for this use, "
                + "1 refused by the upstream, 1 without credit). Add a key, rotate one, or check the keys again."
        )
    }

    /// Health may be stored between a refused call and the check that it leads to.
    @Test func aFaultThatACheckLeavesIsStoredAtOnce() {
        var pool = pool(key("a"))
        _ = pool.record(.verified, of: "a", at: start)
        _ = pool.record(.refused, of: "a", at: start + 1, isUpkeepRunning: true)
        pool.change("a") { ($0.isDirty, $0.isSaveUrgent) = (false, false) }
        _ = pool.record(.verified, of: "a", at: start + 2)
        #expect(pool.key("a")?.isDirty == true && pool.key("a")?.isSaveUrgent == true)
    }

    @Test func aPoolIsUsableUntilAllKeysAreLost() {
        #expect(pool().usability(for: .any, at: start) == .missing)
        var pool = pool(key("a"), key("b", models: ["m"]))
        #expect(pool.usability(for: .any, at: start) == .usable)
        // A rest ends automatically.
        _ = pool.record(.limited(retryAfter: .seconds(9)), of: "a", at: start, isUpkeepRunning: false)
        #expect(pool.usability(for: .any, at: start) == .usable)
        _ = pool.record(.refused, of: "a", at: start + 10, isUpkeepRunning: false)
        #expect(
            pool.usability(for: .any, at: start + 10)
                == .unusable("1 not meant for this use, 1 refused by the upstream")
        )
        #expect(pool.usability(for: .model("m"), at: start + 10) == .usable)
        // A key that was rotated away is not a member.
        var retired = KeyPool(upstream: "openai")
        retired.replace([key("old", role: .gone)])
        #expect(retired.usability(for: .any, at: start) == .missing)
    }

    @Test func theEarliestEndOfARestIsTheTimeToRetry() throws {
        var pool = pool(key("a"), key("b"), key("c"))
        for (id, seconds) in [("a", 30), ("b", 4), ("c", 9)] {
            _ = pool.record(.limited(retryAfter: .seconds(seconds)), of: id, at: start, isUpkeepRunning: false)
        }
        #expect(try error(&pool, at: 1).retryAfter == .seconds(3))
        #expect(picks(2, of: &pool, at: 4) == ["b", "b"])
    }

    @Test func onlyDamagedKeysAreReportedAsDamaged() throws {
        var pool = pool(key("torn", isDamaged: true))
        #expect(try error(&pool).code == .sealBroken)
    }

    @Test func anExpiredKeyIsNotLent() {
        var pool = pool(key("a", expiresAt: start + 10), key("b"))
        #expect(Set(picks(4, of: &pool, at: 9.9)) == ["a", "b"])
        #expect(Set(picks(4, of: &pool, at: 10)) == ["b"])
    }

    @Test func aStandbyIsLentOnlyWithoutOtherKeysAndForItsTime() {
        var pool = pool(key("old", role: .standby(until: start + 60)), key("new"))
        #expect(Set(picks(4, of: &pool)) == ["new"])
        _ = pool.record(.refused, of: "new", at: start, isUpkeepRunning: false)
        #expect(picks(2, of: &pool, at: 59) == ["old", "old"])
        #expect(picks(1, of: &pool, at: 60) == [])
    }

    @Test func aKeyInDoubtIsTheLastChoice() {
        var pool = pool(key("doubted"), key("spare", weight: 0))
        _ = pool.record(.verified, of: "doubted", at: start)
        _ = pool.record(.refused, of: "doubted", at: start, isUpkeepRunning: true)
        #expect(picks(2, of: &pool) == ["spare", "spare"])
        _ = pool.record(.refused, of: "spare", at: start, isUpkeepRunning: false)
        #expect(picks(2, of: &pool) == ["doubted", "doubted"])
        _ = pool.record(.verified, of: "spare", at: start + 5)
        #expect(picks(2, of: &pool, at: 5) == ["doubted", "doubted"])
    }

    @Test func leasesAreCountedUntilTheyAreReturned() {
        var pool = pool(key("a"))
        #expect(picks(3, of: &pool) == ["a", "a", "a"])
        #expect(pool.key("a")?.leasesOut == 3)
        let early = [pool.endLease("a"), pool.endLease("a")]
        #expect(early == [false, false])
        var gone = pool.keys
        gone[0].role = .gone
        pool.replace(gone)
        #expect(picks(1, of: &pool) == [])
        #expect(!pool.hasMembers)
        // This was the last lease, so the pool forgets the key.
        let late = [pool.endLease("a"), pool.endLease("a")]
        #expect(late == [true, false])
        #expect(pool.key("a") == nil)
    }

    @Test(arguments: [true, false])
    func aRefusalIsUrgentOnlyWithUpkeep(isUpkeepRunning: Bool) {
        var pool = pool(key("a"))
        let effect = pool.record(.refused, of: "a", at: start, isUpkeepRunning: isUpkeepRunning)
        #expect(effect.isUrgent == isUpkeepRunning)
        #expect(effect.health?.to == .dead(nextCheck: start))
        #expect(pool.key("a")?.isCheckAwaited == isUpkeepRunning)
        #expect(pool.key("a")?.isDirty == true)
        _ = pool.record(.verified, of: "a", at: start)
        #expect(pool.key("a")?.isCheckAwaited == false)
        #expect(picks(1, of: &pool) == ["a"])
    }

    @Test func aChangeOfOneKeyKeepsTheBalanceOfTheOthers() {
        var pool = pool(key("a"), key("b"), key("c"))
        #expect(picks(1, of: &pool) == ["a"])
        pool.change("c") { $0.weight = 1 }
        pool.replace(pool.keys)
        #expect(picks(2, of: &pool) == ["b", "c"])
    }
}
