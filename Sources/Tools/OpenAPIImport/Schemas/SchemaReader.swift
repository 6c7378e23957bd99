import StreamingJSON

/// Schemas of a document in the form that tools need, read once each.
///
/// References are never expanded. Each schema that a reference names is a definition with a name, and `#/$defs/<name>` refers to it.
struct SchemaReader {
    let documents: DocumentSet
    let version: OpenAPIVersion
    let limits: ImportLimits

    private var names: [DocumentLocation: String] = [:]
    /// The number of definitions with each name before it was made unique.
    private var taken: [String: Int] = [:]
    private var definitions: [String: Result<JSONValue, SchemaFault>] = [:]
    private var places: [String: Located] = [:]
    /// The odd parts of schemas that were left out, each once.
    private var oddities: [(place: DocumentLocation, message: String)] = []
    private var oddPlaces: Set<DocumentLocation> = []

    init(documents: DocumentSet, version: OpenAPIVersion, limits: ImportLimits) {
        self.documents = documents
        self.version = version
        self.limits = limits
    }

    /// Notes what is left out of a schema.
    mutating func note(_ place: DocumentLocation, _ message: String) {
        if oddities.count < limits.unmapped, oddPlaces.insert(place).inserted { oddities.append((place, message)) }
    }

    /// Returns what was noted since the last time.
    mutating func takeOddities() -> [(place: DocumentLocation, message: String)] {
        defer { oddities = [] }
        return oddities
    }

    /// Returns the definition with a name.
    mutating func definition(_ name: String) throws(SchemaFault) -> JSONValue {
        if let known = definitions[name] { return try known.get() }
        guard let located = places[name] else {
            throw SchemaFault(reason: .danglingReference, message: "there is no schema named \(name)")
        }
        let result: Result<JSONValue, SchemaFault>
        do throws(SchemaFault) {
            result = .success(try read(located))
        } catch {
            result = .failure(error)
        }
        definitions[name] = result
        return try result.get()
    }

    /// Returns the schema of a reference to a definition.
    mutating func reference(to located: Located) -> JSONValue {
        ["$ref": .string("#/$defs/" + name(of: located))]
    }

    /// Returns the name of a definition, from the last step of its pointer or from its file.
    private mutating func name(of located: Located) -> String {
        if let known = names[located.place] { return known }
        var parts = Array(located.place.steps.suffix(1))
        if parts.isEmpty { parts = [located.place.file.slashParts.last.map { String($0.prefix { $0 != "." }) } ?? ""] }
        let plain = parts.joined().unicodeScalars.map { scalar in
            scalar.isASCII && (scalar.properties.isAlphabetic || scalar.properties.numericType != nil) || scalar == "_"
                ? Character(scalar) : "_"
        }
        let base = plain.isEmpty ? "Schema" : String(plain.prefix(60))
        var name = base
        while let count = taken[name] {
            taken[name] = count + 1
            name = "\(base)_\(count + 1)"
        }
        taken[name] = 1
        names[located.place] = name
        places[name] = located
        return name
    }

    /// Returns a schema in the form that tools need.
    mutating func read(_ located: Located, depth: Int = 0) throws(SchemaFault) -> JSONValue {
        guard depth <= limits.depth else {
            throw SchemaFault(reason: .endlessSchema, message: "a schema is nested more than \(limits.depth) deep")
        }
        guard let schema = located.value.objectValue else {
            return located.value == .bool(false) ? .bool(false) : [:]
        }
        if located.reference != nil { return try readReference(located, schema, depth) }
        if schema["allOf"] != nil { return try readAllOf(located, depth) }
        return try readKeywords(located, schema, depth)
    }

    /// Returns what a reference points at.
    func target(_ reference: String, in file: String) throws(SchemaFault) -> Located {
        do throws(FileReference.Fault) {
            return try documents.target(of: reference, in: file)
        } catch {
            throw SchemaFault(reason: .danglingReference, message: error.message)
        }
    }

    /// Returns the value at the end of a chain of references.
    func followed(_ located: Located) throws(SchemaFault) -> Located {
        do throws(FileReference.Fault) {
            return try documents.followed(located)
        } catch {
            throw SchemaFault(reason: .danglingReference, message: error.message)
        }
    }
}

/// The reason why a schema cannot be used; the operation that needs it is left out.
struct SchemaFault: Error {
    let reason: Unmapped.Reason
    let message: String
}
