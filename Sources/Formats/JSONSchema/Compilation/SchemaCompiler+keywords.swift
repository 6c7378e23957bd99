import StreamingJSON

extension SchemaCompiler {
    /// Reads all keywords of one schema.
    mutating func compile(_ place: Pending) throws(JSONSchemaError) -> CompiledSchema {
        var keywords: [Keyword] = []
        switch place.value {
        case .bool(let isEverything):
            if !isEverything { keywords = [.nothing] }
        case .object(let members):
            let vocabularies = registry.resources[place.resource].vocabularies
            if vocabularies.contains(.loneReferences), members["$ref"] != nil {
                keywords = try references(in: members, of: place)
                break
            }
            if vocabularies.contains(.validation) { keywords += try assertions(in: members, of: place) }
            keywords += try references(in: members, of: place)
            if vocabularies.contains(.applicator) { keywords += try applicators(in: members, of: place) }
            let rules = try memberRules(in: members, of: place, vocabularies: vocabularies)
            if !rules.isEmpty { keywords.append(.members(rules)) }
            if vocabularies.contains(.unevaluated) {
                if let schema = try schema("unevaluatedItems", in: members, of: place) {
                    keywords.append(.unevaluatedItems(schema))
                }
                if let schema = try schema("unevaluatedProperties", in: members, of: place) {
                    keywords.append(.unevaluatedProperties(schema))
                }
            }
        default:
            throw registry.failure(
                .badKeyword,
                place.location,
                "a schema must be an object or a boolean, is \(place.value.kindInWords)"
            )
        }
        return CompiledSchema(location: registry.describe(place.location), resource: place.resource, keywords: keywords)
    }

