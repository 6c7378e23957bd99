import AssistantSchemas
import Foundation
import OwnerLiterals
import Phrasebook
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

/// The devices of users, which are in memory only while they are used.
@Suite(.timeLimit(.minutes(1))) struct UserDevicesTests {
    private static let registration = DeviceDirectoryTests.registration

    private func registered(_ owners: [Owner]) async throws -> (DeviceDirectory, SQLiteStore) {
        let store = try SQLiteStore(path: nil)
        let former = DeviceDirectory(store: store, phrases: PhrasebookReader())
        for owner in owners { _ = try await former.register(Self.registration, on: "phone", owner: owner) }
        let directory = DeviceDirectory(store: store, phrases: PhrasebookReader())
        try await directory.load()
        return (directory, store)
    }

    @Test func theDevicesOfAUserAreReadOnDemand() async throws {
        let (directory, _) = try await registered(["app", "app/usr_1"])
        #expect(directory.toolbox(of: "app") != nil && directory.toolbox(of: "app/usr_1") == nil)
        for owner: Owner in ["app/usr_1", "app/usr_2"] { try await directory.read(owner) }
        #expect(directory.toolbox(of: "app/usr_1") != nil && directory.toolbox(of: "app/usr_2") == nil)
        // Also that a user has none is known.
        #expect(directory.users.withLock(\.count) == 2)
    }

    /// A registration or a change sees the devices that are stored, also as the first request of the user.
    @Test func aChangeReadsTheDevicesFirst() async throws {
        let (directory, _) = try await registered(["app/usr_1", "app/usr_2"])
        #expect(try await directory.register(Self.registration, on: "pad", owner: "app/usr_1").version == 1)
        #expect(directory.toolbox(of: "app/usr_1")?.apps.map(\.place.device) == ["pad", "phone"])
        #expect(try await directory.register(Self.registration, on: "phone", owner: "app/usr_1").version == 1)
        try await directory.removeDevice("phone", owner: "app/usr_2")
        #expect(directory.descriptions(of: "app/usr_2")["devices"]?.arrayValue?.isEmpty == true)
    }

    @Test func usersInUseStayInMemory() async throws {
        let users = (1...6).map { Owner(client: "app", user: "usr_\($0)") }
        let (directory, _) = try await registered(users + ["app"])
        directory.users.withLock { $0 = ReadUsers(limit: 5) }
        for user in users.prefix(5) { try await directory.read(user) }
        _ = try directory.feed(of: "phone", for: nil, owner: users[0]).attach(app: nil)
        _ = directory.state.withLock { $0[users[1]]?.calls["call"] = "run" }
        try await directory.read(users[5])
        // Of the older half, the first has a stream and the second an open call.
        #expect(users.filter { directory.toolbox(of: $0) == nil } == [users[2]])
        #expect(directory.toolbox(of: "app") != nil)
        try await directory.read(users[2])
        #expect(directory.toolbox(of: users[2]) != nil)
    }

    @Test func theLeastRecentlyUsedHalfLeaves() {
        var users = ReadUsers(limit: 4)
        let owners = (1...9).map { Owner(client: "app", user: "usr_\($0)") }
        for owner in owners.prefix(4) { users.insert(owner) }
        let few = users.removeSurplus { _ in false }
        let isUsed = users.use(owners[0])
        let isUnknown = users.use(owners[8])
        #expect(few.isEmpty && isUsed && !isUnknown)
        users.insert(owners[4])
        let gone = users.removeSurplus { $0 == owners[1] }
        #expect(gone == [owners[2]] && users.count == 4)
        // Four are left, so that the next time is at nine.
        for owner in owners[5...7] { users.insert(owner) }
        let later = users.removeSurplus { _ in false }
        #expect(later.isEmpty)
        users.insert(owners[8])
        users.insert(owners[2])
        let last = users.removeSurplus { _ in false }
        #expect(last.count == 4 && users.count == 5)
    }

    @Test func aChangeByAnotherProcessIsSeenAndKeepsStreams() async throws {
        let (directory, store) = try await registered(["app/usr_1", "app/usr_2"])
        for owner: Owner in ["app/usr_1", "app/usr_2"] { try await directory.read(owner) }
        let (_, wakes, _) = try directory.feed(of: "phone", for: nil, owner: "app/usr_1").attach(app: nil)
        let other = DeviceDirectory(store: store, phrases: PhrasebookReader())
        _ = try await other.register(Self.registration, on: "pad", owner: "app/usr_1")
        try await other.removeDevice("phone", owner: "app/usr_1")
        try await directory.reload(ifBehind: store.revisions())
        for await _ in wakes {}
        #expect(directory.toolbox(of: "app/usr_1")?.apps.map(\.place.device) == ["pad"])
        // One without a stream is read again at its next use.
        #expect(directory.toolbox(of: "app/usr_2") == nil)
        try await directory.read("app/usr_2")
        #expect(directory.toolbox(of: "app/usr_2") != nil)
    }
}
