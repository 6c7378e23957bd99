import AssistantSchemas
import Foundation
public import Storage
import StreamingJSON
import Synchronization

extension DeviceDirectory {
    /// Reads the registrations of all clients; called before runs are restored.
    ///
    /// - Throws: `StoreError`.
    public func load() async throws { try await reload() }

    /// Reads the registrations again if another process has changed some; the streams of removed devices end.
    ///
    /// - Throws: `StoreError`.
    public func reload(ifBehind revisions: StoreRevisions) async throws {
        if seen.withLock({ $0.isBehind(revisions.devices) }) { try await reload() }
    }

    private func reload() async throws {
        while true {
            let before = seen.withLock(\.changes)
            let list = try await store.devices()
            guard let (others, changes) = forgetUsers(readAt: before) else { continue }
            for owner in others { try await read(owner) }
            let update = DeviceUpdate(from: state.withLock { $0.filter { $0.key.user == nil } }, to: list)
            let feeds: [DeviceFeed]? = state.withLock { state in
                // A device that was changed here during the read is older in the list.
                guard seen.withLock({ $0.changes == changes }) else { return nil }
                let (feeds, isWhole) = update.apply(to: &state, at: now())
                // Devices whose change is being stored are looked at the next time.
                if isWhole { seen.withLock { $0.read(list.revision) } }
                return feeds
            }
            guard let feeds else { continue }
            for owner in update.owners { rebuild(of: owner) }
            for feed in feeds { feed.finish() }
            return
        }
    }
}

/// The differences between the devices in memory and those of the store.
///
/// They are computed without the lock of the devices, which all clients share.
struct DeviceUpdate {
    private struct Change {
        var record: DeviceRecord
        var toolboxes: [String: DeviceDirectory.Toolbox]
    }

    private var changed: [Owner: [String: Change]] = [:]
    private var removed: [Owner: Set<String>] = [:]

    /// The owners whose toolbox must be made again.
    var owners: Set<Owner> { Set(changed.keys).union(removed.keys) }

    init(from known: [Owner: DeviceDirectory.Entry], to list: DeviceList) {
        var toolboxes: [Owner: [String: [ToolboxRecord]]] = [:]
        for record in list.toolboxes {
            toolboxes[record.owner, default: [:]][record.device, default: []].append(record)
        }
        var listed: [Owner: Set<String>] = [:]
        for record in list.devices {
            listed[record.owner, default: []].insert(record.device)
            let device = known[record.owner]?.devices[record.device]
            let stored = toolboxes[record.owner]?[record.device] ?? []
            let isSame =
                device?.isStored == true && device?.record.name == record.name
                && device?.record.defaultApp == record.defaultApp && device?.toolboxes.count == stored.count
                && stored.allSatisfy { device?.toolboxes[$0.app]?.isSame(as: $0) == true }
            if isSame { continue }
            let boxes = stored.map { stored -> (String, DeviceDirectory.Toolbox) in
                let box = device?.toolboxes[stored.app].flatMap { $0.isSame(as: stored) ? $0 : nil }
                return (stored.app, box ?? DeviceDirectory.Toolbox(stored: stored))
            }
            changed[record.owner, default: [:]][record.device] = Change(
                record: record,
                toolboxes: Dictionary(boxes) { first, _ in first }
            )
        }
        for (owner, entry) in known {
            let gone = entry.devices.keys.filter { listed[owner]?.contains($0) != true }
            if !gone.isEmpty { removed[owner] = Set(gone) }
        }
    }

    /// Applies the differences, except to devices whose change is being stored.
    ///
    /// - Returns: The feeds of removed devices, and whether there was no such device.
    func apply(
        to state: inout [Owner: DeviceDirectory.Entry],
        at time: Date
    ) -> (feeds: [DeviceFeed], isWhole: Bool) {
        var feeds: [DeviceFeed] = []
        var isWhole = true
        for (owner, devices) in changed {
            var entry = state[owner] ?? DeviceDirectory.Entry()
            for (id, change) in devices {
                var device =
                    entry.devices[id] ?? DeviceDirectory.Device(record: change.record, feed: DeviceFeed(at: time))
                guard !device.isBusy else {
                    isWhole = false
                    continue
                }
                (device.record, device.toolboxes, device.isStored) = (change.record, change.toolboxes, true)
                device.seen = device.seen.filter { $0.key.isEmpty || change.toolboxes[$0.key] != nil }
                entry.devices[id] = device
            }
            entry.version = UUID()
            state[owner] = entry
        }
        for (owner, ids) in removed {
            for id in ids {
                guard let device = state[owner]?.devices[id] else { continue }
                guard !device.isBusy else {
                    isWhole = false
                    continue
                }
                state[owner]?.devices[id] = nil
                feeds.append(device.feed)
            }
            state[owner]?.version = UUID()
            if state[owner]?.devices.isEmpty == true { state[owner] = nil }
        }
        return (feeds, isWhole)
    }
}

extension DeviceDirectory.Device {
    /// Whether a change or a registration of the device is being stored.
    var isBusy: Bool { isChanging || !registering.isEmpty }
}

extension DeviceDirectory.Toolbox {
    /// Whether a stored toolbox is this one.
    ///
    /// Times are not compared, because the store has fewer digits of them.
    fileprivate func isSame(as stored: ToolboxRecord) -> Bool {
        record.version == stored.version && record.registration == stored.registration
    }

    /// Reads a stored toolbox; a later version of the server checks again what an earlier one has accepted.
    fileprivate init(stored record: ToolboxRecord) {
        let registration = (try? JSONValue(parsing: record.registration)).flatMap { try? ToolboxRegistration(json: $0) }
        self.init(record, registration.map { SchemaCatalog.current.check($0).accepted })
    }
}
