import AssistantSchemas
import StreamingJSON

/// The rules for asking a person before an intent is called: the risk of its schema, the context, and the policy of the app, which can
/// only be stricter.
///
/// | risk | clean context | context with text of others | shared thing, more than five things, other device |
/// |---|---|---|---|
/// | navigate | run | run; an address: ask | run |
/// | control | run | run; microphone, camera, an address: ask | ask |
/// | additive | run | ask if a text or an address is set | ask |
/// | modify | run | ask | ask |
/// | external, destructive | ask | ask | ask |
struct IntentRisk: Sendable, Equatable {
    /// A reason to ask, in the order in which people read them.
    enum Reason: String, Sendable, CaseIterable {
        /// It reaches other people or services.
        case external
        /// It removes something.
        case destructive
        /// The app requires it.
        case policy
        /// The conversation has text that others wrote.
        case taintedContext = "tainted_context"
        /// Other people see the change.
        case shared
        /// It concerns many things.
        case many
        /// It runs on another device than the one that the person uses.
        case otherDevice = "other_device"
    }

    /// The circumstances of a call.
    struct Circumstances: Sendable, Equatable {
        /// Whether the conversation has text that others wrote.
        var isTainted = false
        /// Whether one of the things belongs to others too.
        var isShared = false
        /// The number of things that it concerns.
        var entityCount = 0
        /// Whether it runs on another device than the one that has sent the turn.
        var isOnOtherDevice = false
        /// Whether the app requires a person's approval of every call.
        var isAlwaysConfirmed = false
    }

    /// The reasons to ask a person; none to call at once.
    let reasons: [Reason]

    /// The number of things from which a call concerns many.
    private static let many = 6

    init(of schema: IntentSchema, _ input: JSONObject, _ circumstances: Circumstances) {
        let risk = Self.risk(of: schema, input)
        var reasons: Set<Reason> = circumstances.isAlwaysConfirmed ? [.policy] : []
        switch risk {
        case .external: reasons.insert(.external)
        case .destructive: reasons.insert(.destructive)
        default: break
        }
        if circumstances.isTainted, Self.needsCleanContext(risk, schema, input) { reasons.insert(.taintedContext) }
        if risk != .navigate {
            if circumstances.isShared { reasons.insert(.shared) }
            if circumstances.entityCount >= Self.many { reasons.insert(.many) }
            if circumstances.isOnOtherDevice { reasons.insert(.otherDevice) }
        }
        self.reasons = Reason.allCases.filter(reasons.contains)
    }

    /// The risk of a call: an invitation reaches other people.
    static func risk(of schema: IntentSchema, _ input: JSONObject) -> SchemaRisk {
        if schema.domain == "calendar", !(input["attendees"]?.arrayValue ?? []).isEmpty, schema.risk != .destructive {
            return .external
        }
        return schema.risk
    }

    private static func needsCleanContext(_ risk: SchemaRisk, _ schema: IntentSchema, _ input: JSONObject) -> Bool {
        switch risk {
        // A thing may carry an address that others wrote.
        case .navigate: schema.id == "system.open" || schema.freeInput(in: input).contains(.address)
        case .control:
            schema.protocols.contains(.audioRecordingIntent) || schema.domain == "camera"
                || schema.freeInput(in: input).contains(.address)
        // A stored text may be read as an instruction later, and an address may carry what the conversation has shown.
        case .additive: !schema.freeInput(in: input).isEmpty
        case .modify, .external, .destructive: true
        }
    }
}
