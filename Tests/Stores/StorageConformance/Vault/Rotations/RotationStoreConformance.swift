import Foundation
import Storage
import Testing

@Suite struct RotationStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)

    private func secret(_ id: String, fingerprint: String? = nil) -> SealedSecretRecord {
        SealedSecretRecord(
            id: id,
            upstream: "openai",
            label: "label of \(id)",
            masterKeyID: "0a1b2c3d",
            sealed: Data([1, 2, 3]),
            lastFour: nil,
            fingerprint: fingerprint ?? "fingerprint of \(id)",
            createdAt: start,
            changedAt: start
        )
    }

    private func rotation(
        _ id: String,
        upstream: String = "openai",
        actor: String = "admin:1",
        key: String? = nil
    ) -> RotationRecord {
        RotationRecord(
            id: id,
            upstream: upstream,
            oldKey: "old",
            newKey: "new",
            fingerprint: "fingerprint of new",
            lastFour: "0002",
            isForced: true,
            drain: 600,
            keep: 86_400,
            actor: actor,
            idempotencyKey: key,
            requestHash: Data([7]),
            createdAt: start
        )
    }

    private func trail(_ action: String) -> AuditTrail {
        AuditTrail(
            entries: [AuditDraft(actor: "admin:1", action: action, object: "o", outcome: "done", time: start)],
            hash: { id, _, _ in Data([UInt8(id)]) }
        )
    }

    /// A store with a vault and the secret `old`.
    private func withStore(_ opener: StoreOpener, _ body: (any Store) async throws -> Void) async throws {
        try await opener.withStore { store async throws in
            let root = VaultRootRecord(masterKeyID: "0a1b2c3d", sealed: Data([9]), createdAt: start)
            _ = try await store.createVaultRoot(root)
            try await store.addSecret(secret("old"), audit: .none)
            try await body(store)
        }
    }

    private func begin(_ record: RotationRecord, in store: any Store) async throws -> RotationStart {
        try await store.beginRotation(record, forgettingKeysBefore: start - 100, audit: trail("begin"))
    }

    @Test(arguments: StoreOpener.allCases)
    func aRotationIsReadAsItWasWritten(opener: StoreOpener) async throws {
        try await withStore(opener) { store async throws in
            #expect(try await begin(rotation("1", key: "k"), in: store) == .begun)
            #expect(try await store.rotation("1") == rotation("1", key: "k"))
            #expect(try await store.rotation("2") == nil)
            #expect(try await store.rotation(ofActor: "admin:1", idempotencyKey: "k")?.id == "1")
            #expect(try await store.rotation(ofActor: "admin:2", idempotencyKey: "k") == nil)
            #expect(try await store.secrets().rotations == [rotation("1", key: "k")])

            var moved = rotation("1", key: "k")
            (moved.state, moved.changedAt) = (.rejected, start + 1)
            (moved.verdict, moved.verdictReason, moved.reason) = ("invalid", "401", "It was refused.")
            (moved.activatedAt, moved.retiredAt, moved.erasedAt) = (start + 2, start + 3, start + 4)
            try await store.moveRotation(moved, from: .requested, changing: [], audit: trail("move"))
            #expect(try await store.rotation("1") == moved)
            #expect(try await store.secrets().rotations == [])
            #expect(try await store.auditRecords(from: 1, limit: 9).map(\.entry.action) == ["begin", "move"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aRotationStartsOnceAndOneAtATime(opener: StoreOpener) async throws {
        try await withStore(opener) { store async throws in
            let first = rotation("1", key: "k")
            #expect(try await begin(first, in: store) == .begun)
            let revision = try await store.secrets().revision
            #expect(try await begin(rotation("2", key: "k"), in: store) == .repeated(first))
            #expect(try await begin(rotation("3", actor: "admin:2", key: "k"), in: store) == .busy(first))
            #expect(try await begin(rotation("4"), in: store) == .busy(first))
            #expect(try await store.secrets().revision == revision)
            #expect(try await store.auditRecords(from: 1, limit: 9).count == 1)
            #expect(try await begin(rotation("5", upstream: "tavily", key: "t"), in: store) == .begun)

            var rejected = first
            rejected.state = .rejected
            try await store.moveRotation(rejected, from: .requested, changing: [], audit: .none)
            #expect(try await begin(rotation("6", key: "k"), in: store) == .repeated(rejected))
            // An old idempotency key is forgotten.
            let later = try await store.beginRotation(
                rotation("7", key: "k"),
                forgettingKeysBefore: start + 1,
                audit: .none
            )
            #expect(later == .begun)
            #expect(try await store.rotations(of: "openai", limit: 9).map(\.id) == ["7", "1"])
            #expect(try await store.rotations(of: nil, limit: 2).map(\.id) == ["7", "5"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aStepIsWholeOrNothing(opener: StoreOpener) async throws {
        try await withStore(opener) { store async throws in
            _ = try await begin(rotation("1"), in: store)
            var active = rotation("1")
            (active.state, active.changedAt) = (.active, start + 5)
            let before = try await store.secrets()
            // Another state; an unknown old secret; a new secret that exists already; a roll-back of a rotation that made no change.
            let failures: [(RotationState, [SecretChange])] = [
                (.verifying, []), (.requested, [.add(secret("new")), .retire("nobody")]),
                (.requested, [.retire("old"), .add(secret("old"))]), (.requested, [.restore("old")]),
                (.requested, [.withdraw("nobody")]),
            ]
            for (state, changes) in failures {
                let error = await #expect(throws: StoreError.self) {
                    try await store.moveRotation(active, from: state, changing: changes, audit: trail("move"))
                }
                #expect(error?.code == .conflict)
                #expect(try await store.secrets() == before)
            }
            #expect(try await store.auditRecords(from: 1, limit: 9).count == 1)

            let swap: [SecretChange] = [.retire("old"), .add(secret("new"))]
            try await store.moveRotation(active, from: .requested, changing: swap, audit: trail("move"))
            let after = try await store.secrets()
            #expect(after.revision == before.revision + 1)
            #expect(after.records.map(\.state) == [.retired, .active])
            #expect(after.records[0].changedAt == start + 5 && after.records[0].sealed == Data([1, 2, 3]))
            #expect(after.rotations == [active])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func aRollBackErasesTheNewSecretAndAnErasureTheOldOne(opener: StoreOpener) async throws {
        try await withStore(opener) { store async throws in
            _ = try await begin(rotation("1"), in: store)
            var record = rotation("1")
            record.state = .active
            let new = secret("new", fingerprint: "fingerprint of old")
            try await store.moveRotation(record, from: .requested, changing: [.retire("old"), .add(new)], audit: .none)
            record.state = .rolledBack
            // Both are the same secret, so the order matters.
            let back: [SecretChange] = [.withdraw("new"), .restore("old")]
            try await store.moveRotation(record, from: .active, changing: back, audit: .none)
            var records = try await store.secrets().records
            #expect(records.map(\.state) == [.active, .removed] && records[1].sealed.isEmpty)

            _ = try await begin(rotation("2"), in: store)
            var next = rotation("2")
            next.state = .retired
            let swap: [SecretChange] = [.retire("old"), .add(secret("other"))]
            try await store.moveRotation(next, from: .requested, changing: swap, audit: .none)
            // A secret that was replaced since is not withdrawn.
            var again = next
            again.state = .rolledBack
            let error = await #expect(throws: StoreError.self) {
                try await store.moveRotation(again, from: .retired, changing: [.withdraw("old")], audit: .none)
            }
            #expect(error?.code == .conflict)
            next.erasedAt = start + 9
            try await store.moveRotation(next, from: .retired, changing: [.erase("old")], audit: .none)
            records = try await store.secrets().records
            #expect(records.map(\.state) == [.removed, .removed, .active] && records[0].sealed.isEmpty)
            #expect(try await store.secrets().rotations == [])
            // A rotation whose old secret is erased does not change any more.
            await #expect(throws: StoreError.self) {
                try await store.moveRotation(again, from: .retired, changing: [], audit: .none)
            }
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func healthIsReplacedAndThatOfUnknownKeysIgnored(opener: StoreOpener) async throws {
        try await withStore(opener) { store async throws in
            var health = KeyHealthRecord(
                key: "old",
                state: .dead,
                until: start + 60,
                failures: 3,
                verdict: "invalid",
                verdictReason: "401",
                checkedAt: start,
                changedAt: start + 1
            )
            let stranger = KeyHealthRecord(key: "nobody", state: .healthy, changedAt: start)
            try await store.saveKeyHealth([health, stranger], audit: trail("health"))
            #expect(try await store.keyHealth() == [health])
            #expect(try await store.auditRecords(from: 1, limit: 9).map(\.entry.action) == ["health"])
            for state in KeyHealthRecord.State.allCases {
                // A doubt always has an end, which distinguishes it from health.
                let until = state == .inDoubt ? start + 60 : nil
                health = KeyHealthRecord(key: "old", state: state, until: until, changedAt: start + 2)
                try await store.saveKeyHealth([health], audit: .none)
                #expect(try await store.keyHealth() == [health])
            }
        }
    }
}
