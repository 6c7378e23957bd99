import AssistantSchemas
public import Foundation
public import Storage
import StreamingJSON
import Synchronization
public import ToolPhrases

/// The devices of all owners: the toolboxes of their apps, their signs of life, and their events.
///
/// The registrations are in the store. Those of all clients are in memory, so that a turn of a client without devices costs one look-up;
/// those of a user are read at its first turn or request about devices (``read(_:)``). They are read again when their revision shows a
/// change by another process.
public final class DeviceDirectory: Sendable {
    // One process: signs of life and open streams are known to the process that the device talks to.
    struct Device {
        var record: DeviceRecord
        var toolboxes: [String: Toolbox] = [:]
        /// The events; a device that is removed and registered again has another one.
        let feed: DeviceFeed
        /// Whether the store has the device.
        var isStored = false
        /// The sizes of the registrations that are being stored, by app.
        var registering: [String: ToolboxSize] = [:]
        /// Whether the device is being changed or removed.
        var isChanging = false
        /// The times of the last requests, by app; the key "" is for requests without an app.
        var seen: [String: Date] = [:]

        /// The name for people.
        var name: String { record.name ?? record.device }
    }

    /// The toolbox of an app.
    struct Toolbox {
        var record: ToolboxRecord
        /// The app; `nil` if this version of the server cannot read what another one has accepted.
        var app: RegisteredApp?
        var size: ToolboxSize
    }

    struct Entry {
        var devices: [String: Device] = [:]
        var toolbox: ClientToolbox?
        /// Changes with the devices, so that a toolbox of former devices is recognized.
        var version = UUID()
        /// The runs of the open calls, by the calls' ids.
        var calls: [String: String] = [:]
    }

    let store: any DeviceStore
    /// Makes the models that call the devices' tools by their phrases.
    private let phrases: any PhraseReader
    let limits: DeviceCallLimits
    let now: @Sendable () -> Date
    let state = Mutex<[Owner: Entry]>([:])
    /// The revision of the registrations, and the changes of this process since; locked after ``state``, if both are.
    let seen = Mutex(SeenRevision())
    /// The users whose devices are in memory; locked after ``state``, if both are.
    let users = Mutex(ReadUsers())

    /// Makes a directory; it is empty until ``load()``.
    public init(
        store: any DeviceStore,
        phrases: any PhraseReader,
        limits: DeviceCallLimits = DeviceCallLimits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.store, self.phrases, self.limits, self.now) = (store, phrases, limits, now)
    }

    /// Returns the toolboxes of an owner; `nil` if none of its devices has one.
    func toolbox(of owner: Owner) -> ClientToolbox? { state.withLock { $0[owner]?.toolbox } }

    private func forget(_ owner: Owner) {
        seen.withLock { $0.recordInMemory() }
        let entry = state.withLock { $0.removeValue(forKey: owner) }
        for device in entry?.devices.values ?? [:].values { device.feed.finish() }
    }

    /// Removes what is in memory of owners whose data is erased, or whose client no longer exists.
    func forget(where isGone: (Owner) -> Bool) {
        users.withLock { $0.remove(where: isGone) }
        for owner in state.withLock({ Array($0.keys) }) where isGone(owner) { forget(owner) }
    }

    /// Forgets the messages that were read for the devices of some owners.
    func forgetReadings(where isGone: (Owner) -> Bool) {
        let toolboxes = state.withLock { state in state.filter { isGone($0.key) }.compactMap(\.value.toolbox) }
        for toolbox in toolboxes { toolbox.forgetReadings() }
    }

    /// Ends the streams of all devices, because the server stops.
    public func finish() {
        let feeds = state.withLock { state in state.values.flatMap { $0.devices.values.map(\.feed) } }
        for feed in feeds { feed.finish() }
    }
}

extension DeviceDirectory {
    /// Makes the toolbox of an owner again after a change of its devices.
    ///
    /// All clients share the lock, so it is not held meanwhile; a change during the work starts it again.
    func rebuild(of owner: Owner) {
        while let (version, apps, defaults) = state.withLock({ $0[owner]?.parts }) {
            let toolbox = apps.isEmpty ? nil : ClientToolbox(apps, defaultApps: defaults, phrases: phrases)
            let isOver = state.withLock { state in
                guard let current = state[owner]?.version else { return true }
                guard current == version else { return false }
                state[owner]?.toolbox = toolbox
                return true
            }
            if isOver { return }
        }
    }
}

extension DeviceDirectory.Entry {
    /// The parts of the toolbox, by device and app.
    fileprivate var parts: (version: UUID, apps: [RegisteredApp], defaults: [String: String]) {
        var apps: [RegisteredApp] = []
        for (_, device) in devices.sorted(by: { $0.key < $1.key }) {
            for (_, toolbox) in device.toolboxes.sorted(by: { $0.key < $1.key }) {
                guard var app = toolbox.app else { continue }
                app.place.name = device.name
                apps.append(app)
            }
        }
        return (version, apps, devices.compactMapValues(\.record.defaultApp))
    }
}

extension DeviceDirectory.Toolbox {
    /// - Parameter registration: The accepted parts; `nil` if they cannot be read.
    init(_ record: ToolboxRecord, _ registration: ToolboxRegistration?) {
        self.record = record
        app = registration.map { registration in
            RegisteredApp(
                place: DevicePlace(device: record.device, app: record.app, name: record.device),
                registration: registration,
                version: record.version,
                registeredAt: record.registeredAt
            )
        }
        size = ToolboxSize(bytes: record.registration.utf8.count, tools: registration?.tools.count ?? 0)
    }
}
