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

// MARK: - The kinds of calls

extension DeviceTurn {
    private func intent(
        _ id: String,
        _ tool: DeviceToolName,
        _ arguments: JSONObject,
        _ call: String,
        _ seen: SeenEntities,
        _ earlier: [DeviceCall]
    ) -> Plan {
        guard let schema = SchemaCatalog.current.intent(id) else { return .refuse(misfit(tool, ["it is unknown"])) }
        let input = schema.completed(arguments)
        let references = SeenEntities.references(in: .object(input))
        if let unseen = references.first(where: { seen.sight(of: $0) == nil }) { return .refuse(self.unseen(unseen)) }
        let app: RegisteredApp
        switch choose(tool, references, seen) {
        case .none(let reason): return .refuse(reason)
        case .app(let chosen): app = chosen
        }
        guard let registered = app.intent(id) else { return .refuse(misfit(tool, ["it is unknown"])) }
        let faults =
            self.faults(in: input, schema.inputSchema(app.refinements)) + schema.faults(in: input).map(\.message)
        if !faults.isEmpty { return .refuse(misfit(tool, faults)) }
        let mode = registered.modes.contains(.background) ? "background" : "foreground"
        let call = self.call(
            call,
            .intent,
            id,
            input,
            on: app,
            run: registered.timeoutMilliseconds.map { .milliseconds($0) }
                ?? (mode == "background" ? limits.background : limits.foreground)
        ) {
            $0.intentID = registered.intentID
            $0.mode = mode
            $0.authentication =
                (registered.policy.authentication ?? schema.minimumAuthentication).rawValue
            $0.isIdempotent = registered.isIdempotent
        }
        let risk = IntentRisk.risk(of: schema, input)
        if let reason = repetition(of: call, isOnce: risk == .external || risk == .destructive, earlier) {
            return .refuse(reason)
        }
        let reasons = IntentRisk(
            of: schema,
            input,
            IntentRisk.Circumstances(
                isTainted: seen.isTainted,
                isShared: references.contains { seen.sight(of: $0)?.isShared == true },
                entityCount: references.count,
                isOnOtherDevice: isElsewhere(app.place),
                isAlwaysConfirmed: registered.policy.confirmation == .always
            )
        ).reasons
        let title = schema.title.text(locale: caller.localeIdentifier)
        let isFull = risk == .external || risk == .destructive
        return .call(call, question: question(title, call, reasons, seen, isFull: isFull))
    }

    private func query(
        _ id: String,
        _ tool: DeviceToolName,
        _ arguments: JSONObject,
        _ call: String,
        _ seen: SeenEntities
    ) -> Plan {
        let ids = (arguments["ids"]?.arrayValue ?? []).compactMap(\.stringValue)
        let references = ids.map { SeenEntities.Key(type: id, id: $0) }
        if let unseen = references.first(where: { seen.sight(of: $0) == nil }) { return .refuse(self.unseen(unseen)) }
        let app: RegisteredApp
        switch choose(tool, references, seen) {
        case .none(let reason): return .refuse(reason)
        case .app(let chosen): app = chosen
        }
        let verbs = app.verbs(of: id)
        let text = arguments["text"]?.stringValue ?? ""
        let words: EntityQueryCall.Arguments
        if !ids.isEmpty {
            words = .get(Array(ids.prefix(EntityQueryCall.mostEntities)))
        } else if let filter = arguments["filter"]?.objectValue, verbs.contains(.filter) {
            words = .filter(filter)
        } else if !text.isEmpty, verbs.contains(.matching) || verbs.contains(.indexed) {
            words = .matching(text.shortened(to: 500))
        } else if verbs.contains(.suggested), text.isEmpty {
            words = .suggested
        } else {
            return .refuse(
                misfit(
                    tool,
                    ["the app answers only these questions: \(verbs.sorted().map(\.rawValue).joined(separator: ", "))"]
                )
            )
        }
        let limit = arguments["limit"]?.intValue ?? 20
        let wire = EntityQueryCall(queryID: call, schema: id, arguments: words, limit: limit).json
        let input = JSONObject(wire.filter { !["queryId", "schema"].contains($0.key) }.map { ($0.key, $0.value) })
        return .call(
            self.call(call, .query, id, input, on: app, run: limits.query, isMovable: ids.isEmpty && !isPlaceNamed) {
                _ in
            },
            question: nil
        )
    }

