import StreamingJSON

/// The choice of the parts of a tool's schema that fit its limit.
struct SchemaBudget {
    let limits: ImportLimits

    /// A schema within the limit and the arguments that it lacks.
    struct Fitted {
        var schema: ArgumentSchema
        var dropped: [String] = []
        var isTrimmed = false
    }

    /// The degrees of trimming in order; deep optional parts go first.
    private static let cuts: [SchemaTrimmer.Cut] = {
        let depths = [6, 4, 3, 2, 1].map { SchemaTrimmer.Cut(depth: $0) }
        return [SchemaTrimmer.Cut()] + depths.prefix(2)
            + [SchemaTrimmer.Cut(depth: 4, nested: 80)]
            + depths.dropFirst(2).map { SchemaTrimmer.Cut(depth: $0.depth, nested: 80) }
            + [
                SchemaTrimmer.Cut(depth: 1, nested: 0), SchemaTrimmer.Cut(depth: 1, nested: 0, top: 80),
                SchemaTrimmer.Cut(depth: 1, bareDepth: 3, nested: 0, top: 80),
                SchemaTrimmer.Cut(depth: 1, bareDepth: 2, nested: 0, top: 80),
                SchemaTrimmer.Cut(depth: 1, bareDepth: 1, nested: 0, top: 200),
            ]
    }()

    /// Returns the largest of the trimmed schemas that fits.
    ///
    /// - Throws: ``SchemaFault`` if the required arguments alone do not fit.
    func fit(
        _ properties: JSONObject,
        required: [String],
        definition: (String) throws(SchemaFault) -> JSONValue
    ) throws(SchemaFault) -> Fitted {
        for (index, cut) in Self.cuts.enumerated() {
            let schema = try SchemaTrimmer.trim(properties, required: required, cut, definition: definition)
            if schema.size <= limits.schemaBytes { return Fitted(schema: schema, isTrimmed: index > 0) }
        }
        return try dropArguments(properties, required, definition)
    }

    /// Leaves out optional arguments, the last first.
    private func dropArguments(
        _ properties: JSONObject,
        _ required: [String],
        _ definition: (String) throws(SchemaFault) -> JSONValue
    ) throws(SchemaFault) -> Fitted {
        let last = Self.cuts[Self.cuts.count - 1]
        let needed = Set(required)
        let optional = properties.keys.filter { !needed.contains($0) }
        var fitting: Fitted?
        var (low, high) = (0, optional.count)
        while low <= high {
            let count = (low + high) / 2
            let kept = needed.union(optional.prefix(count))
            let chosen = JSONObject(properties.filter { kept.contains($0.key) }.map { ($0.key, $0.value) })
            let schema = try SchemaTrimmer.trim(chosen, required: required, last, definition: definition)
            let most = count == 0 ? limits.greatestSchemaBytes : limits.schemaBytes
            if schema.size <= most {
                fitting = Fitted(schema: schema, dropped: Array(optional.dropFirst(count)), isTrimmed: true)
                low = count + 1
            } else {
                high = count - 1
            }
        }
        guard let fitting else {
            throw SchemaFault(
                reason: .schemaSize,
                message: "its required arguments need a schema over \(limits.greatestSchemaBytes) bytes"
            )
        }
        return fitting
    }
}
