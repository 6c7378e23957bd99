import StreamingJSON
import YAMLReading

/// The arguments that slots may name.
struct RequestArguments {
    /// All of them.
    var names: Set<String>
    /// Those that every call has, because they are required or have a default.
    var certain: Set<String>
    /// What has them, for errors.
    var subject: String
    /// Whether a slot may be the page.
    var hasPages = false
    /// Whether a slot may be a fact about the user, because the user is known only where a request is made for a call.
    var hasUser = true
}

extension ToolFileReader {
    private static let methods = ["get", "post", "put", "patch", "delete", "head"]

    /// The methods that change something, whatever a file says: a call of them has approvals and is not repeated.
    private static let changing: Set<String> = ["put", "patch", "delete"]

    /// Reads a request out of an object, which may have further members.
    ///
    /// - Parameter onlyReads: Whether the request is said to change nothing.
    mutating func request(
        _ reader: inout DeclarationReader,
        arguments: RequestArguments,
        onlyReads: Bool
    ) throws(DeclarationError) -> RequestTemplate {
        var found: (method: String, path: Element)?
        for method in Self.methods {
            guard let path = reader.take(method) else { continue }
            if let found {
                throw reader.fault(path, "a request has one method, and this one has '\(found.method)' too")
            }
            found = (method, path)
        }
        guard let found else {
            throw reader.fault("the request has no method; write one with its path, such as 'get: /orders/{id}'")
        }
        if onlyReads, Self.changing.contains(found.method) {
            faults.note(
                reader.fault(
                    found.path,
                    "a \(found.method.uppercased()) request changes something; "
                        + (found.method == "delete" ? "write 'effect: destroys'" : "write 'effect: changes'")
                        + ", or use another method"
                )
            )
        }
        let slots = SlotTextReader(file: file, faults: faults, arguments: arguments)
        var options: [String: Slot] = [:]
        for (name, element) in try reader.members("path") ?? [] {
            options[name] = faults.attempt { () throws(DeclarationError) in try slots.slot(element, reader) }
        }
        let path = faults.attempt { () throws(DeclarationError) in try slots.path(found.path, options, reader) }
        var request = RequestTemplate(method: found.method.uppercased(), path: path ?? [])
        for (name, element) in try reader.members("query") ?? [] {
            let value = faults.attempt { () throws(DeclarationError) in try slots.value(element, reader) }
            if let value { request.query.append(.init(name, value)) }
        }
        for (name, element) in try reader.members("headers") ?? [] {
            faults.attempt { () throws(DeclarationError) in try header(name, element, reader, slots, &request) }
        }
        request.body = try body(&reader, slots)
        if onlyReads, case .graphQL(let query, _)? = request.body, query.isMutation {
            faults.note(reader.fault(found.path, "a GraphQL mutation changes something; write 'effect: changes'"))
        }
        guard request.body == nil || !["GET", "HEAD"].contains(request.method) else {
            throw reader.fault(found.path, "a \(request.method) request has no body; move its values to 'query'")
        }
        if let header = try reader.text("idempotency") {
            guard header.isFieldName, !RequestHeaders.isOwn(header), !RequestHeaders.isKeyPlace(header) else {
                throw reader.fault("idempotency must be the name of a header field, such as Idempotency-Key")
            }
            request.idempotencyHeader = header
        }
        if let redirects = reader.take("redirects") {
            guard redirects.json == "same-origin", request.method == "GET" else {
                throw reader.fault(redirects, "redirects can only be same-origin, and only of a GET request")
            }
            request.followsRedirects = true
        }
        return request
    }

    private func header(
        _ name: String,
        _ element: Element,
        _ reader: DeclarationReader,
        _ slots: SlotTextReader,
        _ request: inout RequestTemplate
    ) throws(DeclarationError) {
        guard name.isFieldName else { throw reader.fault(element, "'\(name)' is no name of a header field") }
        guard !RequestHeaders.isOwn(name) else {
            throw reader.fault(element, "the header field '\(name)' is set by the transport; remove it")
        }
        guard !RequestHeaders.isKeyPlace(name) else {
            throw reader.fault(element, "'\(name)' is a place for keys; declare it under the file's 'auth'")
        }
        if name.lowercased() == "content-type" {
            guard let type = element.json.stringValue, type.utf8.allSatisfy({ (0x20...0x7E).contains($0) }),
                !type.contains("{")
            else { throw reader.fault(element, "Content-Type must be a media type without slots") }
            request.contentType = type
            return
        }
        request.headers.append(.init(name, try slots.value(element, reader)))
    }

