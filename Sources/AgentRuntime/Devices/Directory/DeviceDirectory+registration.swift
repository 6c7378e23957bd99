public import AgentWire
public import AssistantSchemas
import Foundation
import Storage
public import StreamingJSON
import Synchronization

extension DeviceDirectory {
    /// The most devices of a client.
    static let mostDevices = 16
    /// The most apps on a device.
    static let mostApps = 8
    /// The maximum size of a registration, in bytes.
    public static let mostBytes = 512 << 10
    /// The maximum number of bytes of a name.
    private static let longestName = 100

    /// Registers the toolbox of an app, in place of its former one.
    ///
    /// - Returns: The report of the check, with the version of the toolbox.
    /// - Throws: ``Problem`` if there are too many devices or apps; `StoreError`.
    public func register(
        _ registration: ToolboxRegistration,
        on device: String,
        client: String
    ) async throws -> (report: RegistrationReport, version: Int) {
        let report = SchemaCatalog.current.check(registration)
        let app = registration.app.id
        let text = report.accepted.json.serialized()
        let time = now()
        let (record, former) = try reserve(app, on: device, client: client, at: time)
        let toolbox = ToolboxRecord(
            client: client,
            device: device,
            app: app,
            version: (former?.version ?? 0) + (former?.registration == text ? 0 : 1),
            registration: text,
            registeredAt: time
        )
        do {
            if former?.registration != text { try await store.saveToolbox(toolbox, on: record) }
        } catch {
            endRegistration(of: app, on: device, client: client, with: nil)
            throw error
        }
        endRegistration(of: app, on: device, client: client, with: former?.registration == text ? former : toolbox)
        recordLife(of: device, app: app, client: client)
        return (report, toolbox.version)
    }

    /// Reserves the place of a registration, so that requests at the same time cannot exceed the bounds.
    private func reserve(
        _ app: String,
        on device: String,
        client: String,
        at time: Date
    ) throws(Problem) -> (DeviceRecord, ToolboxRecord?) {
        let result: Result<(DeviceRecord, ToolboxRecord?), Problem> = state.withLock { state in
            var entry = state[client] ?? Entry()
            if entry.devices[device] == nil, entry.devices.count >= Self.mostDevices {
                return .failure(
                    Problem(
                        .conflict,
                        detail:
                            "a client may have at most \(Self.mostDevices) devices; remove one with DELETE /v1/devices/{device}"
                    )
                )
            }
            let record = DeviceRecord(client: client, device: device, createdAt: time)
            var found = entry.devices[device] ?? Device(record: record, feed: DeviceFeed(at: time))
            if found.toolboxes[app] == nil, found.toolboxes.count + found.registering.count >= Self.mostApps {
                return .failure(
                    Problem(
                        .conflict,
                        detail:
                            "a device may have the toolboxes of at most \(Self.mostApps) apps; remove one with DELETE"
                    )
                )
            }
            guard found.registering.insert(app).inserted else {
                return .failure(
                    Problem(.conflict, detail: "another registration of this app is being stored; send it again")
                )
            }
            entry.devices[device] = found
            state[client] = entry
            return .success((found.record, found.toolboxes[app]))
        }
        return try result.get()
    }

    /// Ends a registration.
    ///
    /// - Parameter toolbox: The stored toolbox; `nil` if it could not be stored.
    private func endRegistration(of app: String, on device: String, client: String, with toolbox: ToolboxRecord?) {
        state.withLock { state in
            guard var entry = state[client], var found = entry.devices[device] else { return }
            found.registering.remove(app)
            if let toolbox { found.toolboxes[app] = toolbox }
            entry.devices[device] = found
            if toolbox != nil { entry.rebuild(of: client) }
            state[client] = entry
        }
    }

    /// Returns the registered toolboxes of a device, as they were accepted.
    ///
    /// - Throws: ``Problem`` if there is no such device.
    public func toolboxes(of device: String, client: String) throws(Problem) -> JSONValue {
        guard let found = state.withLock({ $0[client]?.devices[device] }) else { throw Self.unknown(device) }
        return [
            "device": .string(device),
            "toolboxes": .array(
                found.toolboxes.values.sorted { $0.app < $1.app }.map { record in
                    [
                        "toolboxVersion": .integer(record.version),
                        "registration": (try? JSONValue(parsing: record.registration)) ?? .null,
                    ]
                }
            ),
        ]
    }

