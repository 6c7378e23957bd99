public import AgentWire
public import AssistantSchemas
import Foundation
public import Storage
public import StreamingJSON
import Synchronization

extension DeviceDirectory {
    /// The most devices of a client.
    static let mostDevices = 16
    /// The most apps on a device.
    static let mostApps = 8
    /// The maximum size of a registration, in bytes.
    public static let mostBytes = 512 << 10

    /// Registers the toolbox of an app, in place of its former one.
    ///
    /// - Returns: The report of the check, with the version of the toolbox.
    /// - Throws: ``Problem`` if there are too many devices, apps or tools, or if the device is removed meanwhile; `StoreError`.
    public func register(
        _ registration: ToolboxRegistration,
        on device: String,
        owner: Owner
    ) async throws -> (report: RegistrationReport, version: Int) {
        var report = SchemaCatalog.current.check(registration)
        report.rejectUnfitFallbacks(of: registration)
        let app = registration.app.id
        let text = report.accepted.json.serialized()
        let time = now()
        let size = ToolboxSize(bytes: text.utf8.count, tools: report.accepted.tools.count)
        try await read(owner)
        let (reserved, former) = try reserve(app, size, on: device, owner: owner, at: time)
        if let former, former.registration == text {
            endRegistration(of: app, on: reserved, with: nil)
            recordLife(of: device, app: app, owner: owner)
            return (report, former.version)
        }
        let record = ToolboxRecord(
            owner: owner,
            device: device,
            app: app,
            version: (former?.version ?? 0) + 1,
            registration: text,
            registeredAt: time
        )
        do {
            let revision = try await store.saveToolbox(record, on: reserved.record)
            seen.withLock { $0.record(revision) }
        } catch {
            endRegistration(of: app, on: reserved, with: nil)
            throw error
        }
        guard endRegistration(of: app, on: reserved, with: Toolbox(record, report.accepted)) else {
            try await removeLeftover(device, owner: owner)
            throw Problem(.conflict, detail: "the device was removed during the registration, so nothing is registered")
        }
        rebuild(of: owner)
        recordLife(of: device, app: app, owner: owner)
        return (report, record.version)
    }

    /// Reserves the place of a registration, so that requests at the same time cannot exceed the bounds.
    private func reserve(
        _ app: String,
        _ size: ToolboxSize,
        on device: String,
        owner: Owner,
        at time: Date
    ) throws(Problem) -> (Device, former: ToolboxRecord?) {
        let result: Result<(Device, ToolboxRecord?), Problem> = state.withLock { state in
            var entry = state[owner] ?? Entry()
            let record = DeviceRecord(owner: owner, device: device, createdAt: time)
            var found = entry.devices[device] ?? Device(record: record, feed: DeviceFeed(at: time))
            if let problem = entry.problem(with: app, size, on: found) { return .failure(problem) }
            found.registering[app] = size
            entry.devices[device] = found
            state[owner] = entry
            return .success((found, found.toolboxes[app]?.record))
        }
        return try result.get()
    }

    /// Ends a registration; false if the device was removed meanwhile.
    ///
    /// - Parameter toolbox: The stored toolbox; `nil` if nothing was stored.
    @discardableResult
    private func endRegistration(of app: String, on reserved: Device, with toolbox: Toolbox?) -> Bool {
        let (owner, device) = (reserved.record.owner, reserved.record.device)
        return state.withLock { state in
            guard var entry = state[owner], var found = entry.devices[device], found.feed === reserved.feed else {
                return false
            }
            found.registering[app] = nil
            if let toolbox {
                found.toolboxes[app] = toolbox
                found.isStored = true
                entry.version = UUID()
            }
            // A device whose first registration has failed does not exist.
            entry.devices[device] = found.isStored || !found.registering.isEmpty ? found : nil
            state[owner] = entry.devices.isEmpty ? nil : entry
            return true
        }
    }

    /// Deletes the rows that a change has stored after the device was removed.
    func removeLeftover(_ device: String, owner: Owner) async throws {
        // A device of the same id that was registered since stores its own rows.
        if state.withLock({ $0[owner]?.devices[device] }) == nil {
            let revision = try await store.removeDevice(device, of: owner)
            seen.withLock { $0.record(revision) }
        }
    }

    /// Returns the registered toolboxes of a device, as they were accepted.
    ///
    /// - Throws: ``Problem`` if there is no such device.
    public func toolboxes(of device: String, owner: Owner) throws(Problem) -> JSONValue {
        guard let found = state.withLock({ $0[owner]?.devices[device] }) else { throw Self.unknown(device) }
        return [
            "device": .string(device),
            "toolboxes": .array(
                found.toolboxes.values.map(\.record).sorted { $0.app < $1.app }.map { record in
                    [
                        "toolboxVersion": .integer(record.version),
                        "registration": (try? JSONValue(parsing: record.registration)) ?? .null,
                    ]
                }
            ),
        ]
    }
}

extension DeviceDirectory.Entry {
    /// Returns the reason why a registration is refused; `nil` if it may be stored.
    fileprivate func problem(with app: String, _ size: ToolboxSize, on device: DeviceDirectory.Device) -> Problem? {
        if devices[device.record.device] == nil, devices.count >= DeviceDirectory.mostDevices {
            return Problem(
                .conflict,
                detail:
                    "a client may have at most \(DeviceDirectory.mostDevices) devices; remove one with DELETE /v1/devices/{device}"
            )
        }
        if device.isChanging { return DeviceDirectory.changing }
        if device.registering[app] != nil {
            return Problem(.conflict, detail: "another registration of this app is being stored; send it again")
        }
        let apps = Set(device.toolboxes.keys).union(device.registering.keys)
        if !apps.contains(app), apps.count >= DeviceDirectory.mostApps {
            return Problem(
                .conflict,
                detail:
                    "a device may have the toolboxes of at most \(DeviceDirectory.mostApps) apps; remove one with DELETE"
            )
        }
        let others = sizes(without: app, on: device.record.device).reduce(size, +)
        if others.fits(in: .most) { return nil }
        return Problem(
            .conflict,
            detail:
                "the toolboxes of a client may have \(ToolboxSize.most.bytes) bytes and \(ToolboxSize.most.tools) tools of their "
                + "own in all; remove one with DELETE /v1/devices/{device}/toolbox"
        )
    }

    /// The sizes of all toolboxes except one, each the larger of the stored one and the one that is being stored.
    private func sizes(without app: String, on device: String) -> [ToolboxSize] {
        devices.flatMap { id, found in
            found.toolboxes.mapValues(\.size).merging(found.registering) {
                ToolboxSize(bytes: max($0.bytes, $1.bytes), tools: max($0.tools, $1.tools))
            }
            .filter { id != device || $0.key != app }.values
        }
    }
}

extension RegistrationReport {
    /// Rejects the tools whose fallback does not fit the JSON Schema of their output.
    fileprivate mutating func rejectUnfitFallbacks(of registration: ToolboxRegistration) {
        for tool in accepted.tools {
            guard let fallback = tool.fallback,
                let fault = DeviceOutputCheck(app: nil).checked(fallback: fallback, of: tool).faults.first
            else { continue }
            accepted.tools.removeAll { $0.name == tool.name }
            let index = registration.tools.firstIndex { $0.name == tool.name } ?? 0
            rejected.append(
                RegistrationFinding(
                    schema: tool.name,
                    code: .invalidFallback,
                    message: "The fallback of '\(tool.name)' does not fit its output: \(fault.detail).",
                    path: "/tools/\(index)/fallback/value" + fault.pointer
                )
            )
        }
    }
}
