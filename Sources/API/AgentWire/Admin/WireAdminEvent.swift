public import StreamingJSON

/// An event of `GET /admin/events`: the new state of one object, in the form in which the admin interface answers it.
public enum WireAdminEvent: Sendable {
    /// The state of everything that the reader may see; it replaces what the reader knows.
    case snapshot(WireAdminSnapshot)
    /// A key's new state; `nil` if it was removed.
    case keyChanged(id: String, upstream: String, WireKey?)
    /// A rotation's new state.
    case rotationChanged(WireRotation)
    /// A client's new state; `nil` if it was deleted.
    case clientChanged(id: String, WireClient?)
    /// A run's new state.
    case runChanged(WireRun)
    /// The latest row of the audit chain; rows before it may be new too.
    case auditAppended(WireAuditRow)
    /// The usage of the day (GMT) so far.
    case usageTick(WireUsageSummary.Sums)

    /// The types of events.
    public enum Kind: String, Sendable, CaseIterable, WireWord {
        /// ``WireAdminEvent/snapshot(_:)``.
        case snapshot
        /// ``WireAdminEvent/keyChanged(id:upstream:_:)``.
        case keyChanged = "key.changed"
        /// ``WireAdminEvent/rotationChanged(_:)``.
        case rotationChanged = "rotation.changed"
        /// ``WireAdminEvent/clientChanged(id:_:)``.
        case clientChanged = "client.changed"
        /// ``WireAdminEvent/runChanged(_:)``.
        case runChanged = "run.changed"
        /// ``WireAdminEvent/auditAppended(_:)``.
        case auditAppended = "audit.appended"
        /// ``WireAdminEvent/usageTick(_:)``.
        case usageTick = "usage.tick"
    }

    /// The type.
    public var kind: Kind {
        switch self {
        case .snapshot: .snapshot
        case .keyChanged: .keyChanged
        case .rotationChanged: .rotationChanged
        case .clientChanged: .clientChanged
        case .runChanged: .runChanged
        case .auditAppended: .auditAppended
        case .usageTick: .usageTick
        }
    }

    /// Reads the data of an event.
    ///
    /// - Throws: ``WireError`` with every field that is missing or of another type.
    public init(_ kind: Kind, jsonValue: JSONValue) throws(WireError) {
        if kind == .snapshot {
            self = .snapshot(try WireAdminSnapshot(jsonValue: jsonValue))
            return
        }
        var fields = try RequestFields(open: jsonValue)
        switch kind {
        case .snapshot, .keyChanged:
            self = .keyChanged(
                id: fields.requiredString("id"),
                upstream: fields.requiredString("upstream"),
                fields.wireValue("key")
            )
        case .rotationChanged: self = .rotationChanged(try fields.requiredValue("rotation"))
        case .clientChanged: self = .clientChanged(id: fields.requiredString("id"), fields.wireValue("client"))
        case .runChanged: self = .runChanged(try fields.requiredValue("run"))
        case .auditAppended: self = .auditAppended(try fields.requiredValue("row"))
        case .usageTick: self = .usageTick(try fields.requiredValue("usage"))
        }
        try fields.check()
    }

    /// The data as JSON.
    public var jsonValue: JSONValue {
        switch self {
        case .snapshot(let snapshot): snapshot.jsonValue
        case .keyChanged(let id, let upstream, let key):
            ["id": .string(id), "upstream": .string(upstream), "key": key?.jsonValue ?? .null]
        case .rotationChanged(let rotation): ["id": .string(rotation.id), "rotation": rotation.jsonValue]
        case .clientChanged(let id, let client): ["id": .string(id), "client": client?.jsonValue ?? .null]
        case .runChanged(let run): ["id": .string(run.id), "run": run.jsonValue]
        case .auditAppended(let row): ["row": row.jsonValue]
        case .usageTick(let usage): ["usage": usage.jsonValue]
        }
    }
}

/// The state of everything that a reader of events may see; a part that it may not see is `nil`.
public struct WireAdminSnapshot: WireRecord {
    /// The pools of keys.
    public var upstreams: [WirePool]?
    /// The keys in use and the kept ones.
    public var keys: [WireKey]?
    /// The latest rotations.
    public var rotations: [WireRotation]?
    /// The clients.
    public var clients: [WireClient]?
    /// The latest runs that have not ended.
    public var runs: [WireRun]?
    /// The numbers of runs by their states.
    public var runCounts: WireRunCounts?
    /// The usage of the day (GMT) so far.
    public var usage: WireUsageSummary.Sums?
    /// The latest row of the audit chain.
    public var audit: WireAuditRow?

    /// Makes an empty snapshot.
    public init() {}

    package static let fields: Fields<Self> = Fields(
        from: WireAdminSnapshot(),
        .maybe("upstreams", \.upstreams),
        .maybe("keys", \.keys),
        .maybe("rotations", \.rotations),
        .maybe("clients", \.clients),
        .maybe("runs", \.runs),
        .maybe("run_counts", \.runCounts),
        .maybe("usage", \.usage),
        .maybe("audit", \.audit)
    )
}
