import AgentTools

/// An address of an OAuth exchange: an endpoint, an issuer, a protected resource or a metadata document.
package struct OAuthAddress: Sendable, Hashable {
    /// The greatest length of an address, in bytes.
    static let longest = 2048

    /// The address as it was written; issuers are compared by it.
    package let text: String
    /// `http` or `https`.
    let scheme: String
    /// The host in lower case, with the port unless it is the scheme's default.
    let host: String
    /// The path; empty, or with a slash at its start.
    let path: String
    /// The query after its question mark.
    let query: String?

    /// Reads an address; `nil` for one that is too long, or has another scheme, no host, a user name, a fragment or other characters
    /// than printable ASCII.
    package init?(_ text: String) {
        guard text.utf8.count <= Self.longest,
            text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !"\\#<>\"^`{|}".utf8.contains($0) }),
            let end = text.firstRange(of: "://")
        else { return nil }
        scheme = text[..<end.lowerBound].lowercased()
        let rest = text[end.upperBound...]
        let authority = rest.prefix { !"/?".contains($0) }
        guard scheme == "http" || scheme == "https", let host = Self.host(authority.lowercased(), scheme: scheme) else {
            return nil
        }
        self.host = host
        let target = rest[authority.endIndex...]
        path = String(target.prefix { $0 != "?" })
        query = target.firstIndex(of: "?").map { String(target[target.index(after: $0)...]) }
        self.text = text
    }

    /// Returns the host of an authority without the default port; `nil` if it is malformed.
    private static func host(_ authority: String, scheme: String) -> String? {
        guard !authority.contains("@"), !authority.contains("%") else { return nil }
        let port: Substring
        if authority.hasPrefix("[") {
            guard let end = authority.firstIndex(of: "]"), end > authority.index(after: authority.startIndex) else {
                return nil
            }
            port = authority[authority.index(after: end)...]
        } else {
            port = authority[(authority.firstIndex(of: ":") ?? authority.endIndex)...]
        }
        guard authority.count > port.count else { return nil }
        if port.isEmpty { return authority }
        let digits = port.dropFirst()
        guard port.first == ":", digits.allSatisfy(\.isNumber), let number = UInt16(digits), number > 0 else {
            return nil
        }
        let usual = scheme == "https" ? 443 : 80
        return number == usual ? String(authority.dropLast(port.count)) : authority
    }

    /// Scheme, host and port.
    package var origin: String { "\(scheme)://\(host)" }

    /// Whether the host is this machine by its name or number.
    var isLoopback: Bool {
        let name = host.hasPrefix("[") ? host.prefix { $0 != "]" } + "]" : host.prefix { $0 != ":" }
        return ["localhost", "127.0.0.1", "[::1]"].contains(String(name))
    }

    /// Whether an authorization server may redirect a browser to the address: with TLS, or on the machine of the browser.
    package var isFitForRedirects: Bool { scheme == "https" || isLoopback }

    /// The path without a slash at its end; empty for the root.
    var barePath: String { String(path.reversed().drop { $0 == "/" }.reversed()) }

    /// Returns the well-known address with the path after the name, as RFC 8414 and RFC 9728 build it.
    func wellKnown(_ name: String) -> String { "\(origin)/.well-known/\(name)\(barePath)" }

    /// Returns the address with fields appended to its query.
    func appending(query fields: [(String, String)]) -> String {
        let form = FormBody(fields).text
        return text + (query == nil ? "?" : query == "" ? "" : "&") + form
    }
}