    private func own(
        _ name: String,
        _ tool: DeviceToolName,
        _ arguments: JSONObject,
        _ call: String,
        _ seen: SeenEntities,
        _ earlier: [DeviceCall]
    ) -> Plan {
        let app: RegisteredApp
        switch choose(tool, [], seen) {
        case .none(let reason): return fallback(name, tool).map { .answer($0) } ?? .refuse(reason)
        case .app(let chosen): app = chosen
        }
        guard let own = app.tool(name) else { return .refuse(misfit(tool, ["it is unknown"])) }
        let faults = self.faults(in: arguments, own.parameters.objectValue ?? [:])
        if !faults.isEmpty { return .refuse(misfit(tool, faults)) }
        let call = self.call(
            call,
            .intent,
            name,
            arguments,
            on: app,
            run: own.timeoutMilliseconds.map { .milliseconds($0) } ?? limits.background,
            isMovable: own.isReadOnly && !isPlaceNamed
        ) {
            $0.isIdempotent = own.isReadOnly
            $0.fallback = fallback(of: own)
        }
        if let reason = repetition(of: call, isOnce: !own.isReadOnly, earlier) { return .refuse(reason) }
        // Only the app knows the effect of a tool that it declares itself.
        let question = own.isReadOnly ? nil : self.question(name, call, [.policy], seen, isFull: true)
        return .call(call, question: question)
    }
}

// MARK: - The parts of a decision

extension DeviceTurn {
    /// Returns the output of a tool for the time in which no device with it is connected; `nil` if one is, or if there is none.
    private func fallback(_ name: String, _ tool: DeviceToolName) -> DeviceAnswer? {
        let apps = toolbox.apps.filter { $0.has(tool) }
        guard !apps.contains(where: { directory.isLive($0.place, of: owner) }) else { return nil }
        for app in apps {
            guard let own = app.tool(name), let value = fallback(of: own) else { continue }
            return .fallback(value, of: app.place, for: caller)
        }
        return nil
    }

    private func fallback(of tool: ToolboxRegistration.OwnTool) -> JSONValue? {
        guard tool.isReadOnly, let value = tool.fallback else { return nil }
        let (kept, faults) = DeviceOutputCheck(app: nil).checked(fallback: value, of: tool)
        return faults.isEmpty ? kept : nil
    }

    private func choose(
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
    private var isPlaceNamed: Bool { choice(of: toolbox.apps).isPlaceNamed }

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
    private func isElsewhere(_ place: DevicePlace) -> Bool {
        sender.map { $0.id != place.device } ?? toolbox.apps.contains { $0.place.device != place.device }
    }

    private func isSyncable(_ type: String, in app: String) -> Bool {
        toolbox.apps.contains { $0.place.app == app && $0.entity(type)?.isSyncable == true }
    }

    private func call(
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

    private func faults(in input: JSONObject, _ schema: JSONObject) -> [String] {
        do {
            let violations = try JSONSchema(.object(schema), limits: Self.schemaLimits).validate(.object(input))
            return violations.prefix(3).map(\.message)
        } catch {
            return [caller.text("they could not be checked", "確認できませんでした")]
        }
    }

    private func misfit(_ tool: DeviceToolName, _ faults: [String]) -> String {
        let detail = faults.prefix(3).joined(separator: " ").shortened(to: 800)
        return ToolFault.argumentsDoNotFit(tool: tool.name, detail: detail).text(for: caller)
    }

    private func unseen(_ key: SeenEntities.Key) -> String {
        let (id, query) = (key.id.excerpt(), DeviceToolName.query(key.type).name)
        return caller.text(
            "Nothing was done: the id '\(id)' of \(key.type) is not known in this conversation. Find it with \(query) first, "
                + "and use the id that it returns.",
            "何も実行していません。\(key.type) の ID '\(id)' はこの会話では分かっていません。先に \(query) で検索し、返された ID を使ってください。"
        )
    }

    /// Returns the reason why a call must not be made again in the turn; `nil` if it may.
    private func repetition(of call: DeviceCall, isOnce: Bool, _ earlier: [DeviceCall]) -> String? {
        let same = earlier.filter { $0.schema == call.schema && $0.inputHash == call.inputHash }
        // A question that nobody has answered in time may be asked again.
        if same.contains(where: { ($0.state == .denied && $0.outcome != nil) || $0.rejection != nil }) {
            return caller.text(
                "Nothing was done: the same was declined before in this turn.",
                "何も実行していません。同じ操作はこのターンで拒否されています。"
            )
        }
        if same.contains(where: { $0.state == .unknown || (isOnce && $0.state == .succeeded) }) {
            return caller.text(
                "Nothing was done: the same was already requested in this turn. Do not repeat it; check or ask.",
                "何も実行していません。同じ操作はこのターンで依頼済みです。繰り返さずに、確認するか尋ねてください。"
            )
        }
        return nil
    }

    private func question(
        _ title: String,
        _ call: DeviceCall,
        _ reasons: [IntentRisk.Reason],
        _ seen: SeenEntities,
        isFull: Bool
    ) -> String? {
        guard !reasons.isEmpty else { return nil }
        return CallQuestion(
            title: title,
            place: call.place,
            input: call.input,
            reasons: reasons,
            isFull: isFull,
            titleOf: { seen.sight(of: $0)?.title },
            caller: caller
        ).text
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
