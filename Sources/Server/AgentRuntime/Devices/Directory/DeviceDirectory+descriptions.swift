import AgentWire
import Foundation
public import Storage
public import StreamingJSON
import Synchronization

extension DeviceDirectory {
    /// Returns the devices of a client.
    public func descriptions(of owner: Owner) -> JSONValue {
        let time = now()
        let devices = state.withLock { $0[owner]?.devices ?? [:] }
        return [
            "devices": .array(
                devices.sorted { $0.key < $1.key }.map { .object(description(of: $0.value, at: time)) }
            )
        ]
    }

    func description(of device: String, owner: Owner) throws(Problem) -> JSONValue {
        guard let found = state.withLock({ $0[owner]?.devices[device] }) else { throw Self.unknown(device) }
        return .object(description(of: found, at: now()))
    }

    private func description(of device: Device, at time: Date) -> JSONObject {
        [
            "device": .string(device.record.device), "name": device.record.name.map(JSONValue.string) ?? .null,
            "defaultApp": device.record.defaultApp.map(JSONValue.string) ?? .null,
            "live": .bool(device.isLive(nil, at: time, limits.liveness)),
            "lastSeen": .time(device.seen.values.max()),
            "apps": .array(
                device.toolboxes.values.map(\.record).sorted { $0.app < $1.app }.compactMap { record in
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
}
