import AssistantSchemas
public import Foundation
public import Storage
import StreamingJSON
import Synchronization

/// The devices of all clients: the toolboxes of their apps, their signs of life, and their events.
///
/// The registrations are in the store, and all of them in memory, so that a turn of a client without devices costs one look-up.
public final class DeviceDirectory: Sendable {
    // One process: signs of life and open streams are known to the process that the device talks to.
    struct Device {
        var record: DeviceRecord
        var toolboxes: [String: ToolboxRecord] = [:]
        let feed: DeviceFeed
        /// The apps whose registration is being stored.
        var registering: Set<String> = []
        /// The times of the last requests, by app; the key "" is for requests without an app.
        var seen: [String: Date] = [:]

        /// The name for people.
        var name: String { record.name ?? record.device }
    }

    struct Entry {
        var devices: [String: Device] = [:]
        var toolbox: ClientToolbox?
        /// The runs of the open calls, by the calls' ids.
        var calls: [String: String] = [:]
    }

    let store: any DeviceStore
    let limits: DeviceCallLimits
    let now: @Sendable () -> Date
    let state = Mutex<[String: Entry]>([:])

    /// Makes a directory; it is empty until ``load()``.
    public init(
        store: any DeviceStore,
        limits: DeviceCallLimits = DeviceCallLimits(),
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.store, self.limits, self.now) = (store, limits, now)
    }

    /// Reads all registrations; called before runs are restored.
    ///
    /// - Throws: `StoreError`.
    public func load() async throws {
        let (devices, toolboxes) = (try await store.devices(), try await store.toolboxes())
        let time = now()
        state.withLock { state in
            for record in devices {
                state[record.client, default: Entry()].devices[record.device] = Device(
                    record: record,
                    feed: DeviceFeed(at: time)
                )
            }
            for record in toolboxes { state[record.client]?.devices[record.device]?.toolboxes[record.app] = record }
            for client in state.keys { state[client]?.rebuild(of: client) }
        }
    }

    /// Returns the toolboxes of a client; `nil` if none of its devices has one.
    func toolbox(of client: String) -> ClientToolbox? { state.withLock { $0[client]?.toolbox } }

    /// Removes what is in memory of a client whose data is erased.
    func forget(_ client: String) {
        let entry = state.withLock { $0.removeValue(forKey: client) }
        for device in entry?.devices.values ?? [:].values { device.feed.finish() }
    }

    /// Ends the streams of all devices, because the server stops.
    public func finish() {
        let feeds = state.withLock { state in state.values.flatMap { $0.devices.values.map(\.feed) } }
        for feed in feeds { feed.finish() }
    }
}

extension DeviceDirectory.Entry {
    /// Makes the toolbox again from the records.
    mutating func rebuild(of client: String) {
        var apps: [RegisteredApp] = []
        var defaults: [String: String] = [:]
        for (id, device) in devices.sorted(by: { $0.key < $1.key }) {
            defaults[id] = device.record.defaultApp
            for (app, record) in device.toolboxes.sorted(by: { $0.key < $1.key }) {
                // A later version of the server checks again what an earlier one has accepted.
                guard let value = try? JSONValue(parsing: record.registration),
                    let registration = try? ToolboxRegistration(json: value)
                else { continue }
                apps.append(
                    RegisteredApp(
                        place: DevicePlace(device: id, app: app, name: device.name),
                        registration: SchemaCatalog.current.check(registration).accepted,
                        version: record.version,
                        registeredAt: record.registeredAt
                    )
                )
            }
        }
        toolbox = apps.isEmpty ? nil : ClientToolbox(apps, defaultApps: defaults)
    }
}