    private func body(
        _ reader: inout DeclarationReader,
        _ slots: SlotTextReader
    ) throws(DeclarationError) -> RequestTemplate.Body? {
        var bodies: [(name: String, body: RequestTemplate.Body)] = []
        if let json = reader.take("json") { bodies.append(("json", .json(try slots.json(json, reader)))) }
        let form = reader.take("form")
        let nesting = try reader.choice("nested", of: [RequestTemplate.Nesting.brackets, .dots, .json])
        if let form { bodies.append(("form", .form(try fields(form, slots, "form"), nesting: nesting ?? .brackets))) }
        if let parts = reader.take("multipart") {
            bodies.append(("multipart", .multipart(try fields(parts, slots, "multipart"))))
        }
        if let text = reader.take("text") {
            let template = try slots.template(text, reader)
            bodies.append(("text", .text(template)))
        }
        if var graphQL = try reader.object("graphql") {
            guard let query = try graphQL.text("query") else { throw graphQL.fault("graphql needs 'query'") }
            var variables: JSONValue = [:]
            if let element = graphQL.take("variables") { variables = try slots.json(element, graphQL) }
            _ = try reader.ended(graphQL)
            bodies.append(("graphql", .graphQL(query: query, variables: variables)))
        }
        guard bodies.count < 2 else {
            throw reader.fault(
                "a request has one body, and this one has \(bodies.map(\.name).joined(separator: " and "))"
            )
        }
        guard nesting == nil || form != nil else { throw reader.fault("'nested' is for 'form' only") }
        return bodies.first?.body
    }

    private func fields(
        _ element: Element,
        _ slots: SlotTextReader,
        _ name: String
    ) throws(DeclarationError) -> [RequestTemplate.Field] {
        // A single slot is an object whose members are the fields.
        guard case .members(let members) = element.value else {
            throw DeclarationError(file, element.line, element.column, "\(name) must have names and values")
        }
        let reader = try DeclarationReader(element, name, file: file, faults: faults)
        return members.compactMap { member in
            faults.attempt { () throws(DeclarationError) in
                RequestTemplate.Field(member.name, try slots.value(member.value, reader))
            }
        }
    }
}

/// The reader of the values with slots, which checks that each slot names an argument.
struct SlotTextReader {
    typealias Element = DeclarationDocument.Element

    let file: String
    let faults: DeclarationFaults
    let arguments: RequestArguments

