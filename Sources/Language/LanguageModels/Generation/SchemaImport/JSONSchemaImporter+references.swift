import StreamingJSON

/// References, and the names of their targets.
extension JSONSchemaImporter {
    /// Imports the target of a `$ref`.
    mutating func referring(
        _ reference: JSONValue,
        _ members: JSONObject,
        at pointer: String
    ) throws(ImportError) -> SchemaTree {
        for keyword in members.keys where keyword != "$ref" && !JSONSchemaKeywords.isPlain(keyword) {
            report(keyword, at: pointer, isKept: false)
        }
        guard let text = reference.stringValue, text.hasPrefix("#"),
            let target = text.dropFirst().removingPercentEscapes
        else {
            throw failure(pointer, "'\(reference)' refers outside the document; move the schema into $defs")
        }
        return described(try definition(at: target, from: pointer), by: members)
    }

    private mutating func definition(at target: String, from pointer: String) throws(ImportError) -> SchemaTree {
        if let known = definitions[target] {
            if let node = known.node { return node.headingName.map(SchemaTree.reference) ?? node }
            definitions[target]?.isReferenced = true
            return .reference(known.name)
        }
        guard let value = document.descendant(at: target) else {
            throw failure(pointer, "'#\(target)' refers to a place that does not exist")
        }
        let key = document.tokens(of: target).last ?? "Definition"
        let isDefinition = target == "/$defs/\(Self.escaped(key))"
        let definition = Definition(name: isDefinition ? key : reserveName(key))
        definitions[target] = definition
        let body = try schema(value, at: target)
        let node = try named(body, definitions[target] ?? definition, at: target)
        definitions[target]?.node = node
        return node
    }

    /// Returns a schema with the name of its definition if it can have a name or is referred to.
    func named(
        _ node: SchemaTree,
        _ definition: Definition,
        at pointer: String
    ) throws(ImportError) -> SchemaTree {
        if case .reference(definition.name) = node {
            throw failure(pointer, "this definition refers only to itself")
        }
        let name = definition.name
        // Another definition's name must stay, because others refer to it.
        if node.headingName != nil { return definition.isReferenced ? .anyOf(SchemaHeading(name: name), [node]) : node }
        switch node {
        case .object(let heading, let properties, let explicitNil):
            let heading = SchemaHeading(name: name, description: heading.description)
            return .object(heading, properties: properties, explicitNil: explicitNil)
        case .choices(let heading, let choices):
            return .choices(SchemaHeading(name: name, description: heading.description), choices)
        case .anyOf(let heading, let alternatives):
            return .anyOf(SchemaHeading(name: name, description: heading.description), alternatives)
        case .keywords, .array, .type, .reference:
            // These forms have no name; they get one only if something refers to them.
            return definition.isReferenced ? .anyOf(SchemaHeading(name: name), [node]) : node
        }
    }

    /// Reserves a unique name: the requested one, with a number added if it is in use.
    mutating func reserveName(_ name: String) -> String {
        let free =
            names.contains(name) ? (2...).lazy.map { "\(name)_\($0)" }.first { [names] in !names.contains($0) } : name
        names.insert(free ?? name)
        return free ?? name
    }

    /// Returns a name as one token of a JSON Pointer (RFC 6901).
    static func escaped(_ name: String) -> String {
        guard name.contains(where: { $0 == "~" || $0 == "/" }) else { return name }
        return name.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
    }
}

extension SchemaTree {
    /// The name in the schema's heading, by which it can be referred to; `nil` if it has no heading.
    fileprivate var headingName: String? {
        switch self {
        case .object(let heading, _, _), .choices(let heading, _), .anyOf(let heading, _): heading.name
        case .keywords, .array, .type, .reference: nil
        }
    }
}
