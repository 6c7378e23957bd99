import StreamingJSON

extension RequestTemplate {
    /// Returns the request with the values of a call.
    ///
    /// No value leaves its place: scheme, host, port and the number of segments are those of the template, except for a slot that
    /// is declared to contain several segments.
    ///
    /// - Throws: ``RequestFault`` for a value that its place cannot have.
    package func request(to base: BaseAddress, with values: RequestValues) throws(RequestFault) -> DeclaredRequest {
        var url = base.description + (try PathText(values: values).text(path))
        let pairs = try Self.pairs(query, values, .unreserved)
        if !pairs.isEmpty { url += "?" + Self.joined(pairs) }
        var request = DeclaredRequest(method: method, url: url)
        for field in headers {
            if let value = try Self.headerValue(field, values) {
                request.headers.append(DeclaredRequest.Header(field.name, value))
            }
        }
        if let (content, type) = try body?.content(values) {
            request.body = content
            request.headers.removeAll { $0.name.lowercased() == "content-type" }
            request.headers.append(DeclaredRequest.Header("Content-Type", contentType ?? type))
        }
        return request
    }

    /// Returns the encoded pairs of the fields that have a value.
    static func pairs(
        _ fields: [Field],
        _ values: RequestValues,
        _ encoding: PercentEncoding,
        nesting: Nesting = .brackets
    ) throws(RequestFault) -> [StyledValue.Pair] {
        var pairs: [StyledValue.Pair] = []
        for field in fields {
            switch field.value {
            case .slot(let slot):
                guard let value = values.value(of: slot) else { continue }
                let styled = StyledValue(name: field.name, slot: slot, encoding: encoding, nesting: nesting)
                pairs += try styled.pairs(value)
            case .text(let template):
                if let slot = template.onlySlot {
                    guard let value = values.value(of: slot) else { continue }
                    let styled = StyledValue(name: field.name, slot: slot, encoding: encoding, nesting: nesting)
                    pairs += try styled.pairs(value)
                } else if let text = try values.text(of: template) {
                    pairs.append((encoding.encode(field.name), encoding.encode(text)))
                }
            }
        }
        return pairs
    }

    /// Returns the pairs as in a query or a form.
    static func joined(_ pairs: [StyledValue.Pair]) -> String {
        var text = ""
        for pair in pairs {
            if !text.isEmpty { text += "&" }
            text += pair.name
            text += "="
            text += pair.value
        }
        return text
    }

    private static func headerValue(_ field: Field, _ values: RequestValues) throws(RequestFault) -> String? {
        let value: String?
        var source: Slot?
        switch field.value {
        case .text(let template):
            value = try values.text(of: template)
            source = template.onlySlot
        case .slot(let slot):
            value = try values.value(of: slot).map { (value) throws(RequestFault) in try headerText(value, slot) }
            source = slot
        }
        guard let value else { return nil }
        guard value.utf8.allSatisfy({ $0 == 0x09 || (0x20...0x7E).contains($0) }) else {
            let (english, japanese) = (
                "must be printable ASCII, because it is sent in the header field \(field.name).",
                "ヘッダー \(field.name) で送るため、印字可能な ASCII 文字だけにしてください。"
            )
            if let source { throw RequestFault(source, english, japanese) }
            throw RequestFault(LocalizedText("A value of the request \(english)", japanese: japanese))
        }
        return value
    }

    /// Returns a value in the style `simple`.
    private static func headerText(_ value: JSONValue, _ slot: Slot) throws(RequestFault) -> String {
        if slot.format == .json { return value.serialized() }
        func text(_ value: JSONValue) throws(RequestFault) -> String {
            guard let text = value.scalarText else { throw RequestFault(nested: slot) }
            return text
        }
        var parts: [String] = []
        switch value {
        case .array(let items):
            for item in items { parts.append(try text(item)) }
        case .object(let members):
            for (name, member) in members where member != .null {
                parts.append(name + (slot.explode == true ? "=" : ",") + (try text(member)))
            }
        default: return try text(value)
        }
        return parts.joined(separator: ",")
    }
}

extension RequestTemplate.Body {
    /// Returns the body and its media type; `nil` if nothing is to be sent.
    func content(_ values: RequestValues) throws(RequestFault) -> (content: [UInt8], type: String)? {
        switch self {
        case .json(let template):
            return try values.filling(template).map { (Array($0.serialized().utf8), "application/json") }
        case .form(let fields, let nesting):
            let pairs = try RequestTemplate.pairs(fields, values, .form, nesting: nesting)
            return (Array(RequestTemplate.joined(pairs).utf8), "application/x-www-form-urlencoded")
        case .multipart(let fields):
            let body = try MultipartBody(fields, values)
            return (body.content, body.type)
        case .text(let template):
            return try values.text(of: template).map { (Array($0.utf8), "text/plain; charset=utf-8") }
        case .graphQL(let query, let variables):
            let filled = try values.filling(variables) ?? [:]
            let request = JSONObject([("query", .string(query)), ("variables", filled)])
            return (Array(JSONValue.object(request).serialized().utf8), "application/json")
        }
    }
}