    /// Reads a path; a slot has the options that are declared for its argument.
    func path(
        _ element: Element,
        _ options: [String: Slot],
        _ reader: DeclarationReader
    ) throws(DeclarationError) -> [PathSegment] {
        guard let text = element.json.stringValue, text.isEmpty || text.hasPrefix("/") else {
            throw reader.fault(element, "the path must start with '/', such as /orders/{id}")
        }
        guard text.utf8.count <= 2_000, text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
            throw reader.fault(element, "the path has a space or another character that must be percent-encoded")
        }
        guard !text.utf8.contains(where: { "?#\\".utf8.contains($0) }) else {
            throw reader.fault(element, "the path has '?', '#' or '\\'; write parameters under 'query'")
        }
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
        var segments: [PathSegment] = []
        var unused = Set(options.keys)
        for (number, part) in parts.enumerated() {
            let template = try self.template(String(part), element, reader)
            var segment = PathSegment(pieces: [])
            for piece in template.pieces {
                switch piece {
                case .text(let text): segment.pieces.append(.text(text))
                case .slot(let slot):
                    var slot = slot
                    if case .argument(let name) = slot.source {
                        guard arguments.certain.contains(name) else {
                            throw reader.fault(
                                element,
                                "the path needs '\(name)', which a call may lack; add it to 'required', or give it a default"
                            )
                        }
                        if let option = options[name] {
                            unused.remove(name)
                            slot = option
                        }
                    }
                    segment.pieces.append(.slot(slot))
                }
            }
            let hasSlot = segment.pieces.contains { if case .slot = $0 { true } else { false } }
            // An empty last segment is a slash at the end.
            guard hasSlot || part.isConstantSegment || (part.isEmpty && number == parts.count - 1) else {
                throw reader.fault(element, "the path has a segment that is empty, '.' or '..'; remove it")
            }
            segments.append(segment)
        }
        if let name = unused.min() {
            throw reader.fault(element, "'path' has '\(name)', and the path has no slot {\(name)}")
        }
        return segments
    }

    /// Reads a value: a text with slots, a constant, or an object with the options of one slot.
    func value(_ element: Element, _ reader: DeclarationReader) throws(DeclarationError) -> RequestTemplate.Value {
        guard case .scalar(let value) = element.value else { return .slot(try slot(element, reader)) }
        guard value != .null else { throw reader.fault(element, "the value is missing; write one, or remove the line") }
        let template = try self.template(value.stringValue ?? value.serialized(), element, reader)
        return template.onlySlot.map { .slot($0) } ?? .text(template)
    }

    /// Reads a text with slots.
    func template(_ element: Element, _ reader: DeclarationReader) throws(DeclarationError) -> TextTemplate {
        guard let text = element.json.stringValue else { throw reader.fault(element, "the value must be a text") }
        return try template(text, element, reader)
    }

    /// Reads a slot with its options.
    func slot(_ element: Element, _ outer: DeclarationReader) throws(DeclarationError) -> Slot {
        var reader = try DeclarationReader(element, "a slot with options", file: file, faults: faults)
        guard let from = reader.take("from"), let name = from.json.stringValue else {
            throw reader.fault("the slot has no 'from', the argument whose value it has")
        }
        let styles: [Slot.Style] = [
            .form, .simple, .label, .matrix, .spaceDelimited, .pipeDelimited, .tabDelimited, .deepObject,
        ]
        let style = try reader.choice("style", of: styles)
        let explode = try reader.flag("explode")
        let slash = try reader.choice("slash", of: [Slot.Slash.refuse, .encode, .segments])
        let many = try reader.text("segments")
        guard many == nil || many == "many" else { throw reader.fault("segments can only be 'many'") }
        let format = try reader.choice("format", of: [Slot.Format.json, .file])
        var map: [String: String] = [:]
        for field in try reader.fields("map") ?? [] { map[field.name] = field.value }
        try reader.finish()
        let template = try self.template("{\(name)}", from, outer)
        guard var slot = template.onlySlot else { throw outer.fault(from, "'\(name)' is no slot") }
        (slot.style, slot.explode, slot.format, slot.map) = (style, explode, format, map)
        slot.slash = many == nil ? slash ?? .refuse : .segments
        return slot
    }

    /// Reads a JSON value whose texts may have slots.
    func json(_ element: Element, _ reader: DeclarationReader) throws(DeclarationError) -> JSONValue {
        try check(element, reader)
        return element.json
    }

    private func check(_ element: Element, _ reader: DeclarationReader) throws(DeclarationError) {
        switch element.value {
        case .scalar(.string(let text)): _ = try template(text, element, reader)
        case .scalar: break
        case .list(let elements):
            for element in elements { faults.attempt { () throws(DeclarationError) in try check(element, reader) } }
        case .members(let members):
            for member in members { faults.attempt { () throws(DeclarationError) in try check(member.value, reader) } }
        }
    }

    private func template(
        _ text: String,
        _ element: Element,
        _ reader: DeclarationReader
    ) throws(DeclarationError) -> TextTemplate {
        let template: TextTemplate
        do throws(TextTemplate.Fault) { template = try TextTemplate(text) } catch {
            throw reader.fault(element, error.message)
        }
        for case .slot(let slot) in template.pieces {
            switch slot.source {
            case .argument(let name) where !arguments.names.contains(name):
                let known = arguments.names.sorted().joined(separator: ", ")
                throw reader.fault(
                    element,
                    known.isEmpty
                        ? "{\(name)} is no argument, because \(arguments.subject) has none"
                        : "{\(name)} is no argument of \(arguments.subject); its arguments are \(known)"
                )
            case .user(let fact) where !arguments.hasUser:
                throw reader.fault(
                    element,
                    "{\(fact.rawValue)} is for the request of a tool only, where no argument can replace it"
                )
            case .page where !arguments.hasPages && !arguments.names.contains("page"):
                throw reader.fault(element, "{page} is there, and 'pages' is not; declare how the pages follow")
            default: break
            }
        }
        return template
    }
}

extension String {
    /// Whether a GraphQL document has a mutation, after comments.
    fileprivate var isMutation: Bool {
        utf8.split(separator: UInt8(ascii: "\n")).lazy.map { $0.drop { $0 <= 0x20 } }
            .contains { $0.starts(with: "mutation".utf8) && $0.dropFirst(8).first.map { !$0.isNameByte } ?? true }
    }
}
