import StreamingJSON
import YAMLReading

extension ToolFileReader {
    private static let longestDescription = 1_000
    private static let mostArguments = 256

    /// The parts that tools and aggregates share.
    struct Head {
        var name: String
        var description: String
        var tags: [String]
        var expose: ToolDeclaration.Exposure
        var scopes: [String]
        var parameters: JSONObject
        /// The arguments that slots may name.
        var arguments: RequestArguments
    }

    /// Reads a tool.
    ///
    /// - Parameter limits: Those of the service; `nil` if it could not be read.
    mutating func tool(_ element: Element, _ limits: CallLimits?) throws(DeclarationError) -> ToolDeclaration {
        var reader = try DeclarationReader(element, "a tool", file: file, faults: faults)
        var head = try self.head(&reader)
        let effect = try reader.choice("effect", of: [ToolDeclaration.Effect.reads, .changes, .destroys]) ?? .changes
        let pages = try reader.object("pages")
        head.arguments.hasPages = pages != nil
        var template = RequestTemplate(method: "GET", path: [])
        if var request = try reader.object("request") {
            let arguments = head.arguments
            let onlyReads = effect == .reads
            faults.attempt { () throws(DeclarationError) in
                template = try self.request(&request, arguments: arguments, onlyReads: onlyReads)
                try request.finish()
            }
        } else {
            reader.lack("\(head.name) has no 'request'; write its method and path, such as 'request: {get: /orders}'")
        }
        check(reader.element("question"))
        var tool = ToolDeclaration(
            name: head.name,
            description: head.description,
            tags: head.tags,
            expose: head.expose,
            scopes: head.scopes,
            data: try reader.choice("data", of: [ToolDeclaration.DataClass.public, .caller, .operator]),
            effect: effect,
            isIdempotent: try reader.flag("idempotent") ?? false,
            approval: try reader.choice("approval", of: [ToolDeclaration.Approval.never, .always]),
            question: try reader.localized("question"),
            parameters: head.parameters,
            request: template,
            line: element.line
        )
        if let pages {
            tool.pages = faults.attempt { () throws(DeclarationError) in try paging(pages) }
        }
        if let poll = try reader.object("poll") {
            tool.poll = faults.attempt { () throws(DeclarationError) in try polling(poll) }
        }
        if let answer = try reader.object("answer") {
            tool.answer = faults.attempt { () throws(DeclarationError) in try self.answer(answer) } ?? tool.answer
        }
        if let element = reader.take("cache") {
            if effect == .reads {
                tool.cache = faults.attempt { () throws(DeclarationError) in try cache(element) }
            } else {
                faults.note(
                    reader.fault(
                        element,
                        "only answers of a tool with 'effect: reads' can be used again; remove 'cache'"
                    )
                )
            }
        }
        if let phrases = try reader.object("phrases") {
            tool.phrases = faults.attempt { () throws(DeclarationError) in try self.phrases(phrases, head) }
        }
        let ownLimits = try reader.object("limits")
        tool.limits =
            faults.attempt { () throws(DeclarationError) in
                try self.limits(ownLimits, within: limits ?? CallLimits(), isTool: limits != nil)
            } ?? tool.limits
        if var origin = try reader.object("origin") {
            tool.origin = .init(
                operation: try origin.text("operation") ?? "",
                digest: try origin.text("digest") ?? "",
                id: try origin.text("id")
            )
            _ = try reader.ended(origin)
        }
        try reader.finish()
        return tool
    }

