public import StreamingJSON

/// The header fields of a request without a session, which repeat parts of its body so that proxies can route it.
public struct RoutingHeaders: Sendable {
    /// The values of `MCP-Protocol-Version`.
    public var versions: [String]
    /// The values of `Mcp-Method`.
    public var methods: [String]
    /// The values of `Mcp-Name`.
    public var names: [String]
    /// The values of the fields `Mcp-Param-…`, by the rest of their names in lower case.
    public var parameters: [String: [String]]

    /// Makes header fields.
    public init(versions: [String], methods: [String], names: [String], parameters: [String: [String]] = [:]) {
        (self.versions, self.methods, self.names, self.parameters) = (versions, methods, names, parameters)
    }

    func checkUniqueness() throws(RPCError) {
        for (field, values) in [("MCP-Protocol-Version", versions), ("Mcp-Method", methods), ("Mcp-Name", names)]
        where values.count > 1 {
            throw Self.mismatch("\(field) is there more than once")
        }
    }

    func check(against request: RPCRequest, version: String?) throws(RPCError) {
        try Self.compare(versions, "MCP-Protocol-Version", with: version, isEncoded: false)
        try Self.compare(methods, "Mcp-Method", with: request.method, isEncoded: false)
        guard let member = Self.named[request.method] else { return }
        guard case .string(let name)? = request.params[member] else {
            throw .invalid("\(member) must be a text")
        }
        try Self.compare(names, "Mcp-Name", with: name, isEncoded: true)
    }

    /// The methods with a name in the header, and the parameter that it repeats.
    private static let named = ["tools/call": "name", "prompts/get": "name", "resources/read": "uri"]

    private static func compare(
        _ values: [String],
        _ field: String,
        with expected: String?,
        isEncoded: Bool
    ) throws(RPCError) {
        guard let value = values.first else { throw mismatch("\(field) is missing") }
        guard let text = isEncoded ? decoded(value) : value.trimmingSpace else {
            throw mismatch("\(field) is not valid Base64")
        }
        guard let expected, text.utf8.elementsEqual(expected.utf8) else {
            throw mismatch("\(field) is not what the body says")
        }
    }

    fileprivate static func mismatch(_ detail: String) -> RPCError { RPCError(.headerMismatch, detail) }

    /// Returns a field's value without the notation for texts that a field cannot have, `=?base64?…?=`; `nil` if it is faulty.
    static func decoded(_ value: String) -> String? {
        let trimmed = value.trimmingSpace
        guard trimmed.hasPrefix("=?base64?"), trimmed.hasSuffix("?="), trimmed.utf8.count >= 11 else {
            return trimmed
        }
        return Base64.text(trimmed.dropFirst(9).dropLast(2))
    }
}

// MARK: - Parameters in the header

extension RoutingHeaders {
    /// Compares the fields `Mcp-Param-…` with the arguments of a call, for the parameters whose schema has `x-mcp-header`.
    ///
    /// - Throws: ``RPCError`` with the code of a header mismatch.
    public func check(_ arguments: JSONValue, schema: JSONValue) throws(RPCError) {
        for parameter in HeaderParameter.all(in: schema) {
            let values = parameters[parameter.field.lowercased()] ?? []
            guard values.count <= 1 else { throw Self.mismatch("Mcp-Param-\(parameter.field) is there more than once") }
            let argument = parameter.value(in: arguments)
            switch (values.first, argument.isNull) {
            case (nil, true): continue
            case (nil, false): throw Self.mismatch("Mcp-Param-\(parameter.field) is missing")
            case (.some, true): throw Self.mismatch("Mcp-Param-\(parameter.field) has a value, but the body has none")
            case (let value?, false):
                guard let text = Self.decoded(value) else {
                    throw Self.mismatch("Mcp-Param-\(parameter.field) is not valid Base64")
                }
                guard parameter.isSame(text, argument) else {
                    throw Self.mismatch("Mcp-Param-\(parameter.field) is not what the body says")
                }
            }
        }
    }
}

/// A parameter of a tool that is repeated in the header.
public struct HeaderParameter: Sendable, Equatable {
    /// The end of the field's name.
    public var field: String
    /// The names that lead to the argument.
    public var path: [String]

    /// Returns the parameters of a schema that have `x-mcp-header`, in objects within objects.
    public static func all(in schema: JSONValue) -> [HeaderParameter] {
        var found: [HeaderParameter] = []
        var open: [(schema: JSONValue, path: [String])] = [(schema, [])]
        // A schema comes from outside: the visited properties are bounded.
        var budget = 10_000
        while let (schema, path) = open.popLast() {
            for (name, property) in schema["properties"]?.objectValue ?? [:] {
                budget -= 1
                guard budget > 0 else { return found }
                if let field = property["x-mcp-header"]?.stringValue {
                    found.append(.init(field: field, path: path + [name]))
                }
                if path.count < 16, property["properties"] != nil { open.append((property, path + [name])) }
            }
        }
        return found
    }

    /// Returns the argument; `null` if there is none.
    public func value(in arguments: JSONValue) -> JSONValue { path.reduce(arguments) { $0[$1] ?? .null } }

    func isSame(_ text: String, _ value: JSONValue) -> Bool {
        switch value {
        case .string(let string): string.utf8.elementsEqual(text.utf8)
        case .bool(let flag): text == (flag ? "true" : "false")
        case .integer(let number): Int(text) == number || number.magnitude < 1 << 53 && Double(text) == Double(number)
        default: value.doubleValue.map { Double(text) == $0 } ?? false
        }
    }
}

extension String {
    /// The text without spaces and tabs at its ends.
    fileprivate var trimmingSpace: String {
        func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }
        guard let start = utf8.firstIndex(where: { !isSpace($0) }), let end = utf8.lastIndex(where: { !isSpace($0) })
        else { return "" }
        return String(self[start...end])
    }
}
