import StreamingJSON

/// Compiles documents into a ``SchemaProgram``, checking every keyword.
///
/// Places are compiled from a queue and identified by their location, so references may form any graph and the stack
/// does not grow.
struct SchemaCompiler {
    typealias NodeID = SchemaProgram.NodeID
    typealias Location = SchemaRegistry.Location

    /// A place that has a number but whose keywords are not read yet.
    struct Pending {
        let id: NodeID
        let value: JSONValue
        let location: Location
        let resource: Int
    }

    var registry: SchemaRegistry
    let limits: JSONSchema.Limits
    private var nodes: [CompiledSchema?] = []
    private var ids: [Location: NodeID] = [:]
    private var queue: [Pending] = []
    private var compiled = 0
    private var dynamicNames: Set<String> = []

    private init(registry: SchemaRegistry, limits: JSONSchema.Limits) {
        self.registry = registry
        self.limits = limits
    }

    /// Compiles a document and everything it refers to.
    static func compile(
        _ document: JSONValue,
        documents: [String: JSONValue],
        limits: JSONSchema.Limits
    ) throws(JSONSchemaError) -> SchemaProgram {
        var compiler = SchemaCompiler(
            registry: SchemaRegistry(documents: documents, limits: limits),
            limits: limits
        )
        let root = try compiler.registry.read(document, at: "")
        _ = try compiler.node(for: document, at: compiler.registry.resources[root].location, in: root)
        var dynamicAnchors: [String: [Int: NodeID]] = [:]
        repeat {
            try compiler.compileQueue()
            dynamicAnchors = try compiler.compileDynamicAnchors()
        } while compiler.compiled < compiler.queue.count
        let program = SchemaProgram(
            nodes: ContiguousArray(compiler.nodes.compactMap(\.self)),
            dynamicAnchors: dynamicAnchors
        )
        var check = EndlessReferenceCheck(program)
        try check.run()
        return program
    }

    /// Returns the number of the schema at a place, which is queued the first time.
    mutating func node(
        for value: JSONValue,
        at location: Location,
        in resource: Int
    ) throws(JSONSchemaError) -> NodeID {
        try registry.spend(1, at: location)
        if let known = ids[location] { return known }
        let id = nodes.count
        nodes.append(nil)
        ids[location] = id
        let owner = registry.resource(beginningAt: location) ?? resource
        queue.append(Pending(id: id, value: value, location: location, resource: owner))
        return id
    }

    /// Returns the number of the schema to which a `$ref` points.
    mutating func node(
        referredToBy reference: String,
        from place: Pending
    ) throws(JSONSchemaError) -> (id: NodeID, dynamicAnchor: String?) {
        let target = try registry.resolve(reference, from: place.resource, at: place.location)
        return (try node(for: target.value, at: target.location, in: target.resource), target.dynamicAnchor)
    }

    /// Records that a `$dynamicRef` uses a name, so that its anchors are compiled in all resources.
    mutating func needDynamicAnchors(named name: String) { dynamicNames.insert(name) }

    /// Returns an error about one keyword of a place.
    func failure(
        _ code: JSONSchemaError.Code,
        _ keyword: String,
        of place: Pending,
        _ message: String
    ) -> JSONSchemaError {
        var location = place.location
        location.pointer.append(keyword)
        return registry.failure(code, location, message)
    }

    private mutating func compileQueue() throws(JSONSchemaError) {
        while compiled < queue.count {
            nodes[queue[compiled].id] = try compile(queue[compiled])
            compiled += 1
        }
    }

    private mutating func compileDynamicAnchors() throws(JSONSchemaError) -> [String: [Int: NodeID]] {
        var result: [String: [Int: NodeID]] = [:]
        if dynamicNames.isEmpty { return result }
        for (index, resource) in registry.resources.enumerated() {
            for (name, location) in resource.dynamicAnchors where dynamicNames.contains(name) {
                guard let value = registry.value(at: location) else { continue }
                result[name, default: [:]][index] = try node(for: value, at: location, in: index)
            }
        }
        return result
    }
}
