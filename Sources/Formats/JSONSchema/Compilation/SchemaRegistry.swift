import StreamingJSON

/// The documents of a schema, and the places in them that references can name.
///
/// A document is read, and its `$id`s and anchors are recorded, when the first reference leads to it.
struct SchemaRegistry {
    /// A place that may hold a schema.
    struct Location: Hashable {
        var document: Int
        var pointer: JSONPointer
    }

    /// A schema with its own identity: a document's root, or a schema with `$id`.
    struct Resource {
        let address: SchemaURI
        let location: Location
        let vocabularies: Vocabularies
        var anchors: [String: Location] = [:]
        var dynamicAnchors: [String: Location] = [:]
    }

    /// The target of a reference.
    struct Target {
        let location: Location
        let resource: Int
        let value: JSONValue
        /// The name of the `$dynamicAnchor` through which the reference found its target, if it used one.
        let dynamicAnchor: String?
    }

    private struct Document {
        let value: JSONValue
        /// The text before the fragment in a ``JSONSchema/Violation/schemaLocation``.
        let address: String
        /// The resources whose root is in this document.
        var resources: [JSONPointer: Int] = [:]
    }

    private(set) var resources: [Resource] = []
    private var documents: [Document] = []
    private var resourcesByAddress: [String: Int] = [:]
    /// Additional documents that are not read yet.
    private var waiting: [String: (address: String, value: JSONValue)] = [:]
    private let limits: JSONSchema.Limits
    private var steps: Int

    /// Accepts the documents that references may name, without reading them.
    init(documents: [String: JSONValue], limits: JSONSchema.Limits) {
        self.limits = limits
        steps = limits.steps
        for (address, value) in documents.sorted(by: { $0.key < $1.key }) {
            let base = SchemaURI(address).withoutFragment
            // The address it was added under takes precedence over an `$id` that another document has at its root.
            waiting[base.description] = (address, value)
            if let id = value["$id"]?.stringValue {
                let own = SchemaURI(id).resolved(against: base).withoutFragment.description
                if waiting[own] == nil, documents[own] == nil { waiting[own] = (address, value) }
            }
        }
    }
}

// MARK: - Reading documents

extension SchemaRegistry {
    /// Reads a document and records the places in it that references can name.
    ///
    /// - Returns: The resource at its root.
    mutating func read(_ value: JSONValue, at address: String) throws(JSONSchemaError) -> Int {
        let document = documents.count
        documents.append(Document(value: value, address: address))
        let root = Location(document: document, pointer: .root)
        guard !value.isNested(deeperThan: limits.depth) else {
            throw failure(.tooDeep, root, "the schema is nested more than \(limits.depth) deep; flatten it with $defs")
        }
        let base = SchemaURI(address).withoutFragment
        let dialect = try vocabularies(of: value, at: root, inherited: .all)
        let id = try identifier(of: value, at: root, base: base, in: dialect)
        let rootResource = try add(Resource(address: id ?? base, location: root, vocabularies: dialect))
        if resourcesByAddress[base.description] == nil { resourcesByAddress[base.description] = rootResource }
        var open = [(value, root, rootResource)]
        while let (schema, location, resource) = open.popLast() {
            try writeDownAnchors(of: schema, at: location, in: resource)
            for (path, child) in SchemaKeywords.subschemas(of: schema, in: resources[resource].vocabularies) {
                var place = location
                for token in path { place.pointer.append(token) }
                try spend(1, at: place)
                var owner = resource
                let outer = resources[resource]
                if let id = try identifier(of: child, at: place, base: outer.address, in: outer.vocabularies) {
                    let dialect = try vocabularies(of: child, at: place, inherited: outer.vocabularies)
                    owner = try add(Resource(address: id, location: place, vocabularies: dialect))
                }
                open.append((child, place, owner))
            }
        }
        return rootResource
    }

