import AgentWire
import Glibc

/// The hosts that a listener answers to, as a protection against DNS rebinding.
///
/// A web page can make its own name resolve to this machine's address. The browser then lets the page read responses, but still sends the
/// page's name as `Host`. So only names that belong to the server are accepted. Every IP address is accepted, because a request with an
/// address as `Host` was sent to a URL with that address, which no DNS server can redirect. Also, behind a port mapping the server does
/// not know the address that its clients use.
struct HostPolicy: Sendable, Equatable {
    private let names: Set<String>

    /// Creates the policy of a listener.
    ///
    /// - Parameters:
    ///   - bound: The address or name that the listener is bound to.
    ///   - others: Further names, such as that of the public URL.
    ///   - machineName: The host name of the machine, which is accepted if the listener is bound to all addresses.
    init(bound: String, others: [String], machineName: String? = HostPolicy.machineName) {
        var hosts = ["localhost", bound] + others
        if bound == "0.0.0.0" || bound == "::", let machineName { hosts.append(machineName) }
        names = Set(hosts.compactMap { HostField($0)?.name })
    }

    /// Returns whether requests for a host are accepted.
    func accepts(_ host: HostField) -> Bool { host.isAddress || names.contains(host.name) }

    /// The host name of the machine.
    static var machineName: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, gethostname(start, buffer.count - 1) == 0 else { return nil }
            buffer[buffer.count - 1] = 0
            return String(cString: start)
        }
    }
}
