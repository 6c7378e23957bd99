import AgentTools
import AgentWire
import AssistantSchemas
import Foundation
import LanguageModels
import Storage
import StreamingJSON

extension DeviceTurn {
    /// Decides about an action of an app.
    func intent(
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

    /// Decides about a question to an app about its entities.
    func query(
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

    /// Decides about a tool that an app declares itself.
    func own(
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
