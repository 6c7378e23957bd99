import Phrasebook
import AssistantSchemas
import Foundation
import OwnerLiterals
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

/// Devices in memory twice, over one database file, as in two processes.
@Suite(.timeLimit(.minutes(1))) struct SharedDevicesTests {
    private static let registration = DeviceDirectoryTests.registration

    private func twoDirectories(
        _ body: (DeviceDirectory, DeviceDirectory, SQLiteStore) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("torii-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let store = try SQLiteStore(path: folder + "/torii.sqlite")
        let here = DeviceDirectory(store: store, phrases: PhrasebookReader())
        let there = DeviceDirectory(store: try SQLiteStore(path: folder + "/torii.sqlite"), phrases: PhrasebookReader())
        try await here.load()
        try await there.load()
        try await body(here, there, store)
    }

    @Test func devicesOfAnotherProcessAreSeenAfterALook() async throws {
        try await twoDirectories { here, there, store in
            _ = try await there.register(Self.registration, on: "phone", owner: "c")
            _ = try await there.register(Self.registration, on: "pad", owner: "c")
            #expect(here.toolbox(of: "c") == nil)
            try await here.reload(ifBehind: store.revisions())
            #expect(here.toolbox(of: "c")?.apps.map(\.place.device) == ["pad", "phone"])
            // A change in one process keeps what the other one has added.
            _ = try await here.change("pad", name: "Pad", defaultApp: nil, owner: "c")
            var changed = Self.registration
            changed.app.version = "2"
            _ = try await there.register(changed, on: "phone", owner: "c")
            try await there.removeToolboxes(of: "pad", app: nil, owner: "c")
            try await here.reload(ifBehind: store.revisions())
            try await there.reload(ifBehind: store.revisions())
            for directory in [here, there] {
                #expect(directory.toolbox(of: "c")?.apps.map(\.version) == [2])
                #expect(
                    directory.descriptions(of: "c")["devices"]?.arrayValue?.map { $0["name"]?.stringValue } == [
                        "Pad", nil,
                    ]
                )
            }
        }
    }

    @Test func theStreamsOfADeviceThatAnotherProcessRemovedEnd() async throws {
        try await twoDirectories { here, there, store in
            _ = try await there.register(Self.registration, on: "phone", owner: "c")
            try await here.reload(ifBehind: store.revisions())
            let (_, wakes, _) = try here.feed(of: "phone", for: nil, owner: "c").attach(app: nil)
            try await there.removeDevice("phone", owner: "c")
            try await here.reload(ifBehind: store.revisions())
            for await _ in wakes {}
            #expect(here.toolbox(of: "c") == nil && here.feed(of: "phone", owner: "c") == nil)
        }
    }

    @Test func anErasureByAnotherProcessLeavesNothingInMemory() async throws {
        try await twoDirectories { here, _, store in
            _ = try await here.register(Self.registration, on: "phone", owner: "c")
            try await store.beginErasure(.everything, of: "c", at: Date())
            _ = try await store.erase(.everything, of: "c")
            try await here.reload(ifBehind: store.revisions())
            #expect(here.toolbox(of: "c") == nil && here.feed(of: "phone", owner: "c") == nil)
        }
    }

    @Test func ownChangesAreNotReadAgain() async throws {
        try await twoDirectories { here, _, store in
            _ = try await here.register(Self.registration, on: "phone", owner: "c")
            _ = try await here.change("phone", name: "Phone", defaultApp: nil, owner: "c")
            let toolbox = here.toolbox(of: "c")
            let revision = try await store.revisions().devices
            #expect(!here.seen.withLock { $0.isBehind(revision) })
            try await here.reload(ifBehind: store.revisions())
            #expect(here.toolbox(of: "c") === toolbox)
            try await here.removeDevice("phone", owner: "c")
            let removal = try await store.revisions().devices
            #expect(!here.seen.withLock { $0.isBehind(removal) })
        }
    }
}