    private mutating func references(in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> [Keyword] {
        var keywords: [Keyword] = []
        if registry.resources[place.resource].vocabularies.contains(.tuples), members["$recursiveRef"] != nil {
            throw failure(
                .badKeyword,
                "$recursiveRef",
                of: place,
                "$recursiveRef is not supported; write the schema for draft 2020-12 with $dynamicRef"
            )
        }
        if let reference = try string("$ref", in: members, of: place) {
            keywords.append(.reference(try node(referredToBy: reference, from: place).id))
        }
        if let reference = try string("$dynamicRef", in: members, of: place) {
            let target = try node(referredToBy: reference, from: place)
            if let anchor = target.dynamicAnchor {
                needDynamicAnchors(named: anchor)
                keywords.append(.dynamicReference(initial: target.id, anchor: anchor))
            } else {
                keywords.append(.reference(target.id))
            }
        }
        return keywords
    }
}

// MARK: - Validation

extension SchemaCompiler {
    private mutating func assertions(in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> [Keyword] {
        var keywords: [Keyword] = []
        if let types = try types(in: members, of: place) { keywords.append(.type(types)) }
        if let value = members["const"] { keywords.append(.const(ExpectedValue(value))) }
        if let value = members["enum"] {
            guard case .array(let values) = value else {
                throw failure(.badKeyword, "enum", of: place, "enum must be an array, is \(value.kindInWords)")
            }
            keywords.append(.enumeration(EnumeratedValues(values)))
        }
        if let rules = try numberRules(in: members, of: place) { keywords.append(.number(rules)) }
        var text = StringRules()
        text.length = try count("minLength", "maxLength", in: members, of: place)
        text.pattern = try pattern(in: members, of: place)
        if !text.length.isEmpty || text.pattern != nil { keywords.append(.string(text)) }
        let elements = try count("minItems", "maxItems", in: members, of: place)
        let unique = try boolean("uniqueItems", in: members, of: place) ?? false
        if !elements.isEmpty || unique { keywords.append(.arraySize(elements, unique: unique)) }
        let size = try count("minProperties", "maxProperties", in: members, of: place)
        if !size.isEmpty { keywords.append(.objectSize(size)) }
        return keywords
    }

    private func types(in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> TypeSet? {
        guard let value = members["type"] else { return nil }
        var types: TypeSet = []
        for name in value.arrayValue ?? [value] {
            guard let type = name.stringValue.flatMap(TypeSet.init(name:)) else {
                throw failure(
                    .badKeyword,
                    "type",
                    of: place,
                    "type must be \"null\", \"boolean\", \"integer\", \"number\", \"string\", \"array\" or \"object\", is \(name.brief)"
                )
            }
            types.formUnion(type)
        }
        guard !types.isEmpty else { throw failure(.badKeyword, "type", of: place, "type must name at least one type") }
        return types
    }

    private func numberRules(in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> NumberRules? {
        let rules = NumberRules(
            minimum: try number("minimum", in: members, of: place),
            exclusiveMinimum: try number("exclusiveMinimum", in: members, of: place),
            maximum: try number("maximum", in: members, of: place),
            exclusiveMaximum: try number("exclusiveMaximum", in: members, of: place),
            multipleOf: try number("multipleOf", in: members, of: place)
        )
        if let divisor = rules.multipleOf, !ExactNumber.integer(0).isLess(than: divisor) {
            throw failure(.badKeyword, "multipleOf", of: place, "multipleOf must be greater than 0, is \(divisor.text)")
        }
        let isEmpty =
            rules.minimum == nil && rules.exclusiveMinimum == nil && rules.maximum == nil
            && rules.exclusiveMaximum == nil && rules.multipleOf == nil
        return isEmpty ? nil : rules
    }

    private func pattern(in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> SchemaRegex? {
        guard let source = try string("pattern", in: members, of: place) else { return nil }
        return try compiledPattern(source, "pattern", of: place)
    }

    private func compiledPattern(
        _ source: String,
        _ keyword: String,
        of place: Pending
    ) throws(JSONSchemaError) -> SchemaRegex {
        do throws(RegexError) {
            return try SchemaRegex(source, maximumSize: limits.patternSize)
        } catch {
            let text = JSONValue.string(source).brief
            throw failure(.badPattern, keyword, of: place, "the pattern \(text) cannot be used: \(error.message)")
        }
    }
}

// MARK: - Applicators

extension SchemaCompiler {
    private mutating func applicators(in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> [Keyword] {
        var keywords: [Keyword] = []
        if let schemas = try schemas("allOf", in: members, of: place) { keywords.append(.allOf(schemas)) }
        if let schemas = try schemas("anyOf", in: members, of: place) { keywords.append(.anyOf(schemas)) }
        if let schemas = try schemas("oneOf", in: members, of: place) { keywords.append(.oneOf(schemas)) }
        if let schema = try schema("not", in: members, of: place) { keywords.append(.not(schema)) }
        // All three are compiled because references may point into `then` without an `if`.
        let condition = try schema("if", in: members, of: place)
        let then = try schema("then", in: members, of: place)
        let otherwise = try schema("else", in: members, of: place)
        if let condition { keywords.append(.conditional(condition: condition, then: then, otherwise: otherwise)) }
        let items = try itemRules(in: members, of: place)
        if !items.prefix.isEmpty || items.rest != nil { keywords.append(.items(items)) }
        if let rules = try contains(in: members, of: place) { keywords.append(.contains(rules)) }
        if let schema = try schema("propertyNames", in: members, of: place) { keywords.append(.propertyNames(schema)) }
        let dependent = try dependentSchemas(in: members, of: place)
        if !dependent.isEmpty { keywords.append(.dependentSchemas(dependent)) }
        return keywords
    }

    private mutating func itemRules(in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> ItemRules {
        let hasTuples = registry.resources[place.resource].vocabularies.contains(.tuples)
        if hasTuples, members["items"]?.arrayValue?.isEmpty == false {
            return ItemRules(
                prefix: try schemas("items", in: members, of: place) ?? [],
                rest: try schema("additionalItems", in: members, of: place)
            )
        }
        return ItemRules(
            prefix: hasTuples ? [] : try schemas("prefixItems", in: members, of: place) ?? [],
            rest: try schema("items", in: members, of: place)
        )
    }

    private mutating func dependentSchemas(
        in members: JSONObject,
        of place: Pending
    ) throws(JSONSchemaError) -> [(name: ExactText, schema: NodeID)] {
        var entries = try namedSchemas("dependentSchemas", in: members, of: place)
        if registry.resources[place.resource].vocabularies.contains(.tuples),
            let dependencies = members["dependencies"]?.objectValue
        {
            // Values that are arrays of names are read with `dependentRequired`.
            let schemas = JSONObject(dependencies.filter { $0.value.arrayValue == nil }.map { ($0.key, $0.value) })
            entries += try namedSchemas("dependencies", in: ["dependencies": .object(schemas)], of: place)
        }
        return entries.map { (ExactText($0.name), $0.schema) }
    }

    private mutating func contains(in members: JSONObject, of place: Pending) throws(JSONSchemaError) -> ContainsRules?
    {
        guard let schema = try schema("contains", in: members, of: place) else { return nil }
        var count = CountRules()
        if registry.resources[place.resource].vocabularies.contains(.validation) {
            count = try self.count("minContains", "maxContains", in: members, of: place)
        }
        count.minimum = count.minimum ?? 1
        return ContainsRules(schema: schema, count: count)
    }

    private mutating func memberRules(
        in members: JSONObject,
        of place: Pending,
        vocabularies: Vocabularies
    ) throws(JSONSchemaError) -> MemberRules {
        var rules = MemberRules()
        if vocabularies.contains(.applicator) {
            for (name, schema) in try namedSchemas("properties", in: members, of: place) {
                rules.entries[ExactText(name), default: .init()].schema = schema
                rules.names.append(name)
            }
            for (source, schema) in try namedSchemas("patternProperties", in: members, of: place) {
                rules.patterns.append((try compiledPattern(source, "patternProperties", of: place), schema))
            }
            rules.additional = try schema("additionalProperties", in: members, of: place)
        }
        guard vocabularies.contains(.validation) else { return rules }
        if let value = members["required"] {
            for name in try strings(value, "required", of: place).map(ExactText.init)
            where rules.entries[name]?.isRequired != true {
                rules.entries[name, default: .init()].isRequired = true
                rules.required.append(name)
            }
        }
        rules.dependentRequired = try dependentNames("dependentRequired", in: members, of: place)
        if vocabularies.contains(.tuples), let dependencies = members["dependencies"]?.objectValue {
            let names = JSONObject(dependencies.filter { $0.value.arrayValue != nil }.map { ($0.key, $0.value) })
            rules.dependentRequired += try dependentNames(
                "dependencies",
                in: ["dependencies": .object(names)],
                of: place
            )
        }
        return rules
    }

    private func dependentNames(
        _ keyword: String,
        in members: JSONObject,
        of place: Pending
    ) throws(JSONSchemaError) -> [(name: ExactText, required: [ExactText])] {
        guard let value = members[keyword] else { return [] }
        guard case .object(let entries) = value else {
            throw failure(.badKeyword, keyword, of: place, "\(keyword) must be an object, is \(value.kindInWords)")
        }
        var result: [(name: ExactText, required: [ExactText])] = []
        for (name, value) in entries {
            result.append((ExactText(name), try strings(value, keyword, of: place).map(ExactText.init)))
        }
        return result
    }
}
