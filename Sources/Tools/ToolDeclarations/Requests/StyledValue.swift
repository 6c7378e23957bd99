import StreamingJSON

/// A value as one or more named values of a query or a form (OpenAPI 3, RFC 6570).
struct StyledValue {
    /// A name and a value, both encoded.
    typealias Pair = (name: String, value: String)

    let name: String
    let slot: Slot
    let encoding: PercentEncoding
    var nesting = RequestTemplate.Nesting.brackets

    private var style: Slot.Style { slot.style ?? .form }
    private var explodes: Bool { slot.explode ?? (style == .form || style == .deepObject) }

    /// The sign between the values of a list, encoded.
    private var separator: String {
        switch style {
        case .spaceDelimited: encoding == .form ? "+" : "%20"
        case .pipeDelimited: "%7C"
        case .tabDelimited: "%09"
        default: encoding == .form ? "%2C" : ","
        }
    }

    /// Returns the pairs for a value.
    ///
    /// - Throws: ``RequestFault`` for values that the style cannot express.
    func pairs(_ value: JSONValue) throws(RequestFault) -> [Pair] {
        if slot.format == .json { return [pair(name, value.serialized())] }
        switch value {
        case .array(let items): return try pairs(items)
        case .object(let members): return try pairs(members)
        default: return [pair(name, value.scalarText ?? "")]
        }
    }

    private func pair(_ name: String, _ text: String) -> Pair { (encoding.encode(name), encoding.encode(text)) }

    private func pairs(_ items: [JSONValue]) throws(RequestFault) -> [Pair] {
        guard items.allSatisfy({ $0.scalarText != nil }), style != .deepObject else { return try nested(.array(items)) }
        let texts = items.map { encoding.encode($0.scalarText ?? "") }
        let name = encoding.encode(name)
        if explodes { return texts.map { (name, $0) } }
        return texts.isEmpty ? [] : [(name, texts.joined(separator: separator))]
    }

    private func pairs(_ members: JSONObject) throws(RequestFault) -> [Pair] {
        let members = members.filter { $0.value != .null }
        let isFlat = members.allSatisfy { $0.value.scalarText != nil }
        guard isFlat, style != .deepObject, encoding == .unreserved || slot.style != nil else {
            return try nested(.object(JSONObject(members.map { ($0.key, $0.value) })))
        }
        if explodes { return members.map { pair($0.key, $0.value.scalarText ?? "") } }
        let texts = members.flatMap { [encoding.encode($0.key), encoding.encode($0.value.scalarText ?? "")] }
        return texts.isEmpty ? [] : [(encoding.encode(name), texts.joined(separator: separator))]
    }

    /// Returns the pairs of a value with the path of each text in its name.
    private func nested(_ value: JSONValue) throws(RequestFault) -> [Pair] {
        guard style == .deepObject || encoding == .form else { throw RequestFault(nested: slot) }
        if nesting == .json { return [pair(name, value.serialized())] }
        var pairs: [Pair] = []
        append(value, name, to: &pairs)
        return pairs
    }

    private func append(_ value: JSONValue, _ path: String, to pairs: inout [Pair]) {
        func step(_ name: String) -> String { nesting == .dots ? "\(path).\(name)" : "\(path)[\(name)]" }
        switch value {
        case .array(let items):
            for (index, item) in items.enumerated() { append(item, step(String(index)), to: &pairs) }
        case .object(let members):
            for (name, member) in members { append(member, step(name), to: &pairs) }
        case .null: break
        default: pairs.append(pair(path, value.scalarText ?? ""))
        }
    }
}
