package import ToolDeclarations
import Transport

/// The hosts that declared tools may reach, which the operator's settings decide and no declaration.
///
/// A host that is named may have any address, also a private one, and may be reached without TLS. All others must have a public address
/// and TLS.
package struct AllowedHosts: Sendable, Hashable {
    /// A text that names no hosts.
    package struct Fault: Error, Hashable {
        /// The fault and the remedy.
        package var message: String
    }

    private var patterns: HostPatterns?
    /// Hosts with a port, and addresses, as `host:port`.
    private var exact: Set<String> = []
    private var permitsPublicHosts: Bool

    /// All hosts with a public address, with TLS.
    package static let publicHosts = AllowedHosts(permitsPublicHosts: true)

    private init(permitsPublicHosts: Bool) { self.permitsPublicHosts = permitsPublicHosts }

    /// Reads a list such as `api.example.com, *.example.org, 127.0.0.1:8080`; `*` stands for all public hosts.
    ///
    /// - Throws: ``Fault`` for an entry that is no host.
    package init(parsing text: String) throws(Fault) {
        self.init(permitsPublicHosts: false)
        var names: [String] = []
        for entry in text.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map({ $0.lowercased() }) {
            if entry == "*" {
                permitsPublicHosts = true
                continue
            }
            if !entry.contains(":"), HostPatterns([entry]) != nil {
                names.append(entry)
                continue
            }
            // A scheme in front makes a URL of it, which is read as that of a request.
            guard let origin = WebOrigin(ofURL: "http://\(entry)"), !entry.contains("/"), !entry.contains("@"),
                !entry.contains("*")
            else {
                throw Fault(
                    message:
                        "'\(entry)' is no host; write names such as api.example.com, *.example.com or 127.0.0.1:8080"
                )
            }
            exact.insert(entry.hasPrefix("[") && entry.hasSuffix("]") ? origin.host : Self.key(origin))
        }
        patterns = HostPatterns(names)
    }

    /// Returns whether requests may go to an origin.
    package func permits(_ origin: WebOrigin) -> Bool {
        isNamed(origin) || (permitsPublicHosts && origin.scheme == "https")
    }

    /// Returns whether the operator named an origin's host.
    package func isNamed(_ origin: WebOrigin) -> Bool {
        exact.contains(Self.key(origin)) || exact.contains(origin.host) || patterns?.contains(origin.host) == true
    }

    private static func key(_ origin: WebOrigin) -> String { "\(origin.host) \(origin.port)" }
}
