import StreamingJSON

/// The choice of an operation's server: from the operation, its path, or the document.
struct ServerReader {
    /// The reason why a server cannot be used.
    struct Fault: Error {
        let message: String
    }

    let options: ImportOptions
    private let documentURL: ServerURL?
    private let base: ServerURL?
    private let root: Result<ServerURL, Fault>

    init(document: Located, version: OpenAPIVersion, options: ImportOptions) {
        self.options = options
        documentURL = options.documentURL.flatMap(ServerURL.init)
        base = options.base.flatMap(ServerURL.init)
        let found =
            version == .v20
            ? Self.swaggerServer(document.value, documentURL)
            : Self.choose(document.value["servers"] ?? [["url": "/"]], options, base ?? documentURL)
        if let base {
            root = .success(base)
        } else if options.base != nil {
            root = .failure(Fault(message: "--base is not an http or https URL"))
        } else {
            root = found
        }
    }

    /// Returns the server of an operation.
    func server(operation: JSONValue, path: JSONValue, version: OpenAPIVersion) throws(Fault) -> ServerURL {
        if version == .v20 {
            let server = try root.get()
            // An operation may permit only one of the schemes.
            guard base == nil, let schemes = operation["schemes"]?.arrayValue, !schemes.isEmpty else { return server }
            let scheme = schemes.contains("https") ? "https" : "http"
            return ServerURL(scheme + server.origin.drop { $0 != ":" } + server.path) ?? server
        }
        for servers in [operation["servers"], path["servers"]] {
            guard let servers, servers.arrayValue?.isEmpty == false else { continue }
            return try Self.choose(servers, options, (try? root.get()) ?? documentURL).get()
        }
        return try root.get()
    }

    private static func swaggerServer(_ document: JSONValue, _ documentURL: ServerURL?) -> Result<ServerURL, Fault> {
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
        return .success(url)
    }

    /// Returns the first server with `https`, or the first that has a URL.
    private static func choose(
        _ servers: JSONValue,
        _ options: ImportOptions,
        _ base: ServerURL?
    ) -> Result<ServerURL, Fault> {
        var fault = Fault(message: "the document has no server; set it with --base")
        var plain: ServerURL?
        for server in (servers.arrayValue ?? []).prefix(100) {
            do throws(Fault) {
                let text = try expand(server, options)
                guard let url = ServerURL(text) ?? base?.resolving(text) else {
                    throw Fault(
                        message:
                            "the server \(text.cut(to: 100)) is not an absolute http or https URL; set it with --base"
                    )
                }
                if url.origin.utf8.starts(with: "https".utf8) { return .success(url) }
                plain = plain ?? url
            } catch {
                fault = error
            }
        }
        return plain.map(Result.success) ?? .failure(fault)
    }

    /// Returns a server's URL with its variables replaced.
    private static func expand(_ server: JSONValue, _ options: ImportOptions) throws(Fault) -> String {
        var rest = (server["url"]?.stringValue ?? "")[...]
        guard rest.utf8.count <= 2_048 else { throw Fault(message: "a server's URL is over 2048 bytes") }
        var result = ""
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
            result += rest[..<open] + value
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}

extension JSONValue {
    /// The text of a server variable; some documents write a port as a number.
    fileprivate var variableText: String? { stringValue ?? intValue.map(String.init) }
}
