public import FoundationEssentials

/// A store of the devices of owners, with the toolboxes of their apps.
///
/// Each change of devices and toolboxes returns the revision of the list after it.
public protocol DeviceStore: Sendable {
    /// Returns the devices of all clients with their toolboxes, without those of the clients' users.
    func devices() async throws -> DeviceList

    /// Returns the devices of an owner with their toolboxes.
    func devices(of owner: Owner) async throws -> DeviceList

    /// Stores or replaces a device; durable on return.
    @discardableResult
    func saveDevice(_ device: DeviceRecord) async throws -> Int

    /// Stores or replaces the toolbox of an app, and stores its device unless it is stored, in one transaction; durable on return.
    @discardableResult
    func saveToolbox(_ toolbox: ToolboxRecord, on device: DeviceRecord) async throws -> Int

    /// Deletes the toolbox of an app, or of all apps of the device.
    @discardableResult
    func removeToolboxes(of owner: Owner, device: String, app: String?) async throws -> Int

    /// Deletes a device with its toolboxes.
    @discardableResult
    func removeDevice(_ device: String, of owner: Owner) async throws -> Int

    /// Stores the state of a call whose report arrived too late; the first one of a call counts.
    func addLateOutput(_ output: LateOutputRecord) async throws

    /// Returns the late outputs of a conversation that no completed turn has seen, the oldest first.
    ///
    /// ``TurnCommit/seenOutputs`` records that they are seen.
    func lateOutputs(ofConversation conversation: String, owner: Owner) async throws -> [LateOutputRecord]

    /// Deletes late outputs that arrived before a time.
    func deleteLateOutputs(receivedBefore time: Date) async throws
}

/// Devices at one moment, with their toolboxes.
public struct DeviceList: Sendable, Equatable {
    /// The number of changes so far; it shows which of two lists is the later one.
    public var revision: Int
    /// The devices, by client and device.
    public var devices: [DeviceRecord]
    /// The toolboxes, by client, device and app.
    public var toolboxes: [ToolboxRecord]

    /// Makes a list.
    public init(revision: Int, devices: [DeviceRecord], toolboxes: [ToolboxRecord]) {
        (self.revision, self.devices, self.toolboxes) = (revision, devices, toolboxes)
    }
}

/// A device of an owner.
public struct DeviceRecord: Sendable, Equatable {
    /// The owner.
    public var owner: Owner
    /// The id of the device, which the owner has chosen.
    public var device: String
    /// The name of the device for people; `nil` if it has none.
    public var name: String?
    /// The id of the app that is preferred where several could make a call; `nil` for none.
    public var defaultApp: String?
    /// The time of the first registration.
    public var createdAt: Date

    /// Makes a record; times are kept to the millisecond.
    public init(owner: Owner, device: String, name: String? = nil, defaultApp: String? = nil, createdAt: Date) {
        (self.owner, self.device, self.name, self.defaultApp) = (owner, device, name, defaultApp)
        self.createdAt = createdAt
    }
}

/// The toolbox of an app on a device: the accepted parts of its registration.
public struct ToolboxRecord: Sendable, Equatable {
    /// The owner.
    public var owner: Owner
    /// The id of the device.
    public var device: String
    /// The id of the app.
    public var app: String
    /// The number of the version, which grows with each change.
    public var version: Int
    /// The registration as JSON text.
    public var registration: String
    /// The time of the latest change.
    public var registeredAt: Date

    /// Makes a record; times are kept to the millisecond.
    public init(
        owner: Owner,
        device: String,
        app: String,
        version: Int,
        registration: String,
        registeredAt: Date
    ) {
        (self.owner, self.device, self.app, self.version) = (owner, device, app, version)
        (self.registration, self.registeredAt) = (registration, registeredAt)
    }
}

/// The state of a call whose report arrived when its run no longer waited for it.
public struct LateOutputRecord: Sendable, Equatable {
    /// The id of the call.
    public var call: String
    /// The owner.
    public var owner: Owner
    /// The conversation of the run; empty if it has none.
    public var conversation: String
    /// The schema or the tool of the call.
    public var schema: String
    /// The state that the report names, such as `succeeded`.
    public var status: String
    /// The time at which it arrived.
    public var receivedAt: Date

    /// Makes a record; times are kept to the millisecond.
    public init(
        call: String,
        owner: Owner,
        conversation: String,
        schema: String,
        status: String,
        receivedAt: Date
    ) {
        (self.call, self.owner, self.conversation, self.schema) = (call, owner, conversation, schema)
        (self.status, self.receivedAt) = (status, receivedAt)
    }
}
