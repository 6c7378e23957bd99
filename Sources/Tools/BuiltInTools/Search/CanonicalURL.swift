import StreamSafeText

/// A web address in a canonical form, equal for two addresses of the same page.
///
/// It ignores the scheme, `www.`, a mobile host, default ports, the fragment, a trailing slash, the order of the query and tracking
/// parameters. The form is for comparison, not for requests.
struct CanonicalURL: Hashable, Sendable {
    private let text: String

    /// Reads an address; `nil` unless it has the scheme `http` or `https` and a host.
    init?(_ url: String) {
        guard let separator = url.firstRange(of: "://") else { return nil }
        let scheme = url[..<separator.lowerBound].lowercased()
        guard scheme == "http" || scheme == "https" else { return nil }
        let rest = url[separator.upperBound...].prefix { $0 != "#" }
        let authority = rest.prefix { $0 != "/" && $0 != "?" }
        guard let host = Self.host(authority.lowercased(), defaultPort: scheme == "http" ? ":80" : ":443") else {
            return nil
        }
        let afterHost = rest[authority.endIndex...]
        var path = Self.normalized(afterHost.prefix { $0 != "?" })
        while path.hasSuffix("/") { path.removeLast() }
        let query = afterHost.dropFirst(afterHost.prefix { $0 != "?" }.count + 1)
            .split(separator: "&")
            .filter { !Self.isTracker($0) }
            .map { Self.normalized($0) }
            .sorted()
        text = host + path + (query.isEmpty ? "" : "?" + query.joined(separator: "&"))
    }

    private static func host(_ authority: String, defaultPort: String) -> String? {
        var host = authority
        if host.hasSuffix(defaultPort) { host.removeLast(defaultPort.count) }
        if host.hasPrefix("www.") { host.removeFirst(4) }
        if host.hasPrefix("m.") { host.removeFirst(2) }
        // Mobile hosts of Wikipedia: en.m.wikipedia.org.
        host = host.replacing(".m.wikipedia.org", with: ".wikipedia.org")
        return host.isEmpty || host.contains("@") || host.contains(" ") ? nil : host
    }

    private static func isTracker(_ item: Substring) -> Bool {
        let name = item.prefix { $0 != "=" }.lowercased()
        return name.hasPrefix("utm_")
            || ["gclid", "fbclid", "msclkid", "yclid", "mc_cid", "mc_eid", "igshid"].contains(name)
    }

    /// Returns a part with unnecessary escapes decoded and necessary ones added, in upper-case digits.
    private static func normalized(_ part: Substring) -> String {
        var bytes: [UInt8] = []
        var rest = part.utf8
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), let value = UInt8(Substring(rest.prefix(2)), radix: 16) {
                rest = rest.dropFirst(2)
                append(value, isEscape: !isUnreserved(value), to: &bytes)
            } else {
                append(byte, isEscape: byte <= 0x20 || byte >= 0x7F, to: &bytes)
            }
        }
        return String(streamSafe: bytes)
    }

    private static func append(_ byte: UInt8, isEscape: Bool, to bytes: inout [UInt8]) {
        guard isEscape else {
            bytes.append(byte)
            return
        }
        let digits = Array("0123456789ABCDEF".utf8)
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
    }

    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
