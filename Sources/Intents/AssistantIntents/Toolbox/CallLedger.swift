public import StreamingJSON

/// The calls that an app has started and finished, so that a call that arrives again does not run again.
///
/// A ledger that is stored before a call runs makes the call happen at most once, also if the app ends in between: after a
/// restart the outcome of such a call is unknown.
public struct CallLedger: Sendable, Hashable {
    /// The seconds for which a finished call is remembered: a day.
    public static let retention = 86_400

    /// The maximum number of calls; the oldest finished ones are forgotten first.
    public static let mostCalls = 10_000

    private struct Entry: Sendable, Hashable {
        var digest: String
        var isIdempotent: Bool
        /// The time of the start or the end, in seconds since 1970.
        var time: Int
        /// The outcome; `nil` for a call that runs.
        var outcome: IntentOutcome?
    }

    private var entries: [String: Entry] = [:]

    /// Makes a ledger without calls.
    public init() {}

    /// The decision about a call.
    public enum Decision: Sendable, Hashable {
        /// The call is new, and noted as running.
        case run
        /// The call runs already.
        case running
        /// The call ended with this outcome.
        case finished(IntentOutcome)
        /// A call of the same identifier has another input.
        case inputChanged
    }

    /// The number of calls.
    public var count: Int { entries.count }

    /// Returns whether a call runs or is remembered.
    public func contains(_ callID: String) -> Bool { entries[callID] != nil }

    /// Decides about a call, and notes a new one as running.
    ///
    /// - Parameters:
    ///   - isIdempotent: Whether the action may run again if its outcome is unknown after a restart.
    ///   - time: The current time in seconds since 1970.
    public mutating func begin(_ call: IntentCall, isIdempotent: Bool, at time: Int) -> Decision {
        forget(before: time)
        let digest = InputDigest.digest(of: call)
        if let entry = entries[call.callID] {
            guard entry.digest == digest else { return .inputChanged }
            return entry.outcome.map(Decision.finished) ?? .running
        }
        entries[call.callID] = Entry(digest: digest, isIdempotent: isIdempotent, time: time)
        return .run
    }

    /// Notes the end of a call that runs; the first end counts.
    public mutating func finish(_ callID: String, _ outcome: IntentOutcome, at time: Int) {
        guard var entry = entries[callID], entry.outcome == nil else { return }
        (entry.outcome, entry.time) = (outcome, time)
        entries[callID] = entry
    }

    /// Ends the calls that ran when the app ended: their outcome is unknown, and those that may run again are forgotten.
    public mutating func recover(at time: Int) {
        for (id, entry) in entries where entry.outcome == nil {
            if entry.isIdempotent {
                entries[id] = nil
            } else {
                finish(id, .unknown, at: time)
            }
        }
    }

    private mutating func forget(before time: Int) {
        // A call that runs is kept, however long it does.
        entries = entries.filter { $1.outcome == nil || time - $1.time < Self.retention }
        guard entries.count >= Self.mostCalls else { return }
        let finished = entries.filter { $1.outcome != nil }.sorted { ($0.value.time, $0.key) < ($1.value.time, $1.key) }
        for (id, _) in finished.prefix(entries.count - Self.mostCalls + 1) { entries[id] = nil }
    }
}

extension CallLedger {
    /// Reads a stored ledger; entries that cannot be read are left out.
    public init(json: JSONValue) {
        for call in json["calls"]?.arrayValue ?? [] {
            guard let id = call["callId"]?.stringValue, let digest = call["digest"]?.stringValue,
                let time = call["time"]?.intValue
            else { continue }
            entries[id] = Entry(
                digest: digest,
                isIdempotent: call["idempotent"]?.boolValue ?? false,
                time: time,
                outcome: call["outcome"].flatMap { try? IntentOutcome(json: $0) }
            )
        }
    }

    /// The ledger for storage, with the calls in the order of their identifiers.
    public var json: JSONValue {
        [
            "calls": .array(
                entries.sorted { $0.key < $1.key }.map { id, entry in
                    var members: JSONObject = [
                        "callId": .string(id), "digest": .string(entry.digest), "idempotent": .bool(entry.isIdempotent),
                        "time": .integer(entry.time),
                    ]
                    members["outcome"] = entry.outcome.map { .object($0.json) }
                    return .object(members)
                }
            )
        ]
    }
}

/// A digest of a call's input, so that the ledger does not store the input.
enum InputDigest {
    /// Returns the digest that the server has sent, else one of the canonical text (RFC 8785 for the members' order).
    ///
    /// It distinguishes inputs of one server from each other, and does not resist an attack.
    static func digest(of call: IntentCall) -> String {
        if let hash = call.inputHash { return hash }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in sorted(.object(call.input)).serialized().utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return String(hash, radix: 16)
    }

    private static func sorted(_ value: JSONValue) -> JSONValue {
        switch value {
        case .object(let members):
            .object(JSONObject(members.sorted { $0.key < $1.key }.map { ($0.key, sorted($0.value)) }))
        case .array(let elements): .array(elements.map(sorted))
        default: value
        }
    }
}
