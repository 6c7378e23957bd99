import Foundation
import OwnerLiterals
import Storage
import StorageFixtures
import Testing

/// The lists by which data of users ends, and those of exports.
@Suite(.timeLimit(.minutes(2))) struct UserDataStoreConformance {
    private let start = Date(timeIntervalSince1970: 1_795_000_000)
    private let day = TimeInterval(86_400)

    private func conversation(_ id: String, of owner: Owner, days: Double) -> ConversationRecord {
        let time = start + days * day
        return ConversationRecord(id: id, owner: owner, createdAt: time, updatedAt: time)
    }

    private func admit(_ owner: Owner, _ kind: EndUserRecord.Kind, seen: Double, to store: any Store) async throws {
        await store.addClient(ofUser: owner, at: start)
        _ = try await store.admit(
            identity: UserIdentity(issuer: "backend", subject: owner.text),
            asNew: EndUserRecord(owner: owner, kind: kind, plan: "pro", createdAt: start + seen * day),
            quota: nil
        )
    }

    /// Reads all pages.
    private func aged(
        _ client: String,
        _ times: AgedTimes,
        lookingAt count: Int,
        in store: any Store
    ) async throws
        -> [AgedConversation]
    {
        var (found, place, pages) = ([AgedConversation](), AgedPlace?.none, 0)
        repeat {
            let page = try await store.agedConversations(ofUsersOf: client, times, after: place, lookingAt: count)
            #expect(page.elements.count <= count)
            found += page.elements
            place = page.next
            pages += 1
        } while place != nil && pages < 1000
        return found
    }

    @Test(arguments: StoreOpener.allCases, [1, 2, 7, 5000])
    func agedConversationsOfUsersAreFoundInPages(opener: StoreOpener, count: Int) async throws {
        try await opener.withStore { store async throws in
            try await admit("app/usr_1", .identified, seen: 0, to: store)
            for owner in ["app", "app/usr_1", "app/usr_2", "app-", "app-/usr_1", "app0"] as [Owner] {
                for age in 0..<6 {
                    let record = conversation("\(owner) \(age)", of: owner, days: Double(age))
                    try await store.commitTurn(record, appending: [], expectedCount: 0)
                }
            }
            let times = AgedTimes(standard: start + 3 * day, own: start + 5 * day)
            let found = try await aged("app", times, lookingAt: count, in: store)
            let expected = ["app/usr_1", "app/usr_2"].flatMap { owner in (0..<3).map { "\(owner) \($0)" } }
            #expect(found.map(\.id) == expected)
            #expect(found.first?.user.plan == "pro" && found.last?.user.plan == nil)

            // Own settings of a user have their own time.
            var user = try #require(try await store.user("app/usr_1"))
            (user.limits, user.revision) = ("{}", user.revision + 1)
            try await store.updateUser(user, audit: .none)
            #expect(try await aged("app", times, lookingAt: count, in: store).count == 5 + 3)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func agedConversationsAreDeletedUnlessTheyAreUsed(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let owner: Owner = "app/usr_1"
            for id in ["old", "continued", "waiting"] {
                try await store.commitTurn(conversation(id, of: owner, days: 0), appending: [], expectedCount: 0)
            }
            func run(_ id: String, _ status: RunStatus) -> RunRecord {
                RunRecord(
                    id: "run \(id)",
                    owner: owner,
                    conversation: id,
                    model: "m",
                    status: status,
                    request: "{}",
                    createdAt: start,
                    updatedAt: start
                )
            }
            _ = try await store.write([
                RunWrite(record: run("old", .completed)), RunWrite(record: run("waiting", .waiting)),
            ])
            let times = AgedTimes(standard: start + day, own: start + day)
            let found = try await aged("app", times, lookingAt: 100, in: store)
            #expect(found.count == 3)
            let later = conversation("continued", of: owner, days: 2)
            let entry = TranscriptEntryRecord(id: "e", position: 0, kind: "prompt", json: "{}")
            try await store.commitTurn(later, appending: [entry], expectedCount: 0)
            #expect(try await store.deleteAgedConversations(found) == 1)
            #expect(try await store.conversation("old") == nil)
            #expect(try await store.run("run old") == nil)
            #expect(try await store.conversation("continued") != nil)
            #expect(try await store.run("run waiting") != nil)
            #expect(try await store.deleteAgedConversations(found) == 0)
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func unseenUsersOfAKindAreFoundInPages(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            for number in 0..<7 {
                let owner = Owner(client: "app", user: "usr_\(number)")
                try await admit(owner, number == 3 ? .identified : .anonymous, seen: Double(number / 2), to: store)
            }
            try await admit("app-/usr_1", .anonymous, seen: 0, to: store)
            let times = AgedTimes(standard: start + 2.5 * day, own: start)
            for limit in [1, 2, 100] {
                var (found, place) = ([Owner](), AgedPlace?.none)
                repeat {
                    let page = try await store.unseenUsers(of: "app", .anonymous, times, after: place, limit: limit)
                    #expect(page.elements.count <= limit)
                    found += page.elements.map(\.owner)
                    place = page.next
                } while place != nil
                #expect(found == ["app/usr_0", "app/usr_1", "app/usr_2", "app/usr_4", "app/usr_5"])
            }
            // A request moves the time.
            try await store.setSeen(["app/usr_0": start + 9 * day])
            let page = try await store.unseenUsers(of: "app", .anonymous, times, after: nil, limit: 9)
            #expect(page.elements.count == 4 && page.next == nil)
            // A block outlives the time of the user.
            var blocked = try #require(try await store.user("app/usr_1"))
            (blocked.blockedAt, blocked.revision) = (start, 1)
            try await store.updateUser(blocked, audit: .none)
            let rest = try await store.unseenUsers(of: "app", .anonymous, times, after: nil, limit: 9)
            #expect(rest.elements.map(\.owner) == ["app/usr_2", "app/usr_4", "app/usr_5"])
        }
    }

    @Test(arguments: StoreOpener.allCases)
    func samplesAndDevicesOfAnOwnerAreListed(opener: StoreOpener) async throws {
        try await opener.withStore { store async throws in
            let samples = (0..<25).map { (number: Int) -> HealthSampleRecord in
                let time: Date = start + TimeInterval(number)
                return HealthSampleRecord(
                    metric: number.isMultiple(of: 2) ? "step_count" : "body_mass",
                    source: number.isMultiple(of: 3) ? "" : "phone",
                    start: time,
                    unit: "count",
                    value: Double(number)
                )
            }
            for owner in ["app", "app/usr_1"] as [Owner] {
                _ = try await store.storeHealthSamples(samples, of: owner, limit: nil)
                try await store.saveDevice(DeviceRecord(owner: owner, device: "of \(owner)", createdAt: start))
            }
            var (found, last) = ([HealthSampleRecord](), HealthSampleRecord?.none)
            repeat {
                let page = try await store.healthSamples(of: "app/usr_1", after: last, limit: 4)
                found += page
                last = page.count == 4 ? page.last : nil
            } while last != nil
            #expect(found.count == 25)
            let expected = samples.sorted { ($0.metric, $0.start) < ($1.metric, $1.start) }
            #expect(found == expected)
            #expect(try await store.devices(of: "app/usr_1").devices.map(\.device) == ["of app/usr_1"])
            #expect(try await store.devices(of: "app/usr_2").devices.isEmpty)
        }
    }
}
