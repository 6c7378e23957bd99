import AgentWire
import Foundation
public import Storage
public import StreamingJSON
import Synchronization

extension DeviceDirectory {
    /// The maximum number of bytes of a name.
    private static let longestName = 100

    /// Removes the toolbox of an app, or of all apps of a device.
    ///
    /// - Throws: ``Problem`` if there is no such device or app, or if another change of the device is being stored; `StoreError`.
    public func removeToolboxes(of device: String, app: String?, owner: Owner) async throws {
        try await change(device, of: owner) { found in
            if let app, found.toolboxes[app] == nil { throw Self.unknown(app: app) }
            return try await store.removeToolboxes(of: owner, device: device, app: app)
        } apply: { device in
            for name in app.map({ [$0] }) ?? Array(device.toolboxes.keys) {
                device.toolboxes[name] = nil
                device.seen[name] = nil
            }
        }
    }

    /// Removes a device with its toolboxes; its streams end.
    ///
    /// - Throws: ``Problem`` if there is no such device, or if a change of it is being stored; `StoreError`.
    public func removeDevice(_ device: String, owner: Owner) async throws {
        try await read(owner)
        let found = try beginChange(of: device, owner: owner)
        do {
            let revision = try await store.removeDevice(device, of: owner)
            seen.withLock { $0.record(revision) }
        } catch {
            _ = endChange(of: found) { _ in }
            throw error
        }
        state.withLock { state in
            guard state[owner]?.devices[device]?.feed === found.feed else { return }
            state[owner]?.devices[device] = nil
            state[owner]?.version = UUID()
            if state[owner]?.devices.isEmpty == true { state[owner] = nil }
        }
        rebuild(of: owner)
        found.feed.finish()
    }

    /// Changes the name of a device, and the app that is preferred on it.
    ///
    /// - Parameters:
    ///   - name: The new name; `nil` inside removes it, `nil` outside keeps it.
    /// - Throws: ``Problem``, also if another change of the device is being stored; `StoreError`.
    public func change(
        _ device: String,
        name: String??,
        defaultApp: String??,
        owner: Owner
    ) async throws -> JSONValue {
        if case .some(.some(let name)) = name, name.isEmpty || name.utf8.count > Self.longestName {
            throw Problem(.invalidRequest, detail: "a name must have 1 to \(Self.longestName) bytes")
        }
        let set: @Sendable (inout DeviceRecord) -> Void = { record in
            if case .some(let name) = name { record.name = name }
            if case .some(let app) = defaultApp { record.defaultApp = app }
        }
        try await change(device, of: owner) { found in
            if case .some(.some(let app)) = defaultApp, found.toolboxes[app] == nil {
                throw Problem(
                    .invalidRequest,
                    detail: "the device has no toolbox of the app '\(app.excerpt())', so it cannot be preferred"
                )
            }
            var record = found.record
            set(&record)
            return record == found.record ? nil : try await store.saveDevice(record)
        } apply: { device in
            set(&device.record)
        }
        return try description(of: device, owner: owner)
    }
}

// MARK: - One change at a time

extension DeviceDirectory {
    /// The refusal of a request during a change of its device.
    static var changing: Problem {
        Problem(.conflict, detail: "another change of the device is being stored; send the request again")
    }

    static func unknown(_ device: String) -> Problem {
        Problem(.notFound, detail: "there is no device '\(device.excerpt())'; register its toolbox with PUT first")
    }

    static func unknown(app: String) -> Problem {
        Problem(
            .notFound,
            detail: "the device has no toolbox of the app '\(app.excerpt())'; register it with PUT first"
        )
    }

    /// Stores a change of a device and applies it in memory, without another change or registration of the device meanwhile.
    ///
    /// - Parameter store: Stores the change and returns its revision; `nil` if there is nothing to store.
    private func change(
        _ device: String,
        of owner: Owner,
        store: (Device) async throws -> Int?,
        apply: (inout Device) -> Void
    ) async throws {
        try await read(owner)
        let found = try beginChange(of: device, owner: owner)
        do {
            if let revision = try await store(found) { seen.withLock { $0.record(revision) } }
        } catch {
            _ = endChange(of: found) { _ in }
            throw error
        }
        guard endChange(of: found, apply) else {
            try await removeLeftover(device, owner: owner)
            throw Self.unknown(device)
        }
        rebuild(of: owner)
    }

    private func beginChange(of device: String, owner: Owner) throws(Problem) -> Device {
        let result: Result<Device, Problem> = state.withLock { state in
            guard let found = state[owner]?.devices[device] else { return .failure(Self.unknown(device)) }
            if found.isChanging || !found.registering.isEmpty { return .failure(Self.changing) }
            state[owner]?.devices[device]?.isChanging = true
            return .success(found)
        }
        return try result.get()
    }

    /// Ends a change; false if the device was removed meanwhile, with all data of the client.
    private func endChange(of found: Device, _ apply: (inout Device) -> Void) -> Bool {
        let (owner, id) = (found.record.owner, found.record.device)
        return state.withLock { state in
            guard var device = state[owner]?.devices[id], device.feed === found.feed else { return false }
            device.isChanging = false
            apply(&device)
            state[owner]?.devices[id] = device
            state[owner]?.version = UUID()
            return true
        }
    }
}
