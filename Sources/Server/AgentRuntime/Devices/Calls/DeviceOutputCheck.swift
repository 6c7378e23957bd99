import AgentWire
import AssistantSchemas
import JSONSchema
import StreamingJSON

/// The check of what a device or the client of the chat returns for a call: the size, the schema, the properties that the catalog
/// knows, and the texts, which are filtered as ``AgentTools/UntrustedText`` is.
struct DeviceOutputCheck {
    /// The app that made the call; `nil` if it is not registered any more.
    let app: RegisteredApp?

    /// The maximum size of an output as JSON text, in bytes.
    static let mostBytes = 64 << 10

    private static let schemaLimits = JSONSchema.Limits(steps: 1_000_000, depth: 48)

    /// Returns the report with what is kept of its output, or with the faults of the output.
    func checked(_ report: DeviceReport, of call: DeviceCall) -> DeviceReport {
        var report = report
        if report.state == .needsValue { keepKnownParameter(in: &report.outcome, of: call.schema) }
        guard report.state == .succeeded else { return report }
        let member = call.kind == .intent ? "output" : "entities"
        guard var object = report.outcome.objectValue, let output = object[member] else { return report }
        guard output.serialized().utf8.count <= Self.mostBytes else {
            report.faults = [
                .init(pointer: "", detail: "larger than \(Self.mostBytes) bytes; send only what the person needs")
            ]
            return report
        }
        var kept = output
        kept.keepKnownProperties(depth: 0)
        switch call.kind {
        case .intent: report.faults = faults(in: kept, schema(ofOutput: call.schema))
        case .query:
            let schema = entitySchema(call.schema)
            for (index, entity) in (kept.arrayValue ?? []).enumerated() {
                let faults = faults(in: entity, schema)
                report.faults += faults.map { .init(pointer: "/\(index)" + $0.pointer, detail: $0.detail) }
                if report.faults.count >= 5 { break }
            }
            if let limit = call.input["limit"]?.intValue, let entities = kept.arrayValue, entities.count > limit {
                kept = .array(Array(entities.prefix(limit)))
            }
        }
        guard report.faults.isEmpty else { return report }
        var texts = OutputTexts()
        object[member] = texts.filtered(kept)
        report.faults = texts.faults
        report.outcome = .object(object)
        return report
    }

    /// Returns what is kept of an output that a tool's declaration has, or its faults.
    func checked(
        fallback: JSONValue,
        of tool: ToolboxRegistration.OwnTool
    ) -> (kept: JSONValue, faults: [WireError.Fault]) {
        var kept = fallback
        kept.keepKnownProperties(depth: 0)
        let faults = faults(in: kept, tool.output ?? true)
        guard faults.isEmpty else { return (kept, faults) }
        var texts = OutputTexts()
        kept = texts.filtered(kept)
        return (kept, texts.faults)
    }

    /// Removes the name of a parameter that neither the schema nor the app's own tool has: it would be a text for the model.
    private func keepKnownParameter(in outcome: inout JSONValue, of schema: String) {
        guard var object = outcome.objectValue, var needs = object["needs"]?.objectValue,
            let name = needs["parameter"]?.stringValue
        else { return }
        if let intent = SchemaCatalog.current.intent(schema), intent.parameter(name) != nil { return }
        if app?.tool(schema)?.parameters["properties"]?.objectValue?[name] != nil { return }
        needs["parameter"] = ""
        object["needs"] = .object(needs)
        outcome = .object(object)
    }

    private func schema(ofOutput id: String) -> JSONValue {
        let refinements = app?.refinements ?? SchemaRefinements()
        if let schema = SchemaCatalog.current.intent(id) { return .object(schema.outputSchema(refinements)) }
        return app?.tool(id)?.output ?? true
    }

    private func entitySchema(_ id: String) -> JSONValue {
        guard let schema = SchemaCatalog.current.entity(id) else { return true }
        return .object(schema.outputSchema(app?.refinements ?? SchemaRefinements()))
    }

    private func faults(in output: JSONValue, _ schema: JSONValue) -> [WireError.Fault] {
        do {
            return try JSONSchema(schema, limits: Self.schemaLimits).validate(output).prefix(5).map {
                .init(pointer: $0.instanceLocation, detail: $0.message)
            }
        } catch {
            return [.init(pointer: "", detail: "it could not be checked against the schema")]
        }
    }
}

extension JSONValue {
    /// Removes the members of entities that the catalog does not know.
    fileprivate mutating func keepKnownProperties(depth: Int) {
        guard depth < 24 else { return }
        switch self {
        case .array(var elements):
            for index in elements.indices { elements[index].keepKnownProperties(depth: depth + 1) }
            self = .array(elements)
        case .object(let object):
            var kept = object
            if let type = object["type"]?.stringValue, let schema = SchemaCatalog.current.entity(type) {
                let members: Set<String> = ["type", "id", "display", "ownership", "properties"]
                kept = JSONObject(object.filter { members.contains($0.key) }.map { ($0.key, $0.value) })
                if let properties = object["properties"]?.objectValue, schema.knownProperties != nil {
                    kept["properties"] = .object(
                        JSONObject(
                            properties.filter { schema.property($0.key) != nil }.map { ($0.key, $0.value) }
                        )
                    )
                }
            }
            self = .object(
                JSONObject(
                    kept.map { name, value in
                        var value = value
                        value.keepKnownProperties(depth: depth + 1)
                        return (name, value)
                    }
                )
            )
        default: return
        }
    }
}
