import Foundation
import KeyLeasing
import KeyVaultFixtures
import Secrets
import Storage
import StorageSQLite
import Testing
import TestWaits

@testable import KeyVault

/// What happened to keys: the changes of their states with their causes, and the outcomes of calls.
@Suite(.timeLimit(.minutes(1))) struct KeyHistoryTests {
    private let time = TestTime()

    private func record(
        _ id: String,
        _ state: SealedSecretState,
        changed: Double = 0
    ) -> SealedSecretRecord {
        SealedSecretRecord(
            id: id,
            upstream: "openai",
            label: "",
            masterKeyID: "m",
            sealed: Data(),
            lastFour: nil,
            fingerprint: id,
            state: state,
            createdAt: time.now - 100,
            changedAt: time.now + changed
        )
    }

    private func list(_ revision: Int, _ records: SealedSecretRecord...) -> SealedSecretList {
        SealedSecretList(revision: revision, records: records, rotations: [])
    }

    private func words(_ changes: [KeyChangeRecord]) -> [String] {
        changes.map { "\($0.key) \($0.state.rawValue) \($0.cause.rawValue)" }
    }

    @Test func listsShowWhichKeysCameAndWent() {
        var history = KeyHistory()
        func apply(_ list: SealedSecretList, isStart: Bool = false) -> [String] {
            history.apply(list, health: { _ in .healthy }, isStart: isStart, at: time.now)
            return words(history.removeUnsaved().changes)
        }
        // Documents of Torii are retired from the start and have no history.
        #expect(apply(list(1, record("a", .active), record("doc", .retired)), isStart: true) == ["a healthy known"])
        #expect(apply(list(1, record("a", .removed))).isEmpty, "an older list changes nothing")
        #expect(apply(list(2, record("a", .active), record("b", .active))) == ["b healthy added"])
        #expect(
            apply(list(3, record("a", .retired), record("b", .active), record("c", .active)))
                == ["a retired rotated", "c healthy added"]
        )
        #expect(
            apply(list(4, record("a", .active), record("b", .active), record("c", .removed)))
                == ["a healthy rolled_back", "c removed rolled_back"]
        )
        #expect(apply(list(5, record("a", .active), record("b", .removed))) == ["b removed removed"])
        #expect(apply(list(6, record("a", .active), record("b", .removed))).isEmpty)
    }

    /// A killed process may have stored less than it knew.
    @Test func theStartCorrectsWhatWasNotStored() {
        let before = KeyChangeRecord(key: "a", upstream: "openai", time: time.now, state: .healthy, cause: .added)
        let resting = KeyChangeRecord(key: "b", upstream: "openai", time: time.now, state: .resting, cause: .limited)
        var history = KeyHistory()
        history.restore([before, resting])
        history.apply(list(1, record("a", .retired, changed: -7)), health: { _ in nil }, isStart: true, at: time.now)
        let changes = history.removeUnsaved().changes
        #expect(words(changes) == ["a retired rotated"] && changes[0].time == time.now - 7)
        history.correct(.healthy, of: "b", in: "openai", at: time.now)
        // A rest ends by itself.
        history.correct(.dead(nextCheck: time.now), of: "b", in: "openai", at: time.now)
        let corrected = history.removeUnsaved().changes
        #expect(words(corrected) == ["b dead known"])
    }

    @Test func outcomesAreCountedByMinute() {
        var history = KeyHistory()
        let outcomes: [KeyOutcome] = [
            .accepted, .accepted, .refused, .outOfCredit, .limited(retryAfter: nil), .limited(retryAfter: .seconds(1)),
            .upstreamFault,
        ]
        for outcome in outcomes { history.count(outcome, of: "a", in: "openai", at: time.now) }
        history.count(.accepted, of: "a", in: "openai", at: time.now + 60)
        #expect(history.saveDue == time.now + KeyHistory.gathering)
        let minute = KeyHistory.minute(of: time.now)
        let expected = [
            KeyOutcomesRecord(
                key: "a",
                upstream: "openai",
                minute: minute,
                accepted: 2,
                refused: 1,
                outOfCredit: 1,
                limited: 2,
                failed: 1
            ), KeyOutcomesRecord(key: "a", upstream: "openai", minute: minute + 1, accepted: 1),
        ]
        let unsaved = history.removeUnsaved()
        #expect(unsaved.outcomes.sorted { $0.minute < $1.minute } == expected)
        #expect(history.saveDue == nil)
        // The store failed; what came meanwhile is added.
        history.count(.accepted, of: "a", in: "openai", at: time.now + 61)
        history.restoreUnsaved(unsaved.changes, unsaved.outcomes, at: time.now)
        var sums = expected
        sums[1].accepted = 2
        let added = history.removeUnsaved().outcomes.sorted { $0.minute < $1.minute }
        #expect(added == sums)
    }

    @Test func whatWaitsForTheStoreIsBounded() {
        var history = KeyHistory()
        for number in 0..<KeyHistory.mostUnsaved + 50 {
            history.count(.accepted, of: "k\(number)", in: "openai", at: time.now)
            history.record(.healthy, of: "k\(number)", in: "openai", because: .accepted, at: time.now)
        }
        let unsaved = history.removeUnsaved()
        #expect(unsaved.changes.count == KeyHistory.mostUnsaved && unsaved.changes.last?.key == "k10049")
        #expect(unsaved.outcomes.count == KeyHistory.mostUnsaved)
    }

    // MARK: A vault

    private func history(of vault: KeyVault, days: Double = 1) async throws -> UpstreamHistory {
        try await vault.history(of: "openai", in: time.now - days * 86_400..<time.now + 1, step: 1)
    }

    @Test func aVaultRecordsWhatHappens() async throws {
        let vault = try await KeyVault.inMemory(
            checker: ScriptedChecker(.invalid(reason: "401")),
            now: { [time] in time.now }
        )
        let key = try await vault.add(SecretString("sk-old-key-000001"), to: "openai", label: "main")
        func report(_ outcome: KeyOutcome) async throws {
            time.advance(by: 10)
            try await vault.lease("openai")?.report(outcome)
        }
        try await report(.accepted)
        try await report(.limited(retryAfter: .seconds(30)))
        time.advance(by: 31)
        try await report(.accepted)
        try await report(.upstreamFault)
        _ = try await vault.check(key.id, by: .commandLine)
        time.advance(by: 10)
        _ = try await vault.restore(key.id, by: .commandLine)
        try await vault.remove(key.id)
        let found = try await history(of: vault)
        let id = key.id
        #expect(
            words(found.changes) == [
                "\(id) healthy added", "\(id) resting limited", "\(id) healthy accepted", "\(id) dead checked",
                "\(id) healthy restored", "\(id) removed removed",
            ]
        )
        #expect(found.changes[1].until == found.changes[1].time + 30)
        #expect(found.keys.map(\.label) == ["main"] && found.keys.map(\.state) == [.removed])
        let sum = found.outcomes.reduce((0, 0, 0)) { ($0.0 + $1.accepted, $0.1 + $1.limited, $0.2 + $1.failed) }
        #expect(sum == (2, 1, 1))
        #expect(try await vault.history(of: "tavily", in: time.now - 9..<time.now, step: 1).changes.isEmpty)
    }

    @Test func aRotationIsPartOfIt() async throws {
        let vault = try await KeyVault.inMemory(checker: ScriptedChecker(), now: { [time] in time.now })
        let old = try await vault.add(SecretString("sk-old-key-000001"), to: "openai", label: "")
        time.advance(by: 60)
        let rotation = try await vault.rotate("openai", to: SecretString("sk-new-key-000002"))
        time.advance(by: 60)
        _ = try await vault.rollBack(rotation.id, by: .commandLine)
        let new = rotation.newKey
        #expect(
            words(try await history(of: vault).changes) == [
                "\(old.id) healthy added", "\(old.id) retired rotated", "\(new) healthy rotated",
                "\(old.id) healthy rolled_back", "\(new) removed rolled_back",
            ]
        )
    }

    /// The history is in the store, so that it survives the process, and old parts are deleted.
    @Test func itSurvivesAndIsDeletedByAge() async throws {
        let store = try SQLiteStore(path: nil)
        let master = MasterKey.random()
        let first = try await KeyVault(store: store, masterKey: master, now: { [time] in time.now })
        let key = try await first.add(SecretString("sk-old-key-000001"), to: "openai", label: "")
        try await first.lease("openai")?.report(.accepted)
        #expect(try await history(of: first).outcomes.count == 1)
        time.advance(by: 8 * 86_400)
        let second = try await KeyVault(store: store, masterKey: master, now: { [time] in time.now })
        // The first save deletes what is too old; the last state of the key stays.
        let found = try await history(of: second, days: 7)
        #expect(words(found.changes) == ["\(key.id) healthy added"])
        #expect(found.outcomes.isEmpty)
        #expect(try await store.keyOutcomes(of: "openai", in: 0..<Int.max, step: 1, limit: 9).isEmpty)
    }

    @Test func theMaintenanceStoresIt() async throws {
        let store = try SQLiteStore(path: nil)
        let vault = try await KeyVault(store: store, masterKey: .random(), now: { [time] in time.now })
        _ = try await vault.add(SecretString("sk-old-key-000001"), to: "openai", label: "")
        try await MaintainedVault.with(vault, time) { maintained in
            try await vault.lease("openai")?.report(.limited(retryAfter: .seconds(5)))
            maintained.advance(by: 61)
            try await maintained.progress.eventually {
                let outcomes = try await store.keyOutcomes(of: "openai", in: 0..<Int.max, step: 1, limit: 9)
                return try await store.latestKeyChanges().first?.state == .resting && !outcomes.isEmpty
            }
        }
    }
}
