import StreamingJSON

/// The choice of an operation's server: from the operation, its path, or the document.
struct ServerReader {
    /// The reason why a server cannot be used.
    struct Fault: Error {
        let message: String
    }

    /// A chosen server, and what was decided for it that the document leaves open.
    struct Choice {
        var url: ServerURL
        var notes: [String] = []
    }

    let options: ImportOptions
    private let documentURL: ServerURL?
    private let base: ServerURL?
    private let root: Result<Choice, Fault>

    /// The decisions about the server of the document itself.
    var rootNotes: [String] { (try? root.get())?.notes ?? [] }

    init(document: Located, version: OpenAPIVersion, options: ImportOptions) {
        self.options = options
        documentURL = options.documentURL.flatMap(ServerURL.init)
        base = options.base.flatMap(ServerURL.init)
        let found =
            version == .v20
            ? Self.swaggerServer(document.value, documentURL)
            : Self.choose(document.value["servers"] ?? [["url": "/"]], options, base ?? documentURL)
        if let base {
            root = .success(Choice(url: base))
        } else if options.base != nil {
            root = .failure(Fault(message: "--base is not an http or https URL"))
        } else {
            root = found
        }
    }

    /// Returns the server of an operation, with notes only if it has one of its own.
    func server(operation: JSONValue, path: JSONValue, version: OpenAPIVersion) throws(Fault) -> Choice {
        if version == .v20 {
            let server = try root.get().url
            // An operation may permit only one of the schemes.
            guard base == nil, let schemes = operation["schemes"]?.arrayValue, !schemes.isEmpty else {
                return Choice(url: server)
            }
            let scheme = schemes.contains("https") ? "https" : "http"
            return Choice(url: ServerURL(scheme + server.origin.drop { $0 != ":" } + server.path) ?? server)
        }
        for servers in [operation["servers"], path["servers"]] {
            guard let servers, servers.arrayValue?.isEmpty == false else { continue }
            return try Self.choose(servers, options, (try? root.get())?.url ?? documentURL).get()
        }
        return Choice(url: try root.get().url)
    }

    private static func swaggerServer(_ document: JSONValue, _ documentURL: ServerURL?) -> Result<Choice, Fault> {
        let schemes = (document["schemes"]?.arrayValue ?? []).compactMap(\.stringValue)
        let scheme = schemes.isEmpty || schemes.contains("https") ? "https" : "http"
        let path = document["basePath"]?.stringValue ?? ""
        let host =
            document["host"]?.stringValue ?? documentURL.map { String($0.origin.drop { $0 != "/" }.dropFirst(2)) }
        guard let host else { return .failure(Fault(message: "the document has no host; set it with --base")) }
        let slash = path.isEmpty || path.utf8.first == UInt8(ascii: "/") ? "" : "/"
        guard let url = ServerURL("\(scheme)://\(host)\(slash)\(path)") else {
            return .failure(Fault(message: "the host \(host.cut(to: 100)) is not valid; set it with --base"))
        }
        return .success(Choice(url: url))
    }

    /// Returns the first server with `https`, or the first that has a URL.
    private static func choose(
        _ servers: JSONValue,
        _ options: ImportOptions,
        _ base: ServerURL?
    ) -> Result<Choice, Fault> {
        var fault = Fault(message: "the document has no server; set it with --base")
        var plain: Choice?
        var left: [String] = []
        for server in (servers.arrayValue ?? []).prefix(100) {
            do throws(Fault) {
                let (text, decisions) = try expand(server, options)
                guard let url = ServerURL(text) ?? base?.resolving(text) else {
                    throw Fault(
                        message:
                            "the server \(text.cut(to: 100)) is not an absolute http or https URL; set it with --base"
                    )
                }
                let choice = Choice(url: url, notes: left.prefix(3) + decisions)
                if url.origin.utf8.starts(with: "https".utf8) {
                    let first = plain.map { "the server \($0.url.origin) is left out, because \(url.origin) has https" }
                    return .success(Choice(url: url, notes: [first].compactMap(\.self) + choice.notes))
                }
                plain = plain ?? choice
            } catch {
                fault = error
                left.append("a server is left out, and another one is used: \(error.message)")
            }
        }
        return plain.map(Result.success) ?? .failure(fault)
    }

    /// Returns a server's URL with its variables replaced, and the choices of values that the document leaves open.
    private static func expand(
        _ server: JSONValue,
        _ options: ImportOptions
    ) throws(Fault) -> (text: String, notes: [String]) {
        var rest = (server["url"]?.stringValue ?? "")[...]
        guard rest.utf8.count <= 2_048 else { throw Fault(message: "a server's URL is over 2048 bytes") }
        var result = ""
        var notes: [String] = []
        while let open = rest.firstIndex(of: "{") {
            guard let close = rest[open...].firstIndex(of: "}") else { break }
            let name = String(rest[rest.index(after: open)..<close])
            let variable = server["variables"]?[name]
            let value =
                options.serverVariables[name] ?? variable?["default"]?.variableText
                ?? variable?["enum"]?[0]?.variableText
            guard let value, !value.isEmpty else {
                throw Fault(message: "the server variable \(name) has no value; set it with --server-var \(name)=…")
            }
            let choices = (variable?["enum"]?.arrayValue ?? []).compactMap(\.variableText)
            if options.serverVariables[name] == nil {
                let shown = "the server variable \(name.cut(to: 60)) is '\(value.cut(to: 100))'"
                if variable?["default"]?.variableText == nil {
                    notes.append(
                        "\(shown), the first of its values, because it has no default; choose with --server-var"
                    )
                } else if !choices.isEmpty, !choices.contains(value) {
                    notes.append("\(shown), its default, which is none of its values; choose with --server-var")
                }
            }
            result += rest[..<open] + value
            rest = rest[rest.index(after: close)...]
        }
        return (result + rest, notes)
    }
}

extension JSONValue {
    /// The text of a server variable; some documents write a port as a number.
    fileprivate var variableText: String? { stringValue ?? intValue.map(String.init) }
}
