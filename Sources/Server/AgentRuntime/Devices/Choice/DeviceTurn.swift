import AgentTools
import AgentWire
import AssistantSchemas
import Crypto
import Foundation
import JSONSchema
import LanguageModels
import Storage
import StreamingJSON

/// The devices as a turn sees them: which call is made where, whether a person is asked first, and which call cannot be made.
struct DeviceTurn: Sendable {
    /// The decision about a call that a model requests.
    enum Plan {
        /// It would fail, or must not be made; the text is for the model.
        case refuse(String)
        /// No device can make it now, and its app has an output for this case.
        case answer(DeviceAnswer)
        /// It is made, after a person has agreed to the question if there is one.
        case call(DeviceCall, question: String?)
    }

    let toolbox: ClientToolbox
    let directory: DeviceDirectory
    let owner: Owner
    let sender: SendingDevice?
    /// The person's message.
    let message: String
    let caller: Caller
    let limits: DeviceCallLimits
    let now: @Sendable () -> Date

    /// The budget of the check of an input.
    private static let schemaLimits = JSONSchema.Limits(steps: 500_000, depth: 32)

    /// Decides about a call.
    ///
    /// - Parameters:
    ///   - call: The call, as the model made it.
    ///   - id: The id of the call for devices.
    ///   - seen: The entities that the conversation has shown.
    ///   - earlier: The calls on devices that the turn has made before.
    func plan(
        _ call: Transcript.ToolCall,
        id: String,
        _ seen: SeenEntities,
        after earlier: [DeviceCall]
    ) -> Plan {
        guard let tool = DeviceToolName(call.toolName), let arguments = call.arguments.jsonValue.objectValue else {
            return .refuse(caller.text("Nothing was done: the call is not valid.", "呼び出しが正しくないため、何も実行していません。"))
        }
        switch tool {
        case .intent(let schema): return intent(schema, tool, arguments, id, seen, earlier)
        case .query(let schema): return query(schema, tool, arguments, id, seen)
        case .own(let name): return own(name, tool, arguments, id, seen, earlier)
        }
    }
}

// MARK: - The parts of a decision

extension DeviceTurn {
    /// Returns the output of a tool for the time in which no device with it is connected; `nil` if one is, or if there is none.
    func fallback(_ name: String, _ tool: DeviceToolName) -> DeviceAnswer? {
        let apps = toolbox.apps.filter { $0.has(tool) }
        guard !apps.contains(where: { directory.isLive($0.place, of: owner) }) else { return nil }
        for app in apps {
            guard let own = app.tool(name), let value = fallback(of: own) else { continue }
            return .fallback(value, of: app.place, for: caller)
        }
        return nil
    }

    func fallback(of tool: ToolboxRegistration.OwnTool) -> JSONValue? {
        guard tool.isReadOnly, let value = tool.fallback else { return nil }
        let (kept, faults) = DeviceOutputCheck(app: nil).checked(fallback: value, of: tool)
        return faults.isEmpty ? kept : nil
    }

    func choose(
        _ tool: DeviceToolName,
        _ references: [SeenEntities.Key],
        _ seen: SeenEntities
    ) -> DeviceChoice.Decision {
        let owners = references.compactMap { key -> (device: String?, app: String)? in
            guard let sight = seen.sight(of: key), let app = sight.app else { return nil }
            return (isSyncable(key.type, in: app) ? nil : sight.device, app)
        }
        return choice(of: toolbox.apps.filter { $0.has(tool) }).decide(for: tool, owners: owners)
    }

    /// Whether the person's message names a device or an app, which a call then must not leave.
    var isPlaceNamed: Bool { choice(of: toolbox.apps).isPlaceNamed }

    private func choice(of candidates: [RegisteredApp]) -> DeviceChoice {
        DeviceChoice(
            candidates: candidates,
            lastSeen: { [directory, owner] place in
                directory.isLive(place, of: owner) ? directory.lastSeen(place, of: owner) : nil
            },
            defaultApps: toolbox.defaultApps,
            sender: sender,
            message: message,
            caller: caller
        )
    }

    /// Whether the person is elsewhere than the device of a call.
    ///
    /// A turn that does not name its device is sent from the client's only one; if there are several, the place is not known.
    func isElsewhere(_ place: DevicePlace) -> Bool {
        sender.map { $0.id != place.device } ?? toolbox.apps.contains { $0.place.device != place.device }
    }

    private func isSyncable(_ type: String, in app: String) -> Bool {
        toolbox.apps.contains { $0.place.app == app && $0.entity(type)?.isSyncable == true }
    }

    func call(
        _ id: String,
        _ kind: DeviceCall.Kind,
        _ schema: String,
        _ input: JSONObject,
        on app: RegisteredApp,
        run: Duration,
        isMovable: Bool = false,
        _ set: (inout DeviceCall) -> Void
    ) -> DeviceCall {
        let timing = DeviceCall.Timing(
            // A query is answered without a claim.
            claim: (kind == .query ? limits.query : limits.claim) / .seconds(1),
            lease: limits.lease / .seconds(1),
            run: run / .seconds(1),
            longestRun: max(limits.longestRun, run) / .seconds(1),
            attempts: limits.attempts
        )
        var call = DeviceCall(
            id: id,
            kind: kind,
            schema: schema,
            input: input,
            inputHash: Self.digest(of: input),
            isIdempotent: kind == .query,
            isMovable: isMovable,
            timing: timing,
            place: app.place,
            state: .awaitingApproval,
            deadline: now()
        )
        set(&call)
        return call
    }

    /// Returns the digest of an input, whatever the order of its members.
    private static func digest(of input: JSONObject) -> String {
        SHA256.hash(data: Array(JSONValue.object(input).sorted.serialized().utf8))
            .map { byte in (byte < 16 ? "0" : "") + String(byte, radix: 16) }.joined()
    }

    func faults(in input: JSONObject, _ schema: JSONObject) -> [String] {
        do {
            let violations = try JSONSchema(.object(schema), limits: Self.schemaLimits).validate(.object(input))
            return violations.prefix(3).map(\.message)
        } catch {
            return [caller.text("they could not be checked", "確認できませんでした")]
        }
    }
}

extension JSONValue {
    /// The value with the members of all objects in order of their names.
    fileprivate var sorted: JSONValue {
        switch self {
        case .array(let elements): .array(elements.map(\.sorted))
        case .object(let object):
            .object(JSONObject(object.sorted { $0.key < $1.key }.map { ($0.key, $0.value.sorted) }))
        default: self
        }
    }
}
