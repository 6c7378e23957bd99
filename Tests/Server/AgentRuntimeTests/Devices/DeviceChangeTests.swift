import Phrasebook
import AgentWire
import AssistantSchemas
import Foundation
import OwnerLiterals
import Storage
import StorageSQLite
import StreamingJSON
import Synchronization
import Testing

@testable import AgentRuntime

/// Changes of a device while another one is being stored, with a store that the test holds.
@Suite(.timeLimit(.minutes(1))) struct DeviceChangeTests {
    private static let registration = DeviceDirectoryTests.registration

    private func withHeldStore(
        _ body: (DeviceDirectory, HeldDeviceStore) async throws -> Void
    ) async throws {
        let store = HeldDeviceStore(try SQLiteStore(path: nil))
        try await body(DeviceDirectory(store: store, phrases: PhrasebookReader()), store)
    }

    private func conflict(_ body: () async throws -> Void) async {
        let problem = await #expect(throws: Problem.self) { try await body() }
        #expect(problem?.kind == .conflict, "\(problem?.detail ?? "")")
    }

    @Test func aDeviceIsNotRemovedDuringARegistration() async throws {
        try await withHeldStore { directory, store async throws in
            _ = try await directory.register(Self.registration, on: "phone", owner: "c")
            var changed = Self.registration
            changed.app.version = "2"
            store.holdsNext()
            async let registered = directory.register(changed, on: "phone", owner: "c")
            await store.arrival()
            await conflict { try await directory.removeDevice("phone", owner: "c") }
            await conflict { try await directory.removeToolboxes(of: "phone", app: nil, owner: "c") }
            store.release()
            #expect(try await registered.version == 2)
            try await directory.removeDevice("phone", owner: "c")
            #expect(try await store.devices().toolboxes.isEmpty && directory.toolbox(of: "c") == nil)
        }
    }

    @Test func anErasureDuringARegistrationLeavesNothing() async throws {
        try await withHeldStore { directory, store async throws in
            store.holdsNext()
            async let registered = directory.register(Self.registration, on: "phone", owner: "c")
            await store.arrival()
            directory.forget { $0 == "c" }
            store.release()
            do {
                _ = try await registered
                Issue.record("The removal is not noticed.")
            } catch let problem as Problem {
                #expect([.conflict, .notFound].contains(problem.kind))
            }
            #expect(try await store.devices().devices.isEmpty && directory.toolbox(of: "c") == nil)
            #expect(try await store.devices().toolboxes.isEmpty)
        }
    }

    @Test func anErasureDuringAChangeLeavesNothing() async throws {
        try await withHeldStore { directory, store async throws in
            _ = try await directory.register(Self.registration, on: "phone", owner: "c")
            store.holdsNext()
            async let changed = directory.change("phone", name: "Phone", defaultApp: nil, owner: "c")
            await store.arrival()
            directory.forget { $0 == "c" }
            try await store.removeDevice("phone", of: "c")
            store.release()
            do {
                _ = try await changed
                Issue.record("The removal is not noticed.")
            } catch let problem as Problem {
                #expect([.conflict, .notFound].contains(problem.kind))
            }
            #expect(try await store.devices().devices.isEmpty)
        }
    }

    @Test func aDeviceWhoseRegistrationFailsDoesNotExist() async throws {
        try await withHeldStore { directory, store async throws in
            store.holdsNext(failing: true)
            async let registered = directory.register(Self.registration, on: "phone", owner: "c")
            await store.arrival()
            store.release()
            do {
                _ = try await registered
                Issue.record("The failure is not reported.")
            } catch is HeldDeviceStore.Failure {}
            #expect(directory.descriptions(of: "c")["devices"] == [])
            _ = try await directory.register(Self.registration, on: "phone", owner: "c")
            #expect(directory.descriptions(of: "c")["devices"]?.arrayValue?.count == 1)
        }
    }

    @Test func noneOfTwoChangesIsLost() async throws {
        try await withHeldStore { directory, store async throws in
            _ = try await directory.register(Self.registration, on: "phone", owner: "c")
            store.holdsNext()
            async let named = directory.change("phone", name: "Phone", defaultApp: nil, owner: "c")
            await store.arrival()
            let app = Self.registration.app.id
            await conflict { _ = try await directory.change("phone", name: nil, defaultApp: app, owner: "c") }
            var other = Self.registration
            other.app.id = "org.other"
            await conflict { _ = try await directory.register(other, on: "phone", owner: "c") }
            store.release()
            _ = try await named
            let device = try await directory.change("phone", name: nil, defaultApp: app, owner: "c")
            #expect(device["name"] == "Phone" && device["defaultApp"]?.stringValue == app)
            #expect(try await store.devices().devices.map(\.name) == ["Phone"])
            let toolbox = try #require(directory.toolbox(of: "c"))
            #expect(toolbox.apps.map(\.place.name) == ["Phone"] && toolbox.defaultApps == ["phone": app])
        }
    }

    @Test func aRepeatedRegistrationMakesNoNewToolbox() async throws {
        try await withHeldStore { directory, _ async throws in
            _ = try await directory.register(Self.registration, on: "phone", owner: "c")
            let toolbox = directory.toolbox(of: "c")
            #expect(try await directory.register(Self.registration, on: "phone", owner: "c").version == 1)
            #expect(directory.toolbox(of: "c") === toolbox)
        }
    }
}

