import Foundation
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Synchronization
import Testing
import TestWaits

@testable import KeyVault

@Suite(.timeLimit(.minutes(2))) struct KeyUpkeepTests {
    private let time = TestTime()
    private let old = "sk-old-key-000001"
    private let new = "sk-new-key-000002"
    private let invalid = KeyCheck.invalid(reason: "401")

    private func vault(_ checker: ScriptedChecker) async throws -> KeyVault {
        let vault = try await KeyVault.inMemory(checker: checker, now: { [time] in time.now })
        _ = try await vault.add(SecretString(old), to: "openai", label: "")
        return vault
    }

    // MARK: Health

    @Test func anUnconfirmedRefusalCostsNoCall() async throws {
        let checker = ScriptedChecker()
        try await MaintainedVault.with(try await vault(checker), time) { maintained in
            try await maintained.vault.lease("openai")?.report(.refused)
            // The next call finds no usable key, and waits for the running check.
            #expect(try await maintained.vault.leased("openai") == old)
            // The log has one sentence, not a refusal and its revocation.
            var iterator = maintained.notices.makeAsyncIterator()
            #expect(await iterator.next()?.kind == .inDoubt)
            #expect(checker.questions == ["openai \(old)"])
            // It is shown until a call succeeds; another check proves nothing new.
            let key = try #require(try await maintained.vault.keys().first)
            #expect(key.health == .inDoubt(until: time.now + 5) && key.lastCheck == .verified)
            #expect(try await maintained.vault.check(key.id, by: .torii) == .verified)
            #expect(
                maintained.vault.usability(of: "openai", for: .any)
                    == .unusable("1 in doubt: accepted by a check, refused by calls")
            )
            try await maintained.vault.lease("openai")?.report(.accepted)
            #expect(await iterator.next()?.kind == .restored)
            #expect(maintained.vault.usability(of: "openai", for: .any) == .usable)
        }
    }

    /// A key with a permission for some calls only is in doubt again and again.
    @Test func doubtsAreToldOnceAnHour() async throws {
        let vault = try await vault(ScriptedChecker())
        try await MaintainedVault.with(vault, time) { maintained in
            let key = try #require(try await vault.keys().first)
            _ = try await vault.check(key.id, by: .torii)
            for _ in 0..<100 {
                for outcome in [KeyOutcome.refused, .accepted] { try await vault.lease("openai")?.report(outcome) }
            }
            maintained.advance(by: PooledKey.doubtSilence)
            try await vault.lease("openai")?.report(.refused)
            var kinds: [KeyNotice.Kind] = []
            for await notice in maintained.notices {
                kinds.append(notice.kind)
                if kinds.count == 3 { break }
            }
            #expect(kinds == [.inDoubt, .restored, .inDoubt])
            let history = try await vault.history(of: "openai", in: Date.distantPast..<Date.distantFuture, step: 60)
            #expect(history.changes.map(\.state).filter { $0 == .inDoubt }.count == 2)
        }
    }

    /// A key that is revoked right after its check: the doubt is checked at once.
    @Test func aKeyThatItsCheckNoLongerAcceptsIsDeadAtOnce() async throws {
        let checker = ScriptedChecker()
        let vault = try await vault(checker)
        try await MaintainedVault.with(vault, time) { maintained in
            let key = try #require(try await vault.keys().first)
            _ = try await vault.check(key.id, by: .torii)
            checker.setVerdict(invalid, of: old)
            try await vault.lease("openai")?.report(.refused)
            #expect(await maintained.notice(.inDoubt)?.subject == key.id)
            let notice = await maintained.notice(.refused)
            #expect(notice?.subject == key.id && notice?.description.contains("refuses it: 401") == true)
            let found = try #require(try await vault.keys().first)
            #expect(found.advice?.contains("missing permissions") == false)
        }
    }

    /// A command beside the server reads the store.
    @Test func aFaultIsStoredAtOnce() async throws {
        let vault = try await vault(ScriptedChecker())
        try await MaintainedVault.with(vault, time) { maintained in
            _ = try await vault.check(try #require(try await vault.keys().first).id, by: .torii)
            try await vault.lease("openai")?.report(.refused)
            #expect(await maintained.notice(.inDoubt) != nil)
            let tasks = vault.state.withLock { UpkeepTask.all(in: $0, policy: KeyUpkeepPolicy(), at: time.now) }
            #expect(!tasks.contains { $0.task == .saveHealth && $0.due > time.now })
        }
    }

    @Test func aServerThatWantsAKeyIsKnownUntilItAnswersOrHasOne() async throws {
        let vault = try await KeyVault.inMemory()
        let lease = vault.keylessLease("openai")
        #expect(lease.credential == nil && lease.remedy?.contains("torii keys add openai") == true)
        #expect(vault.usability(of: "openai", for: .any) == .missing)
        lease.report(.refused)
        #expect(vault.usability(of: "openai", for: .any) == .wanted)
        for outcome in [KeyOutcome.upstreamFault, .outOfCredit, .limited(retryAfter: nil)] { lease.report(outcome) }
        #expect(vault.usability(of: "openai", for: .any) == .wanted)
        lease.report(.accepted)
        #expect(vault.usability(of: "openai", for: .any) == .missing)
        lease.report(.refused)
        _ = try await vault.add(SecretString(old), to: "openai", label: "")
        #expect(vault.usability(of: "openai", for: .any) == .usable)
    }

    @Test func aKeyThatNoCheckCouldDecideIsNotUsableUntilACallSucceeds() async throws {
        let vault = try await KeyVault.inMemory()
        let unknown = KeyCheck.unknown(reason: "no route to host")
        let added = try await vault.add(SecretString(old), to: "openai", label: "", check: unknown)
        #expect(added.isUnchecked && added.advice?.contains("no route to host") == true)
        #expect(vault.usability(of: "openai", for: .any) == .unusable("1 unchecked: the check got no decision"))
        try await vault.lease("openai")?.report(.accepted)
        #expect(vault.usability(of: "openai", for: .any) == .usable)
        let key = try #require(try await vault.keys().first)
        #expect(!key.isUnchecked && key.advice == nil)
    }

    @Test func aRefusedKeyIsCheckedAtGrowingIntervals() async throws {
        let checker = ScriptedChecker(invalid)
        try await MaintainedVault.with(try await vault(checker), time) { maintained in
            try await maintained.vault.lease("openai")?.report(.refused)
            let error = await #expect(throws: KeyVaultError.self) { try await maintained.vault.lease("openai") }
            #expect(error?.code == .noUsableKey)
            #expect(try await maintained.vault.keys().first?.health == .dead(nextCheck: time.now + 60))
            #expect(try await maintained.vault.keys().first?.lastCheck == invalid)
            checker.setVerdict(.verified, of: old)
            maintained.advance(by: 60)
            #expect(await maintained.notice(.restored) != nil)
            #expect(try await maintained.vault.leased("openai") == old)
            #expect(checker.questions.count == 2)
        }
    }

    @Test func anotherKeyIsLentMeanwhile() async throws {
        let vault = try await vault(ScriptedChecker(invalid))
        _ = try await vault.add(SecretString(new), to: "openai", label: "")
        try await MaintainedVault.with(vault, time) { maintained in
            let lease = try #require(try await vault.lease("openai"))
            let other = lease.secret.revealed == old ? new : old
            lease.report(.refused)
            for _ in 0..<4 { #expect(try await vault.leased("openai") == other) }
        }
    }

    @Test func aKeyWithoutCreditIsTriedAgainAfterItsCheck() async throws {
        let checker = ScriptedChecker()
        try await MaintainedVault.with(try await vault(checker), time) { maintained in
            try await maintained.vault.lease("openai")?.report(.outOfCredit)
            #expect(await maintained.notice(.outOfCredit) != nil)
            let error = await #expect(throws: KeyVaultError.self) { try await maintained.vault.lease("openai") }
            #expect(error?.code == .noUsableKey && error?.retryAfter == nil)
            #expect(checker.questions.isEmpty)
            maintained.advance(by: 3600)
            #expect(await maintained.notice(.restored) != nil)
            #expect(try await maintained.vault.leased("openai") == old)
        }
    }

    @Test func keysAreCheckedOnceADayAndWarnedOfBeforeTheyExpire() async throws {
        let checker = ScriptedChecker()
        let vault = try await vault(checker)
        let key = try #require(try await vault.keys().first)
        let expiry = time.now + 20 * 86_400
        _ = try await vault.change(key.id, SealedSecretChange(expiresAt: expiry), by: .commandLine)
        var warnings: [KeyNotice] = []
        try await MaintainedVault.with(vault, time, policy: KeyUpkeepPolicy(), clock: LeapingClock(time: time)) {
            maintained in
            for await notice in maintained.notices where notice.kind == .expiry {
                warnings.append(notice)
                if warnings.count == 16 { break }
            }
        }
        #expect(warnings[0].description.hasPrefix("openai's key \(key.id) expires within 14 days."))
        #expect(warnings[13].description.hasPrefix("openai's key \(key.id) expires within 1 day."))
        #expect(warnings[14].description.hasPrefix("openai's key \(key.id) has expired"))
        #expect((20...22).contains(checker.questions.count))
        let error = await #expect(throws: KeyVaultError.self) { try await vault.lease("openai") }
        #expect(error?.message.contains("1 expired") == true)
    }

    @Test func healthSurvivesARestart() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        let now: @Sendable () -> Date = { [time] in time.now }
        let checker = ScriptedChecker(invalid)
        let vault = try await KeyVault(store: store, masterKey: master, checker: checker, now: now)
        for name in ["dead", "poor", "busy", "well", "doubted"] {
            _ = try await vault.add(SecretString("sk-\(name)"), to: name, label: name)
        }
        // The task is stopped right after the reports; before it ends, it stores them.
        try await MaintainedVault.with(vault, time) { maintained in
            checker.setVerdict(.verified, of: "sk-doubted")
            let doubted = try #require(try await vault.keys(of: "doubted").first)
            _ = try await vault.check(doubted.id, by: .torii)
            try await vault.lease("doubted")?.report(.refused)
            try await vault.lease("dead")?.report(.refused)
            #expect(await maintained.notice(.refused) != nil)
            try await vault.lease("poor")?.report(.outOfCredit)
            try await vault.lease("busy")?.report(.limited(retryAfter: .seconds(90)))
            try await vault.lease("well")?.report(.accepted)
            // The check has answered when the wait for it ends.
            _ = try? await vault.lease("dead")
        }
        let again = try await KeyVault(store: store, masterKey: master, now: now)
        let keys = try await again.keys()
        #expect(
            keys.map(\.health) == [
                .dead(nextCheck: time.now + 60), .outOfCredit(until: time.now + 3600), .resting(until: time.now + 90),
                .healthy, .inDoubt(until: time.now + 5),
            ]
        )
        #expect(keys.map(\.health) == (try await vault.keys()).map(\.health))
        #expect(keys[0].lastCheck == invalid && keys[0].lastCheckedAt == time.now)
        await #expect(throws: KeyVaultError.self) { try await again.lease("dead") }
        #expect(try await again.leased("well") == "sk-well")
        let actions = try await store.auditRecords(from: 1, limit: 100).map { "\($0.entry.action) \($0.entry.outcome)" }
        #expect(
            Set(actions.suffix(3)) == ["key.health refused", "key.health out_of_credit", "key.health in_doubt"]
        )
    }

    @Test func changesOfHealthAreCollectedForASecond() async throws {
        let vault = try await vault(ScriptedChecker())
        try await MaintainedVault.with(vault, time) { maintained in
            try await vault.lease("openai")?.report(.limited(retryAfter: .seconds(90)))
            #expect(try await vault.store.keyHealth().isEmpty)
            maintained.advance(by: 1)
            try await maintained.progress.eventually { try await !vault.store.keyHealth().isEmpty }
        }
    }

    // MARK: Rotations

    @Test func aDrainEndsWithTheLastLeaseAndTheOldKeyIsErasedInTime() async throws {
        let vault = try await vault(ScriptedChecker())
        try await MaintainedVault.with(vault, time) { maintained in
            var leases = [try await vault.lease("openai"), try await vault.lease("openai")]
            let options = RotationOptions(keepSeconds: 100)
            let rotation = try await vault.rotate("openai", to: SecretString(new), options: options)
            #expect(rotation.state == .draining && rotation.leasesOut == 2)
            leases.removeLast()
            #expect(try await vault.rotation(rotation.id).leasesOut == 1)
            leases.removeLast()
            await maintained.reached(.retired)
            #expect(try await vault.rotation(rotation.id).keptUntil == time.now + 100)
            maintained.advance(by: 100)
            await maintained.reached(.erased)
            let records = try await vault.store.secrets().records
            #expect(records.map(\.state) == [.removed, .active] && records[0].sealed.isEmpty)
            #expect(leases.isEmpty)
        }
    }

    @Test func aConfirmedRefusalOfANewKeyIsRolledBackAtOnce() async throws {
        let checker = ScriptedChecker()
        let vault = try await vault(checker)
        try await MaintainedVault.with(vault, time) { maintained in
            let rotation = try await vault.rotate("openai", to: SecretString(new))
            let lease = try #require(try await vault.lease("openai"))
            #expect(lease.secret.revealed == new)
            checker.setVerdict(invalid, of: new)
            lease.report(.refused)
            // No lease fails meanwhile, because the old key is on standby.
            #expect(try await vault.leased("openai") == old)
            #expect(await maintained.notice(.rolledBack)?.subject == rotation.id)
            #expect(try await vault.rotation(rotation.id).state == .rolledBack)
            #expect(try await vault.leased("openai") == old)
            #expect(try await vault.keys().map(\.state) == [.active])
        }
    }

    @Test func aBurstOfRefusalsRollsBackANewKeyThatItsCheckAccepts() async throws {
        let vault = try await vault(ScriptedChecker())
        try await MaintainedVault.with(vault, time) { maintained in
            _ = try await vault.rotate("openai", to: SecretString(new))
            let late = try await vault.lease("openai")
            try await vault.lease("openai")?.report(.refused)
            #expect(await maintained.notice(.inDoubt) != nil)
            // After each refused call the old key on standby is lent, until the new one has had its attempts.
            for wait in [5.0, 10] {
                #expect(try await vault.leased("openai") == old)
                maintained.advance(by: wait)
                let lease = try #require(try await vault.lease("openai"))
                #expect(lease.secret.revealed == new)
                lease.report(.refused)
            }
            #expect(await maintained.notice(.rolledBack) != nil)
            #expect(try await vault.leased("openai") == old)
            // Late reports about the new key have no effect.
            late?.report(.refused)
            #expect(try await vault.leased("openai") == old)
        }
    }

    @Test func aSuccessEndsABurst() async throws {
        let vault = try await vault(ScriptedChecker())
        try await MaintainedVault.with(vault, time) { maintained in
            let rotation = try await vault.rotate("openai", to: SecretString(new))
            var leases: [KeyLease] = []
            for _ in 0..<5 { leases.append(try #require(try await vault.lease("openai"))) }
            leases[0].report(.refused)
            #expect(await maintained.notice(.inDoubt) != nil)
            for (lease, outcome) in zip(leases[1...], [KeyOutcome.refused, .accepted, .refused, .refused]) {
                lease.report(outcome)
            }
            maintained.advance(by: RotationProbation.length)
            #expect(try await vault.leased("openai") == new)
            #expect(try await vault.rotation(rotation.id).state != .rolledBack)
        }
    }

    /// The upstream accepts the new key when it is checked, and refuses the one call of a small company.
    @Test func oneRefusedCallIsEnoughAtTheEndOfTheMinute() async throws {
        let vault = try await vault(ScriptedChecker())
        try await MaintainedVault.with(vault, time) { maintained in
            let rotation = try await vault.rotate("openai", to: SecretString(new))
            try await vault.lease("openai")?.report(.refused)
            #expect(try await vault.leased("openai") == old)
            maintained.advance(by: RotationProbation.length - 1)
            #expect(await maintained.notice(.inDoubt) != nil)
            #expect(try await vault.rotation(rotation.id).state == .retired)
            maintained.advance(by: 1)
            #expect(await maintained.notice(.rolledBack)?.subject == rotation.id)
            #expect(try await vault.leased("openai") == old)
        }
    }

    @Test func aRequestThatTheOldKeyAnswersRollsBackAtOnce() async throws {
        let vault = try await vault(ScriptedChecker())
        try await MaintainedVault.with(vault, time) { maintained in
            let rotation = try await vault.rotate("openai", to: SecretString(new))
            let answer = try await KeyedCall.perform(
                lease: { () async throws -> KeyLease? in try await vault.lease("openai") },
                outcome: { $0 is CancellationError ? .refused : nil }
            ) { lease async throws -> String in
                let lease = try #require(lease)
                if lease.secret.revealed == new { throw CancellationError() }
                lease.report(.accepted)
                return lease.secret.revealed
            }
            #expect(answer == old)
            #expect(await maintained.notice(.rolledBack)?.subject == rotation.id)
            #expect(try await vault.keys().map(\.state) == [.active])
        }
    }

    @Test func aRefusedOldKeyIsNotRestored() async throws {
        let checker = ScriptedChecker()
        let vault = try await vault(checker)
        try await MaintainedVault.with(vault, time) { maintained in
            let rotation = try await vault.rotate("openai", to: SecretString(new))
            checker.setVerdict(invalid, of: new)
            checker.setVerdict(invalid, of: old)
            try await vault.lease("openai")?.report(.refused)
            #expect(await maintained.notice(.rollBackImpossible)?.subject == rotation.id)
            #expect(try await vault.rotation(rotation.id).state == .retired)
            let error = await #expect(throws: KeyVaultError.self) { try await vault.lease("openai") }
            #expect(error?.code == .noUsableKey)
            #expect(try await vault.keys().map(\.state) == [.retired, .active])
        }
    }

    @Test func aNewKeyIsAnOrdinaryKeyAfterItsFirstMinute() async throws {
        let checker = ScriptedChecker()
        let vault = try await vault(checker)
        try await MaintainedVault.with(vault, time) { maintained in
            let rotation = try await vault.rotate("openai", to: SecretString(new))
            let leases = [
                try await vault.lease("openai"), try await vault.lease("openai"), try await vault.lease("openai"),
            ]
            maintained.advance(by: RotationProbation.length)
            checker.setVerdict(invalid, of: new)
            for lease in leases { lease?.report(.refused) }
            let error = await #expect(throws: KeyVaultError.self) { try await vault.lease("openai") }
            #expect(error?.code == .noUsableKey)
            #expect(try await vault.rotation(rotation.id).state == .retired)
        }
    }

    @Test func theProbationContinuesAfterARestart() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        let checker = ScriptedChecker()
        let now: @Sendable () -> Date = { [time] in time.now }
        func open() async throws -> KeyVault {
            try await KeyVault(store: store, masterKey: master, checker: checker, now: now)
        }
        let first = try await open()
        _ = try await first.add(SecretString(old), to: "openai", label: "")
        let rotation = try await first.rotate("openai", to: SecretString(new))
        checker.setVerdict(invalid, of: new)
        let second = try await open()
        try await MaintainedVault.with(second, time) { maintained in
            try await second.lease("openai")?.report(.refused)
            #expect(await maintained.notice(.rolledBack)?.subject == rotation.id)
            #expect(try await second.leased("openai") == old)
        }
    }

    @Test func aFailedWriteIsRepeatedAndNoLeaseHangs() async throws {
        let store = FailingStore(try SQLiteStore(path: nil))
        let checker = ScriptedChecker()
        let vault = try await KeyVault(
            store: store,
            masterKey: .random(),
            checker: checker,
            now: { [time] in time.now }
        )
        _ = try await vault.add(SecretString(old), to: "openai", label: "")
        try await MaintainedVault.with(vault, time) { maintained in
            let rotation = try await vault.rotate("openai", to: SecretString(new))
            checker.setVerdict(invalid, of: new)
            store.fails = true
            try await vault.lease("openai")?.report(.refused)
            #expect(await maintained.notice(.failure)?.subject == rotation.id)
            #expect(try await vault.leased("openai") == old)
            store.fails = false
            maintained.advance(by: UpkeepSchedule.pause)
            #expect(await maintained.notice(.rolledBack) != nil)
        }
    }
}
