package import AgentTools
package import ModelContextProtocol
package import StreamingJSON
package import ToolDeclarations
import Transport
import YAMLReading

/// An MCP server whose tools Torii offers, as the operator declares it in a file.
package struct MCPServerDeclaration: Sendable {
    /// The way to the server.
    package enum Endpoint: Sendable {
        /// Streamable HTTP.
        case http(url: String, fields: [Field])
        /// A command.
        case command(MCPServerCommand, inherited: [String])
    }

    /// A header field.
    package struct Field: Sendable, Equatable {
        /// The name.
        package let name: String
        /// The value, or the text before the key.
        package let text: String
        /// Whether a key follows the text.
        package let hasKey: Bool
    }

    /// The server's name: that of the file.
    package let name: String
    /// The file's path.
    package let file: String
    /// The way to the server.
    package let endpoint: Endpoint
    /// The settings of OAuth, as written; `nil` without it.
    package let authorization: JSONObject?
    /// The revision of the protocol; `nil` to negotiate.
    package let revision: ProtocolRevision?
    /// The first part of the names of its tools.
    package let prefix: String
    /// Whether its first list of tools is accepted without the operator.
    package let acceptsFirst: Bool
    /// The tools that are offered; `nil` for all.
    package let only: Set<String>?
    /// The tools whose calls wait for a person.
    package let approve: Set<String>
    /// The tools that only read, whatever the server says.
    package let readOnly: Set<String>
    /// The time limit of a call.
    package let deadline: Duration
    /// The characters of an output that a model receives at once.
    package let outputBudget: Int
    /// The data that its tools show: the operator's, unless the declaration says that they are the same for everybody.
    package let data: ToolData

    /// Whether the server needs a key of the vault.
    package var needsKey: Bool {
        switch endpoint {
        case .http(_, let fields): fields.contains(where: \.hasKey)
        case .command(let command, _): command.environment.values.contains { $0.contains(MCPServerCommand.keySign) }
        }
    }

    /// The address; `nil` for a command.
    package var url: String? {
        if case .http(let url, _) = endpoint { url } else { nil }
    }
}

// MARK: - Reading

extension MCPServerDeclaration {
    private static let names = ["mcp", "prefix", "accept", "tools", "deadline", "output_budget", "data"]

    /// Reads a declaration.
    ///
    /// - Throws: ``DeclarationError``.
    package init(_ text: String, name: String, file: String) throws(DeclarationError) {
        let document = try DeclarationDocument(text, file: file)
        guard name.isServerName else {
            throw DeclarationError(
                file,
                "the file's name is the server's name; rename it to lowercase letters, digits and '-', starting with a letter, at most 40"
            )
        }
        var top = try DeclarationReader(document.root, "a declaration", file: file)
        (self.name, self.file) = (name, file)
        guard let mcp = top.take("mcp") else {
            // Files of tools are recognized by 'torii' alone.
            if top.unread.contains(where: { ["upstream", "base", "aggregates"].contains($0) }) {
                throw top.fault("the file does not say that it declares tools; add 'torii: 1'")
            }
            if let near = top.unread.first(where: { $0.nearest(among: ["mcp", "torii"]) != nil }) {
                let name = near.nearest(among: ["mcp", "torii"]) ?? ""
                throw top.fault("a declaration has no '\(near.prefix(40))'; did you mean '\(name)'?")
            }
            throw top.fault(
                "the file declares nothing; add 'mcp:' with 'url' or 'command', or 'torii: 1' with tools"
            )
        }
        var way = try DeclarationReader(mcp, "mcp", file: file)
        let revision = try way.text("revision")
        self.revision = revision.flatMap(ProtocolRevision.init(rawValue:))
        if revision != nil, self.revision == nil {
            let known = ProtocolRevision.allCases.map(\.rawValue).joined(separator: ", ")
            throw way.fault("Torii does not know this revision; use one of \(known), or remove the line")
        }
        let authorization = way.take("authorization")
        endpoint = try Self.endpoint(&way)
        try way.finish(known: [
            "url", "headers", "authorization", "revision", "command", "environment", "inherit", "folder",
        ])
        self.authorization = authorization?.json.objectValue
        if let authorization, self.authorization == nil {
            throw way.fault(authorization, "authorization must have names and values")
        }
        prefix = try top.text("prefix") ?? String(name.map { $0 == "-" ? "_" : $0 })
        guard prefix.isToolPrefix else {
            throw top.fault(
                "the prefix must start with a letter, have letters, digits, '_' or '-', and at most 30 characters"
            )
        }
        switch try top.text("accept") ?? "on_first_use" {
        case "on_first_use": acceptsFirst = true
        case "by_hand": acceptsFirst = false
        default: throw top.fault("accept must be on_first_use or by_hand")
        }
        deadline = try Self.deadline(&top)
        outputBudget = try Self.outputBudget(&top)
        switch try top.text("data") ?? "operator" {
        case "operator": data = .operator
        case "public": data = .public
        default: throw top.fault("data must be operator, or public if the tools' answers are the same for everybody")
        }
        (only, approve, readOnly) = try Self.tools(&top)
        try top.finish(known: Self.names)
        if self.authorization != nil, needsKey || url == nil {
            throw way.fault("authorization is for a url without {key}; use one of the two")
        }
    }