    /// Reads the parts that tools and aggregates share.
    func head(_ reader: inout DeclarationReader) throws(DeclarationError) -> Head {
        var name = "the tool"
        if let element = reader.take("name") {
            if let text = element.json.stringValue, text.isToolName {
                name = text
            } else {
                faults.note(
                    reader.fault(
                        element,
                        "a tool's name has letters, digits, '_' and '-', starts with a letter, and has at most 40 characters"
                    )
                )
            }
        } else {
            reader.lack("the tool has no 'name'")
        }
        let text = reader.take("description")
        let description = text?.json.stringValue ?? ""
        if description.isEmpty {
            reader.lack("\(name) has no 'description', by which a model decides when to call it", at: text)
        } else if let text, description.unicodeScalars.count > Self.longestDescription {
            faults.note(
                reader.fault(text, "the description has more than \(Self.longestDescription) characters; shorten it")
            )
        }
        let tags = try reader.texts("tags") ?? []
        let expose = try reader.choice("expose", of: [ToolDeclaration.Exposure.always, .search, .never]) ?? .automatic
        let scopes = try reader.texts("scopes") ?? []
        let properties = try reader.members("arguments", atMost: Self.mostArguments) ?? []
        var arguments = RequestArguments(names: [], certain: [], subject: name)
        var schemas: [(String, JSONValue)] = []
        for (argument, schema) in properties {
            guard (1...64).contains(argument.utf8.count), argument.utf8.allSatisfy(\.isNameByte) else {
                faults.note(
                    reader.fault(
                        schema,
                        "an argument's name has letters, digits, '_' and '-', at most 64: '\(argument.prefix(64))'"
                    )
                )
                continue
            }
            // Also with a faulty schema, so that slots of the name are no faults too.
            arguments.names.insert(argument)
            guard let members = schema.json.objectValue else {
                arguments.certain.insert(argument)
                faults.note(
                    reader.fault(
                        schema,
                        "the argument '\(argument)' must have a JSON Schema, such as {type: string}"
                    )
                )
                continue
            }
            if members["default"] != nil { arguments.certain.insert(argument) }
            schemas.append((argument, schema.json))
        }
        let requiredElement = reader.element("required")
        let required = try reader.texts("required") ?? []
        for argument in required {
            if !arguments.names.contains(argument), let requiredElement {
                let hint = argument.nearest(among: arguments.names.sorted()).map { "; did you mean '\($0)'?" } ?? ""
                faults.note(
                    reader.fault(
                        requiredElement,
                        "'required' names '\(argument.prefix(64))', which is no argument of \(name)\(hint)"
                    )
                )
            }
            arguments.certain.insert(argument)
        }
        var parameters: JSONObject = [
            "type": "object", "properties": .object(JSONObject(schemas)), "additionalProperties": false,
        ]
        if !required.isEmpty { parameters["required"] = .array(required.map { .string($0) }) }
        if let definitions = reader.take("$defs") {
            if definitions.json.objectValue == nil {
                faults.note(reader.fault(definitions, "$defs must have names and schemas"))
            }
            parameters["$defs"] = definitions.json
        }
        return Head(
            name: name,
            description: description,
            tags: tags,
            expose: expose,
            scopes: scopes,
            parameters: parameters,
            arguments: arguments
        )
    }

    private func cache(_ element: Element) throws(DeclarationError) -> CacheRule {
        var reader = try DeclarationReader(element, "cache", file: file, faults: faults)
        guard let duration = try reader.duration("for", in: .seconds(1)...(.seconds(86_400))) else {
            throw reader.fault("cache needs 'for', the time for which an answer is used, such as 60s")
        }
        let audience = try reader.choice("per", of: [CacheRule.Audience.everyone, .client]) ?? .client
        try reader.finish()
        return CacheRule(duration: duration, audience: audience)
    }

    private mutating func paging(_ outer: DeclarationReader) throws(DeclarationError) -> Paging {
        var reader = outer
        let next = try query("next", of: &reader)
        let parameter = try reader.text("as")
        let link = try reader.text("link")
        let page = try reader.text("page")
        let first = try reader.integer("first", in: 0...1_000_000)
        let offset = try reader.text("offset")
        let size = try reader.integer("size", in: 1...10_000)
        let most = try reader.integer("max", in: 1...100) ?? 5
        try reader.finish()
        guard [next != nil, link != nil, page != nil, offset != nil].count(where: { $0 }) == 1 else {
            throw reader.fault("pages needs one of 'next' (a query), 'link: next', 'page' and 'offset' (parameters)")
        }
        guard link == nil || link == "next" else { throw reader.fault("link can only be 'next'") }
        let kind: Paging.Kind =
            if let next {
                if let parameter { .cursor(next: next, parameter: parameter) } else { .url(next: next) }
            } else if let page {
                .page(parameter: page, first: first ?? 1)
            } else if let offset {
                .offset(parameter: offset, size: size)
            } else {
                .link
            }
        return Paging(kind: kind, most: most)
    }

    private mutating func polling(_ outer: DeclarationReader) throws(DeclarationError) -> Polling {
        var reader = outer
        guard let url = reader.take("url"), let text = url.json.stringValue else {
            throw reader.fault("poll needs 'url', such as 'header Location' or a query for the status address")
        }
        let address: Polling.Address
        if text.hasPrefix("header ") {
            let name = String(text.dropFirst(7))
            guard name.isFieldName else { throw reader.fault(url, "'\(name)' is no name of a header field") }
            address = .header(name)
        } else {
            address = .path(try reader.query(url, "url"))
        }
        var polling = Polling(address: address)
        polling.interval = try reader.duration("every", in: .milliseconds(10)...(.seconds(60))) ?? polling.interval
        polling.limit = try reader.duration("for", in: .seconds(1)...(.seconds(600))) ?? polling.limit
        polling.until = try query("until", of: &reader)
        polling.failed = try query("failed", of: &reader)
        polling.progress = try query("progress", of: &reader)
        if let cancel = try reader.text("cancel") {
            guard cancel == "delete" else { throw reader.fault("cancel can only be 'delete'") }
            polling.cancels = true
        }
        try reader.finish()
        return polling
    }
}

extension String {
    /// Whether the text can be the name of a tool.
    fileprivate var isToolName: Bool {
        guard (1...40).contains(utf8.count), let first = utf8.first else { return false }
        return (first | 0x20) >= 0x61 && (first | 0x20) <= 0x7A && utf8.allSatisfy(\.isNameByte)
    }
}
