public import FoundationEssentials
import GRDB
public import Storage

extension SQLiteStore: DeviceStore {
    /// Returns the devices of all clients with their toolboxes, without those of the clients' users.
    public func devices() async throws -> DeviceList { try await devices(where: "client IN (\(Self.clients))", []) }

    /// Returns the devices of an owner with their toolboxes.
    public func devices(of owner: Owner) async throws -> DeviceList {
        try await devices(where: "client = ?", [owner.text])
    }

    /// The clients with devices.
    ///
    /// The index is entered once for each of them, and once past all users of each: the next character after `/` is `0`.
    private static let clients = """
        WITH RECURSIVE place (client) AS (
            SELECT MIN(client) FROM device
            UNION ALL
            SELECT (SELECT MIN(client) FROM device WHERE client >= CASE INSTR(place.client, '/')
                WHEN 0 THEN place.client || CHAR(1)
                ELSE SUBSTR(place.client, 1, INSTR(place.client, '/') - 1) || '0' END)
            FROM place WHERE place.client IS NOT NULL)
        SELECT client FROM place WHERE client IS NOT NULL AND INSTR(client, '/') = 0
        """

    private func devices(where condition: String, _ arguments: StatementArguments) async throws -> DeviceList {
        try await read { db in
            DeviceList(
                revision: try db.revision(of: .devices),
                devices: try Row.fetchAll(
                    db,
                    sql: "SELECT * FROM device WHERE \(condition) ORDER BY client, device",
                    arguments: arguments
                ).map { row in
                    DeviceRecord(
                        owner: Owner(stored: row["client"]),
                        device: row["device"],
                        name: row["name"],
                        defaultApp: row["defaultApp"],
                        createdAt: Date(milliseconds: row["createdAt"])
                    )
                },
                toolboxes: try Row.fetchAll(
                    db,
                    sql: "SELECT * FROM toolbox WHERE \(condition) ORDER BY client, device, app",
                    arguments: arguments
                ).map { row in
                    ToolboxRecord(
                        owner: Owner(stored: row["client"]),
                        device: row["device"],
                        app: row["app"],
                        version: row["version"],
                        registration: row["registration"],
                        registeredAt: Date(milliseconds: row["registeredAt"])
                    )
                }
            )
        }
    }

    /// Stores or replaces a device.
    @discardableResult
    public func saveDevice(_ device: DeviceRecord) async throws -> Int {
        try await write { db in
            try db.insert(device, orUpdate: "name = excluded.name, defaultApp = excluded.defaultApp")
            return try db.countChange(of: .devices)
        }
    }

    /// Stores or replaces the toolbox of an app, with its device.
    @discardableResult
    public func saveToolbox(_ toolbox: ToolboxRecord, on device: DeviceRecord) async throws -> Int {
        try await write { db in
            try db.insert(device, orUpdate: nil)
            try db.execute(
                sql: """
                    INSERT INTO toolbox (client, device, app, version, registration, registeredAt) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (client, device, app) DO UPDATE SET version = excluded.version,
                        registration = excluded.registration, registeredAt = excluded.registeredAt
                    """,
                arguments: [
                    toolbox.owner.text, toolbox.device, toolbox.app, toolbox.version, toolbox.registration,
                    toolbox.registeredAt.milliseconds,
                ]
            )
            return try db.countChange(of: .devices)
        }
    }

    /// Deletes the toolbox of an app, or of all apps of the device.
    @discardableResult
    public func removeToolboxes(of owner: Owner, device: String, app: String?) async throws -> Int {
        try await write { db in
            try db.execute(
                sql: "DELETE FROM toolbox WHERE client = ?1 AND device = ?2 AND (app = ?3 OR ?3 IS NULL)",
                arguments: [owner.text, device, app]
            )
            return try db.countChange(of: .devices)
        }
    }

    /// Deletes a device with its toolboxes.
    @discardableResult
    public func removeDevice(_ device: String, of owner: Owner) async throws -> Int {
        try await write { db in
            try db.execute(sql: "DELETE FROM device WHERE client = ? AND device = ?", arguments: [owner.text, device])
            return try db.countChange(of: .devices)
        }
    }

    /// Stores the state of a call whose report arrived too late.
    public func addLateOutput(_ output: LateOutputRecord) async throws {
        try await write { db in
            try db.execute(
                sql: """
                    INSERT INTO lateOutput (call, client, conversation, schema, status, receivedAt) VALUES (?, ?, ?, ?, ?, ?)
                    ON CONFLICT (call) DO NOTHING
                    """,
                arguments: [
                    output.call, output.owner.text, output.conversation, output.schema, output.status,
                    output.receivedAt.milliseconds,
                ]
            )
        }
    }

    /// Returns the late outputs of a conversation that no completed turn has seen.
    public func lateOutputs(ofConversation conversation: String, owner: Owner) async throws -> [LateOutputRecord] {
        try await read { db in
            try Row.fetchAll(
                db,
                sql: """
                    SELECT * FROM lateOutput WHERE conversation = ? AND client = ? AND seenAt IS NULL
                    ORDER BY receivedAt, call
                    """,
                arguments: [conversation, owner.text]
            ).map { row in
                LateOutputRecord(
                    call: row["call"],
                    owner: Owner(stored: row["client"]),
                    conversation: row["conversation"],
                    schema: row["schema"],
                    status: row["status"],
                    receivedAt: Date(milliseconds: row["receivedAt"])
                )
            }
        }
    }

    /// Deletes late outputs that arrived before a time.
    public func deleteLateOutputs(receivedBefore time: Date) async throws {
        try await write { db in
            try db.execute(sql: "DELETE FROM lateOutput WHERE receivedAt < ?", arguments: [time.milliseconds])
        }
    }
}

extension Database {
    /// Inserts a device.
    ///
    /// - Parameter assignments: The changes of a device that is stored already; `nil` for none.
    fileprivate func insert(_ device: DeviceRecord, orUpdate assignments: String?) throws {
        try execute(
            sql: """
                INSERT INTO device (client, device, name, defaultApp, createdAt) VALUES (?, ?, ?, ?, ?)
                ON CONFLICT (client, device) DO \(assignments.map { "UPDATE SET \($0)" } ?? "NOTHING")
                """,
            arguments: [
                device.owner.text, device.device, device.name, device.defaultApp, device.createdAt.milliseconds,
            ]
        )
    }

    /// Deletes the devices of an owner.
    func eraseDevices(of owner: Owner) throws {
        try execute(sql: "DELETE FROM device WHERE client = ?", arguments: [owner.text])
        if changesCount > 0 { _ = try countChange(of: .devices) }
    }

    /// Deletes the late outputs of an owner's calls.
    func eraseLateOutputs(of owner: Owner) throws {
        try execute(sql: "DELETE FROM lateOutput WHERE client = ?", arguments: [owner.text])
    }

    /// Deletes the late outputs of the calls of a conversation.
    func deleteLateOutputs(ofConversation conversation: String) throws {
        try execute(sql: "DELETE FROM lateOutput WHERE conversation = ?", arguments: [conversation])
    }

    /// Records that a turn has seen late outputs of its conversation.
    func markSeen(_ calls: [String], in conversation: ConversationRecord) throws {
        for call in calls {
            try execute(
                sql: "UPDATE lateOutput SET seenAt = ? WHERE call = ? AND conversation = ? AND client = ?",
                arguments: [conversation.updatedAt.milliseconds, call, conversation.id, conversation.owner.text]
            )
        }
    }
}