    /// Removes the toolbox of an app, or of all apps of a device.
    ///
    /// - Throws: ``Problem`` if there is no such device or app; `StoreError`.
    public func removeToolboxes(of device: String, app: String?, client: String) async throws {
        guard let found = state.withLock({ $0[client]?.devices[device] }) else { throw Self.unknown(device) }
        if let app, found.toolboxes[app] == nil {
            throw Problem(.notFound, detail: "the device has no toolbox of the app '\(app.excerpt())'")
        }
        try await store.removeToolboxes(of: client, device: device, app: app)
        state.withLock { state in
            if let app {
                state[client]?.devices[device]?.toolboxes[app] = nil
            } else {
                state[client]?.devices[device]?.toolboxes = [:]
            }
            state[client]?.rebuild(of: client)
        }
    }

    /// Removes a device with its toolboxes; its streams end.
    ///
    /// - Throws: ``Problem`` if there is no such device; `StoreError`.
    public func removeDevice(_ device: String, client: String) async throws {
        guard state.withLock({ $0[client]?.devices[device] }) != nil else { throw Self.unknown(device) }
        try await store.removeDevice(device, of: client)
        let feed = state.withLock { state in
            let feed = state[client]?.devices.removeValue(forKey: device)?.feed
            state[client]?.rebuild(of: client)
            if state[client]?.devices.isEmpty == true { state[client] = nil }
            return feed
        }
        feed?.finish()
    }

    /// Changes the name of a device, and the app that is preferred on it.
    ///
    /// - Parameters:
    ///   - name: The new name; `nil` inside removes it, `nil` outside keeps it.
    /// - Throws: ``Problem``; `StoreError`.
    public func change(
        _ device: String,
        name: String??,
        defaultApp: String??,
        client: String
    ) async throws -> JSONValue {
        guard var record = state.withLock({ $0[client]?.devices[device]?.record }) else { throw Self.unknown(device) }
        if case .some(let name) = name {
            if let name, name.isEmpty || name.utf8.count > Self.longestName {
                throw Problem(.invalidRequest, detail: "a name must have 1 to \(Self.longestName) bytes")
            }
            record.name = name
        }
        if case .some(let app) = defaultApp {
            if let app, state.withLock({ $0[client]?.devices[device]?.toolboxes[app] }) == nil {
                throw Problem(
                    .invalidRequest,
                    detail: "the device has no toolbox of the app '\(app.excerpt())', so it cannot be preferred"
                )
            }
            record.defaultApp = app
        }
        try await store.saveDevice(record)
        state.withLock { [record] state in
            state[client]?.devices[device]?.record = record
            state[client]?.rebuild(of: client)
        }
        return try description(of: device, client: client)
    }

    /// Returns the devices of a client.
    public func descriptions(of client: String) -> JSONValue {
        let time = now()
        let devices = state.withLock { $0[client]?.devices ?? [:] }
        return [
            "devices": .array(
                devices.sorted { $0.key < $1.key }.map { .object(description(of: $0.value, at: time)) }
            )
        ]
    }

    private func description(of device: String, client: String) throws(Problem) -> JSONValue {
        guard let found = state.withLock({ $0[client]?.devices[device] }) else { throw Self.unknown(device) }
        return .object(description(of: found, at: now()))
    }

    private func description(of device: Device, at time: Date) -> JSONObject {
        [
            "device": .string(device.record.device), "name": device.record.name.map(JSONValue.string) ?? .null,
            "defaultApp": device.record.defaultApp.map(JSONValue.string) ?? .null,
            "live": .bool(device.isLive(nil, at: time, limits.liveness)),
            "lastSeen": .time(device.seen.values.max()),
            "apps": .array(
                device.toolboxes.values.sorted { $0.app < $1.app }.compactMap { record in
                    guard let value = try? JSONValue(parsing: record.registration) else { return nil }
                    return [
                        "app": value["app"] ?? .null,
                        "live": .bool(device.isLive(record.app, at: time, limits.liveness)),
                        "toolboxVersion": .integer(record.version), "catalogue": value["catalogue"] ?? .null,
                        "locale": value["locale"] ?? .null, "timeZone": value["timeZone"] ?? .null,
                        "intents": .array((value["intents"]?.arrayValue ?? []).compactMap { $0["schema"] }),
                        "entities": .array((value["entities"]?.arrayValue ?? []).compactMap { $0["schema"] }),
                        "registeredAt": .time(record.registeredAt),
                    ]
                }
            ),
        ]
    }

    static func unknown(_ device: String) -> Problem {
        Problem(.notFound, detail: "there is no device '\(device.excerpt())'; register its toolbox with PUT first")
    }
}