    private mutating func add(_ resource: Resource) throws(JSONSchemaError) -> Int {
        let address = resource.address.description
        let isRoot = resource.location.pointer == .root
        if let other = resourcesByAddress[address],
            !isRoot || resources[other].location.document == resource.location.document
        {
            throw failure(
                .badIdentifier,
                resource.location,
                "the $id \"\(address)\" already names another schema; use a different one for each"
            )
        }
        resources.append(resource)
        documents[resource.location.document].resources[resource.location.pointer] = resources.count - 1
        if resourcesByAddress[address] == nil { resourcesByAddress[address] = resources.count - 1 }
        return resources.count - 1
    }

    private func identifier(
        of schema: JSONValue,
        at location: Location,
        base: SchemaURI,
        in vocabularies: Vocabularies
    ) throws(JSONSchemaError) -> SchemaURI? {
        guard case .object(let members) = schema, let value = members["$id"] else { return nil }
        if vocabularies.contains(.loneReferences), members["$ref"] != nil || Self.anchor(in: value) != nil {
            return nil
        }
        guard let text = value.stringValue else {
            throw failure(.badIdentifier, location, "$id must be a string, is \(value.kindInWords)")
        }
        let id = SchemaURI(text)
        guard id.fragment?.isEmpty ?? true else {
            throw failure(.badIdentifier, location, "$id must not have a fragment; use $anchor for \"\(text)\"")
        }
        return id.resolved(against: base).withoutFragment
    }

    private mutating func writeDownAnchors(
        of schema: JSONValue,
        at location: Location,
        in resource: Int
    ) throws(JSONSchemaError) {
        guard case .object(let members) = schema else { return }
        if resources[resource].vocabularies.contains(.loneReferences) {
            guard members["$ref"] == nil, let name = members["$id"].flatMap(Self.anchor(in:)) else { return }
            resources[resource].anchors[name] = location
            return
        }
        for keyword in ["$anchor", "$dynamicAnchor"] {
            guard let value = members[keyword] else { continue }
            guard let name = value.stringValue, Self.isAnchorName(name) else {
                throw failure(
                    .badIdentifier,
                    location,
                    "\(keyword) must be a name of letters, digits, '-', '_' and '.' that starts with a letter or '_', is \(value.brief)"
                )
            }
            let known = resources[resource].anchors[name] ?? resources[resource].dynamicAnchors[name]
            guard known == nil || known == location else {
                throw failure(
                    .badIdentifier,
                    location,
                    "the anchor \"\(name)\" already names another place in this schema"
                )
            }
            if keyword == "$anchor" {
                resources[resource].anchors[name] = location
            } else {
                resources[resource].dynamicAnchors[name] = location
            }
        }
    }

    /// Returns the name in an `$id` such as `#name`, the form of anchors up to draft-07.
    private static func anchor(in id: JSONValue) -> String? {
        guard let text = id.stringValue, text.hasPrefix("#"), text.utf8.count > 1 else { return nil }
        return String(text.dropFirst())
    }

    private static func isAnchorName(_ name: String) -> Bool {
        for (offset, byte) in name.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"):
                continue
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                if offset == 0 { return false }
            default: return false
            }
        }
        return !name.isEmpty
    }
}

// MARK: - Dialects

extension SchemaRegistry {
    /// Returns the vocabularies that the dialect named by `$schema` requires.
    private func vocabularies(
        of schema: JSONValue,
        at location: Location,
        inherited: Vocabularies
    ) throws(JSONSchemaError) -> Vocabularies {
        guard case .object(let members) = schema, let value = members["$schema"] else { return inherited }
        guard let text = value.stringValue else {
            throw failure(.unsupportedDialect, location, "$schema must be a string, is \(value.kindInWords)")
        }
        let address = SchemaURI(text).withoutFragment.description
        if let known = Vocabularies.dialect(at: address) { return known }
        guard let metaSchema = waiting[address]?.value else {
            throw failure(
                .unsupportedDialect,
                location,
                "the dialect \"\(text)\" is not supported; write the schema for \(Vocabularies.standardDialect), or supply its meta-schema"
            )
        }
        guard let demanded = metaSchema["$vocabulary"]?.objectValue else { return .all }
        var result: Vocabularies = []
        for (vocabulary, isRequired) in demanded {
            if let known = Vocabularies(address: vocabulary) {
                result.formUnion(known)
            } else if isRequired.boolValue == true {
                throw failure(
                    .unsupportedVocabulary,
                    location,
                    "the dialect \"\(text)\" requires the vocabulary \"\(vocabulary)\", which is not supported"
                )
            }
        }
        return result
    }
}

