import StreamingJSON

/// The text of one tool in a declaration file.
struct ToolSection {
    let operation: ImportedOperation
    /// The server path that is part of the file's base.
    let basePath: String
    let isSearched: Bool
    /// Whether the service has keys, which are sent with every request.
    let isKeyed: Bool

    private static let indent = 4

    func write(to yaml: inout YAMLText) {
        let indent = Self.indent
        yaml.member("name", .string(operation.name), indent: indent, isItem: true)
        let text = operation.summary.isEmpty ? operation.label : operation.summary
        yaml.member("description", .string(text), indent: indent)
        if !operation.tags.isEmpty { yaml.member("tags", .array(operation.tags.map(JSONValue.string)), indent: indent) }
        if isSearched { yaml.member("expose", "search", indent: indent) }
        yaml.member("effect", .string(operation.effect.rawValue), indent: indent)
        if isKeyed, operation.security.isEmpty, operation.effect == .reads {
            yaml.comment(
                "Needs no key. If it answers everybody alike, also with the key, remove the sign before it to open it to users:",
                indent: indent
            )
            yaml.comment("data: public", indent: indent)
        }
        if operation.isConsequential { yaml.member("approval", "always", indent: indent) }
        if !operation.arguments.isEmpty { yaml.member("arguments", .object(operation.arguments), indent: indent) }
        if !operation.required.isEmpty {
            yaml.member("required", .array(operation.required.map(JSONValue.string)), indent: indent)
        }
        if !operation.definitions.isEmpty { yaml.member("$defs", .object(operation.definitions), indent: indent) }
        yaml.member("request", .object(request), indent: indent)
        if let paging = operation.paging {
            yaml.comment("Check whether the API pages like this, then remove the sign before it:", indent: indent)
            yaml.comment("pages: \(paging)", indent: indent)
        }
        if let format = answerFormat { yaml.member("answer", ["as": .string(format)], indent: indent) }
        yaml.member("origin", .object(origin), indent: indent)
    }

    private var answerFormat: String? {
        switch operation.answer {
        case .json, .none: nil
        case .xml, .csv, .text, .binary: operation.answer.rawValue
        }
    }

    private var origin: JSONObject {
        var origin = JSONObject([("operation", .string(operation.label)), ("digest", .string(operation.digest))])
        if let id = operation.operationID { origin["id"] = .string(id) }
        return origin
    }

    private var request: JSONObject {
        let rest = operation.basePath.dropFirst(basePath.count)
        var request = JSONObject([(operation.method.lowercased(), .string(rest + operation.requestPath))])
        let path = operation.slots.filter { $0.part == .path && ($0.style != nil || $0.hasSegments) }
        if !path.isEmpty { request["path"] = members(path) }
        var query = members(operation.slots.filter { $0.part == .query }).objectValue ?? [:]
        for (name, value) in operation.query.sorted(by: { $0.key < $1.key }) { query[name] = .string(value) }
        if !query.isEmpty { request["query"] = .object(query) }
        var headers = members(operation.slots.filter { $0.part == .header }).objectValue ?? [:]
        for (name, value) in operation.headers.sorted(by: { $0.key < $1.key }) { headers[name] = .string(value) }
        switch operation.body {
        case .json(let type)? where type != "application/json": headers["Content-Type"] = .string(type)
        case .text(let type)? where type != "text/plain": headers["Content-Type"] = .string(type)
        default: break
        }
        if !headers.isEmpty { request["headers"] = .object(headers) }
        if let name = bodyField { request[name] = bodyTemplate }
        return request
    }

    private var bodyField: String? {
        switch operation.body {
        case .json?: "json"
        case .form?: "form"
        case .multipart?: "multipart"
        case .text?: "text"
        case nil: nil
        }
    }

    private var bodyTemplate: JSONValue {
        if let slot = operation.slots.first(where: { $0.part == .body }) { return .string("{\(slot.argument)}") }
        return members(operation.slots.filter { $0.part == .field })
    }

    private func members(_ slots: [RequestSlot]) -> JSONValue {
        var result = JSONObject()
        for slot in slots { result[slot.name] = Self.template(slot) }
        return .object(result)
    }

    private static func template(_ slot: RequestSlot) -> JSONValue {
        guard slot.style != nil || slot.explode != nil || slot.format != nil || slot.hasSegments else {
            return .string("{\(slot.argument)}")
        }
        var members = JSONObject([("from", .string(slot.argument))])
        if let style = slot.style { members["style"] = .string(style) }
        if let explode = slot.explode { members["explode"] = .bool(explode) }
        if let format = slot.format { members["format"] = .string(format) }
        if slot.hasSegments { members["slash"] = "segments" }
        return .object(members)
    }
}