/// A store of devices whose next write waits for the test.
private final class HeldDeviceStore: DeviceStore {
    struct Failure: Error {}

    private let store: SQLiteStore
    private let next = Mutex<(isHeld: Bool, fails: Bool)>((false, false))
    private let arrivals = AsyncStream.makeStream(of: Void.self)
    private let releases = AsyncStream.makeStream(of: Void.self)

    init(_ store: SQLiteStore) { self.store = store }

    /// Holds the next write, which fails afterwards or not.
    func holdsNext(failing: Bool = false) { next.withLock { $0 = (true, failing) } }

    /// Waits for a write that is held.
    func arrival() async { for await _ in arrivals.stream { return } }

    /// Lets the write continue.
    func release() { releases.continuation.yield() }

    private func pass() async throws {
        let (isHeld, fails) = next.withLock { next in
            defer { next = (false, false) }
            return next
        }
        guard isHeld else { return }
        arrivals.continuation.yield()
        for await _ in releases.stream { break }
        if fails { throw Failure() }
    }

    func devices() async throws -> DeviceList { try await store.devices() }
    func devices(of owner: Owner) async throws -> DeviceList { try await store.devices(of: owner) }

    @discardableResult
    func saveDevice(_ device: DeviceRecord) async throws -> Int {
        try await pass()
        return try await store.saveDevice(device)
    }

    @discardableResult
    func saveToolbox(_ toolbox: ToolboxRecord, on device: DeviceRecord) async throws -> Int {
        try await pass()
        return try await store.saveToolbox(toolbox, on: device)
    }

    @discardableResult
    func removeToolboxes(of owner: Owner, device: String, app: String?) async throws -> Int {
        try await store.removeToolboxes(of: owner, device: device, app: app)
    }

    @discardableResult
    func removeDevice(_ device: String, of owner: Owner) async throws -> Int {
        try await store.removeDevice(device, of: owner)
    }

    func addLateOutput(_ output: LateOutputRecord) async throws { try await store.addLateOutput(output) }

    func lateOutputs(ofConversation conversation: String, owner: Owner) async throws -> [LateOutputRecord] {
        try await store.lateOutputs(ofConversation: conversation, owner: owner)
    }

    func deleteLateOutputs(receivedBefore time: Date) async throws {
        try await store.deleteLateOutputs(receivedBefore: time)
    }
}
