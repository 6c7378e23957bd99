package import StreamingJSON

/// The kinds of texts in an input that nothing but the caller's words determines: neither a choice of a list, nor a known entity, nor a
/// time.
package enum FreeInput: Sendable, Hashable {
    /// An address, or a file by its identifier.
    case address
    /// Any other text.
    case text
}

extension IntentSchema {
    /// Returns the kinds of free texts anywhere in an input; empty texts do not count.
    ///
    /// The input has to satisfy ``inputSchema(_:form:)``. A value whose type only the app knows is judged by its form.
    package func freeInput(in input: JSONObject) -> Set<FreeInput> {
        var search = FreeInputSearch()
        for (name, value) in input { search.visit(value, parameter(name)?.type, depth: 0) }
        return search.found
    }
}

/// The search for free texts in a value.
private struct FreeInputSearch {
    var found: Set<FreeInput> = []

    private static let deepest = 24

    /// - Parameter type: The type of the value; `nil` if it is unknown.
    mutating func visit(_ value: JSONValue, _ type: SchemaType?, depth: Int) {
        guard depth < Self.deepest else {
            // It is not known what is deeper.
            found.insert(.text)
            return
        }
        switch value {
        case .array(let elements): for element in elements { visit(element, type?.element, depth: depth + 1) }
        case .object(let object): visit(object, type?.element, depth: depth)
        case .string(let text) where !text.isEmpty: visit(text, type?.element)
        default: return
        }
    }

    private mutating func visit(_ text: String, _ type: SchemaType?) {
        switch type {
        case .enumeration, .date, .recurrenceRule: return
        case .url: found.insert(.address)
        case .none, .union:
            guard CivilDate(text) == nil else { return }
            if text.contains("://") { found.insert(.address) }
            found.insert(.text)
        default: found.insert(.text)
        }
    }

    private mutating func visit(_ object: JSONObject, _ type: SchemaType?, depth: Int) {
        switch type {
        case .dateComponents: return
        case .file: found.insert(.address)
        case .link:
            for (name, value) in object { visit(value, name == "url" ? .url : .string, depth: depth + 1) }
        case .person, .place, .searchCriteria, .sceneDescriptor:
            for (name, value) in object where name != "coordinate" { visit(value, .string, depth: depth + 1) }
        default:
            let entity = object["type"]?.stringValue
            if entity != nil, object["id"]?.stringValue != nil || object["properties"] != nil {
                // The identifier of an entity is one that the conversation has shown.
                let schema = entity.flatMap { SchemaCatalog.current.entity($0) }
                for (name, value) in object["properties"]?.objectValue ?? [:] {
                    visit(value, schema?.property(name)?.type, depth: depth + 1)
                }
                return
            }
            if object["fileId"] != nil { found.insert(.address) }
            // The kind is the member of a union that the app has declared.
            for (name, value) in object where name != "kind" { visit(value, nil, depth: depth + 1) }
        }
    }
}