    private static func tools(
        _ top: inout DeclarationReader
    ) throws(DeclarationError) -> (Set<String>?, Set<String>, Set<String>) {
        guard let element = top.take("tools") else { return (nil, [], []) }
        var tools = try DeclarationReader(element, "tools", file: top.file)
        let only = try tools.texts("only").map { Set($0) }
        let approve = Set(try tools.texts("approve") ?? [])
        let readOnly = Set(try tools.texts("read_only") ?? [])
        try tools.finish(known: ["only", "approve", "read_only"])
        if let both = approve.intersection(readOnly).min() {
            throw tools.fault("\(both) is in approve and in read_only; remove it from one")
        }
        return (only, approve, readOnly)
    }

    private static func deadline(_ top: inout DeclarationReader) throws(DeclarationError) -> Duration {
        guard let element = top.take("deadline") else { return .seconds(60) }
        let text = element.json.stringValue ?? ""
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let factors: [Substring: Int] = ["ms": 1, "s": 1_000, "m": 60_000]
        guard digits.utf8.count <= 7, let number = Int(digits), let factor = factors[text.dropFirst(digits.count)],
            (1_000...600_000).contains(number * factor)
        else {
            throw top.fault(element, "deadline must be a time such as 30s, from 1s to 10m")
        }
        return .milliseconds(number * factor)
    }

    private static func outputBudget(_ top: inout DeclarationReader) throws(DeclarationError) -> Int {
        guard let element = top.take("output_budget") else { return 12_000 }
        guard let number = element.json.intValue, (1_000...100_000).contains(number) else {
            throw top.fault(element, "output_budget must be a number of characters from 1000 to 100000")
        }
        return number
    }

    private static func endpoint(_ way: inout DeclarationReader) throws(DeclarationError) -> Endpoint {
        let url = way.take("url")
        let command = try way.texts("command")
        guard (url == nil) != (command == nil) else { throw way.fault("mcp needs either 'url' or 'command'") }
        if let url {
            let text = url.json.stringValue ?? ""
            guard text.hasPrefix("https://") || text.hasPrefix("http://"), !HTTPRequest.host(of: text).isEmpty,
                !text.contains("#"), !text.contains("@")
            else {
                throw way.fault(
                    url,
                    "url must be an address such as https://example.com/mcp, without a user name and a fragment"
                )
            }
            return .http(url: text, fields: try fields(&way))
        }
        let arguments = command ?? []
        guard let program = arguments.first, !program.isEmpty, arguments.count <= 256,
            !arguments.contains(where: { $0.utf8.contains(0) })
        else {
            throw way.fault("command must be a list with a program and its arguments, such as [uvx, mcp-server-time]")
        }
        var environment: [String: String] = [:]
        for field in try way.fields("environment") ?? [] {
            guard field.name.isVariableName, !field.value.utf8.contains(0) else {
                throw way.fault(field.element, "'\(field.name)' is no name of a variable")
            }
            environment[field.name] = field.value
        }
        let inherited = try way.texts("inherit") ?? []
        if let name = inherited.first(where: { !$0.isVariableName || $0.hasPrefix("TORII_") }) {
            throw way.fault("inherit cannot pass on '\(name)'; name variables such as PATH and HOME")
        }
        return .command(
            MCPServerCommand(arguments, environment: environment, folder: try way.text("folder")),
            inherited: inherited
        )
    }

    private static func fields(_ way: inout DeclarationReader) throws(DeclarationError) -> [Field] {
        let reserved = [
            "host", "content-length", "content-type", "transfer-encoding", "connection", "accept", "cookie", "expect",
            "te", "upgrade",
        ]
        var fields: [Field] = []
        for field in try way.fields("headers") ?? [] {
            let name = field.name.lowercased()
            guard !name.isEmpty, name.utf8.allSatisfy(\.isFieldNameCharacter), !reserved.contains(name),
                !name.hasPrefix("mcp-")
            else {
                throw way.fault(field.element, "headers cannot set '\(field.name)'")
            }
            guard field.value.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else {
                throw way.fault(field.element, "the value of '\(field.name)' must be printable ASCII")
            }
            let hasKey = field.value.hasSuffix(MCPServerCommand.keySign)
            let text = hasKey ? String(field.value.dropLast(MCPServerCommand.keySign.count)) : field.value
            guard !text.contains(MCPServerCommand.keySign) else {
                throw way.fault(field.element, "{key} must be at the end of the value")
            }
            fields.append(Field(name: field.name, text: text, hasKey: hasKey))
        }
        return fields
    }
}

extension String {
    /// Whether the text may be a server's name.
    fileprivate var isServerName: Bool {
        guard let first = utf8.first, (0x61...0x7A).contains(first), utf8.count <= 40 else { return false }
        return utf8.allSatisfy { (0x61...0x7A).contains($0) || (0x30...0x39).contains($0) || $0 == UInt8(ascii: "-") }
    }

    /// Whether the text may start the names of tools.
    fileprivate var isToolPrefix: Bool {
        guard let first = utf8.first, (0x41...0x5A).contains(first) || (0x61...0x7A).contains(first), utf8.count <= 30
        else {
            return false
        }
        return utf8.allSatisfy { $0.isFieldNameCharacter }
    }

    /// Whether the text may be a variable's name.
    fileprivate var isVariableName: Bool {
        guard let first = utf8.first, !(0x30...0x39).contains(first), utf8.count <= 128 else { return false }
        return utf8.allSatisfy { $0 != UInt8(ascii: "-") && $0.isFieldNameCharacter }
    }
}

extension UInt8 {
    /// Whether the byte is a letter, a digit, `-` or `_`.
    fileprivate var isFieldNameCharacter: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "-"), UInt8(ascii: "_"): true
        default: false
        }
    }
}
