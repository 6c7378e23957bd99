/// The address of a resource: its server, and its percent-encoded path.
struct DAVAddress: Hashable, CustomStringConvertible {
    /// `http` or `https`.
    let scheme: String
    /// The host in lower case, with the port unless it is the scheme's default.
    let host: String
    /// The path, which starts with a slash.
    let path: String

    /// Reads a URL; `nil` for one with another scheme, with a user name, or without a host.
    init?(_ url: String) {
        guard let end = url.firstRange(of: "://") else { return nil }
        scheme = url[..<end.lowerBound].lowercased()
        let rest = url[end.upperBound...]
        let authority = rest.prefix { !"/?#".contains($0) }
        guard scheme == "http" || scheme == "https", !authority.isEmpty,
            authority.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "@") && $0 != UInt8(ascii: "\\") })
        else { return nil }
        let usual = scheme == "https" ? ":443" : ":80"
        let host = authority.lowercased()
        self.host = host.hasSuffix(usual) ? String(host.dropLast(usual.count)) : host
        path = Self.path(rest[authority.endIndex...])
    }

    private init(scheme: String, host: String, path: String) {
        self.scheme = scheme
        self.host = host
        self.path = path
    }

    /// Returns the address of an `href` in this resource's answer; servers write paths as well as whole URLs.
    func resolving(_ href: String) -> DAVAddress? {
        if href.contains("://") { return DAVAddress(href) }
        if href.hasPrefix("//") { return DAVAddress("\(scheme):\(href)") }
        guard href.hasPrefix("/") else {
            let folder = path.lastIndex(of: "/").map { path[...$0] } ?? "/"
            return with(path: folder + href)
        }
        return with(path: href)
    }

    /// Returns the address of another path on the same server.
    func with(path: String) -> DAVAddress {
        DAVAddress(scheme: scheme, host: host, path: Self.path(path[...]))
    }

    /// Whether requests to this address may carry the account's password: to the configured server, and between hosts of iCloud.
    func isTrustedBy(_ configured: DAVAddress) -> Bool {
        if scheme == configured.scheme && host == configured.host { return true }
        return scheme == "https" && configured.scheme == "https"
            && [host, configured.host].allSatisfy { $0.hasSuffix(".icloud.com") }
    }

    /// The URL.
    var description: String { "\(scheme)://\(host)\(path)" }

    /// Returns a path without query and fragment, with invalid bytes encoded.
    ///
    /// Some servers write hrefs with spaces or non-ASCII letters.
    private static func path(_ text: Substring) -> String {
        let path = text.prefix { $0 != "?" && $0 != "#" }
        var result = path.hasPrefix("/") ? "" : "/"
        for byte in path.utf8 {
            if byte > 0x20, byte < 0x7F, !"\"<>\\^`{|}".utf8.contains(byte) {
                result.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                result += "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return result
    }
}
