import StreamingJSON
import Transport

/// The hosts at which issuers and their keys may be.
public struct IssuerHosts: Sendable {
    /// The named hosts by their port; those of any port are at `*`.
    private let named: [String: HostPatterns]
    private let allowsPublic: Bool

    /// The mark of any port.
    private static let anyPort = "*"

    /// All public hosts, with TLS.
    public static let publicHosts = IssuerHosts(named: [:], allowsPublic: true)

    private init(named: [String: HostPatterns], allowsPublic: Bool) {
        (self.named, self.allowsPublic) = (named, allowsPublic)
    }

    /// Reads names of hosts, separated by commas, of which `*` means all public hosts; `nil` if one is not a name.
    ///
    /// A name may have a port, `:*` for any port; without one it is that of `https`.
    public init?(_ text: String) {
        let names = text.split(separator: ",", omittingEmptySubsequences: false).map { $0.filter { $0 != " " } }
        let others = names.filter { $0 != "*" }
        var hosts: [String: [String]] = [:]
        for name in others {
            let parts = name.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard let port = parts.count == 1 ? "443" : Self.port(parts[1]) else { return nil }
            hosts[port, default: []].append(parts[0])
        }
        let named = hosts.compactMapValues { HostPatterns($0) }
        guard named.count == hosts.count else { return nil }
        self.init(named: named, allowsPublic: others.count < names.count)
    }

    /// Returns a port in its shortest form; `nil` for another text.
    private static func port(_ text: String) -> String? {
        if text == anyPort { return text }
        guard text.utf8.first != UInt8(ascii: "+"), let port = UInt16(text), port > 0 else { return nil }
        return String(port)
    }

    /// Checks an address, and returns whether the operator has named its host with its port, which then may be private and without TLS.
    func isNamed(_ address: String) throws(IssuerFault) -> Bool {
        let shown = address.excerpt(upTo: 200)
        guard address.utf8.count <= 2048, let origin = HTTPOrigin(address), ["http", "https"].contains(origin.scheme)
        else { throw IssuerFault("\"\(shown)\" is not the address of an issuer or its keys. Write it with https://.") }
        if [origin.port, Self.anyPort].contains(where: { named[$0]?.contains(origin.host) == true }) { return true }
        guard allowsPublic else {
            throw IssuerFault(
                "TORII_ISSUER_HOSTS does not name the host and port of \(shown). Add them there, and restart."
            )
        }
        guard origin.scheme == "https" else {
            throw IssuerFault("\(shown) has no TLS. Use https, or name its host and port in TORII_ISSUER_HOSTS.")
        }
        return false
    }
}
