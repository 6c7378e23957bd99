import JSONSchema
import StreamingJSON

/// One operation as a tool.
struct OperationReader {
    let version: OpenAPIVersion
    let documents: DocumentSet
    let options: ImportOptions
    let servers: ServerReader
    let security: SecurityReader

    /// The operation under way.
    struct State {
        var arguments: [Argument] = []
        var keys: [SecurityAlternative.Member] = []
        var body: BodyFormat?
        var features: [(Unmapped.Reason, String)] = []
    }

    /// Returns the operation and its features that were left out.
    func read(
        _ operation: Located,
        head: OperationHead,
        path: Located,
        _ schemas: inout SchemaReader
    ) throws -> (ImportedOperation, features: [(Unmapped.Reason, String)]) {
        let choice: ServerReader.Choice
        do {
            choice = try servers.server(operation: operation.value, path: path.value, version: version)
        } catch {
            throw OperationFault(reason: .server, message: error.message)
        }
        let server = choice.url
        var state = State()
        state.features += choice.notes.map { (.server, $0) }
        let requestPath = RequestPath(head.path)
        guard requestPath.isBalanced else {
            throw OperationFault(reason: .malformed, message: "its path has a brace without its pair")
        }
        try readParameters(operation, path, requestPath, &state, &schemas)
        try readBody(operation, path, head, &state, &schemas)
        let alternatives = try readSecurity(operation, &state)
        let answer = ResponseReader(version: version, documents: documents)
            .read(operation, produces: documents.document["produces"]?.value)
        if answer.isUnreadable { throw OperationFault(reason: .answerFormat, message: answer.remark ?? "") }
        if let remark = answer.remark { state.features.append((.answerFormat, remark)) }
        if operation["callbacks"] != nil { state.features.append((.callback, "its callbacks are left out")) }
        let queries = Set(state.arguments.filter { $0.part == .query }.map(\.name))

        var names = ArgumentNames()
        let named = state.arguments.map { (name: names.name(for: $0), argument: $0) }
        let fitted = try fit(named, &state, &schemas)
        let kept = named.filter { fitted.properties[$0.name] != nil }
        let slots = kept.map { name, argument in
            RequestSlot(
                part: argument.part,
                name: argument.part == .body ? name : argument.name,
                argument: name,
                style: argument.style,
                explode: argument.explode,
                format: argument.format,
                hasSegments: argument.hasSegments
            )
        }
        let pathNames = Dictionary(
            slots.filter { $0.part == .path }.map { ($0.name, $0.argument) },
            uniquingKeysWith: { first, _ in first }
        )
        let value = operation.value
        let imported = ImportedOperation(
            name: head.name,
            method: head.method,
            path: head.path,
            operationID: head.operationID,
            origin: server.origin,
            basePath: server.base,
            requestPath: requestPath.template { pathNames[$0] ?? $0 },
            summary: Summary.operation(
                summary: value["summary"]?.stringValue ?? path.value["summary"]?.stringValue,
                description: value["description"]?.stringValue ?? path.value["description"]?.stringValue,
                most: options.limits.descriptionLength
            ),
            tags: head.tags,
            effect: head.effect,
            isConsequential: value["x-openai-isConsequential"] == true,
            isDeprecated: head.isDeprecated,
            arguments: fitted.properties,
            required: fitted.required,
            definitions: fitted.definitions,
            slots: slots,
            query: requestPath.query,
            headers: answer.accept.map { ["Accept": $0] } ?? [:],
            body: state.body,
            answer: answer.format,
            security: alternatives,
            paging: head.effect == .reads ? PagingProposal.make(queries: queries, answer: answer) : nil,
            place: operation.place.description
        )
        return (imported, state.features)
    }
}

// MARK: - Keys and size

extension OperationReader {
    private func readSecurity(
        _ operation: Located,
        _ state: inout State
    ) throws(OperationFault) -> [SecurityAlternative] {
        let reading = security.read(operation.value["security"] ?? documents.document["security"]?.value)
        for fault in reading.faults { state.features.append((.security, fault)) }
        if reading.alternatives.isEmpty, !reading.faults.isEmpty, !reading.isOptional {
            throw OperationFault(reason: .security, message: reading.faults[0])
        }
        guard reading.alternatives.isEmpty, !state.keys.isEmpty else { return reading.alternatives }
        return [SecurityAlternative(members: state.keys.map { ("parameter", $0) }, remarks: [])]
    }

    private func fit(
        _ named: [(name: String, argument: Argument)],
        _ state: inout State,
        _ schemas: inout SchemaReader
    ) throws -> ArgumentSchema {
        let properties = JSONObject(named.map { ($0.name, $0.argument.schema) })
        let required = named.filter(\.argument.isRequired).map(\.name)
        let budget = SchemaBudget(limits: options.limits)
        let fitted = try budget.fit(properties, required: required) { name throws(SchemaFault) in
            try schemas.definition(name)
        }
        if !fitted.dropped.isEmpty {
            let names = fitted.dropped.prefix(8).joined(separator: ", ") + (fitted.dropped.count > 8 ? ", …" : "")
            state.features.append(
                (.argumentsDropped, "\(fitted.dropped.count) optional arguments are left out for size: \(names)")
            )
        } else if fitted.isTrimmed {
            state.features.append(
                (.argumentsDropped, "nested optional arguments or descriptions are left out for size")
            )
        }
        return try ArgumentSchemaCheck.checked(fitted.schema)
    }
}

/// The reason why an operation is left out.
struct OperationFault: Error {
    let reason: Unmapped.Reason
    let message: String
    var place: DocumentLocation?
}