// MARK: - References

extension SchemaRegistry {
    /// Finds the target of a reference, and reads the document it names if that was not read before.
    mutating func resolve(
        _ reference: String,
        from resource: Int,
        at location: Location
    ) throws(JSONSchemaError) -> Target {
        let address = SchemaURI(reference).resolved(against: resources[resource].address)
        guard let found = try self.resource(at: address.withoutFragment.description) else {
            throw failure(
                .unresolvedReference,
                location,
                "no document is known at \"\(address.withoutFragment)\"; schemas are not fetched, so put it into $defs or supply the document"
            )
        }
        let target = resources[found]
        try spend(1 + reference.utf8.count / 8, at: location)
        guard let fragment = (address.fragment ?? "").removingPercentEscapes else {
            throw failure(
                .unresolvedReference,
                location,
                "the fragment of \"\(reference)\" is not UTF-8 after percent-decoding"
            )
        }
        if let place = target.dynamicAnchors[fragment] ?? target.anchors[fragment] {
            let isDynamic = target.dynamicAnchors[fragment] != nil
            if let value = value(at: place) {
                return Target(location: place, resource: found, value: value, dynamicAnchor: isDynamic ? fragment : nil)
            }
        }
        guard let tokens = JSONPointer.tokens(of: fragment) else {
            throw failure(
                .unresolvedReference,
                location,
                "there is no anchor \"\(fragment)\" in \"\(address.withoutFragment)\""
            )
        }
        guard let (place, owner, value) = follow(tokens, from: found) else {
            throw failure(.unresolvedReference, location, "\"\(reference)\" points to a place that does not exist")
        }
        return Target(location: place, resource: owner, value: value, dynamicAnchor: nil)
    }

    /// Returns the value at a place.
    func value(at location: Location) -> JSONValue? {
        var value: JSONValue? = documents[location.document].value
        for token in JSONPointer.tokens(of: location.pointer.text) ?? [] { value = value?.child(token) }
        return value
    }

    /// Returns the resource whose root is a place, if there is one.
    func resource(beginningAt location: Location) -> Int? { documents[location.document].resources[location.pointer] }

    /// Returns a place as a URI reference, for messages.
    func describe(_ location: Location) -> String { "\(documents[location.document].address)#\(location.pointer.text)" }

    /// Spends steps for work at a place; a place with a long path costs more because the path is copied.
    mutating func spend(_ count: Int, at location: Location) throws(JSONSchemaError) {
        steps -= count + location.pointer.text.utf8.count / 8
        guard steps < 0 else { return }
        throw JSONSchemaError(
            code: .workLimit,
            schemaLocation: "",
            message: "The schema is too large to be read in \(limits.steps) steps; send a smaller one."
        )
    }

    /// Returns an error at a place.
    func failure(_ code: JSONSchemaError.Code, _ location: Location, _ message: String) -> JSONSchemaError {
        JSONSchemaError(code: code, schemaLocation: describe(location), message: message + ".")
    }

    private mutating func resource(at address: String) throws(JSONSchemaError) -> Int? {
        if let known = resourcesByAddress[address] { return known }
        if let (handedIn, value) = waiting[address] {
            let resource = try read(value, at: handedIn)
            // The document was found by its own `$id` or by the address it was added under; both lead to it from now
            // on.
            resourcesByAddress[address] = resource
            return resource
        }
        guard let value = MetaSchemas.document(at: address) else { return nil }
        return try read(value, at: address)
    }

    private func follow(_ tokens: [String], from resource: Int) -> (Location, Int, JSONValue)? {
        var owner = resource
        var location = resources[resource].location
        guard var value = value(at: location) else { return nil }
        for token in tokens {
            guard let child = value.child(token) else { return nil }
            value = child
            location.pointer.append(token)
            owner = self.resource(beginningAt: location) ?? owner
        }
        return (location, owner, value)
    }
}
