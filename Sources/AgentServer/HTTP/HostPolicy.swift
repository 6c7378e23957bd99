import AgentWire
import Glibc

/// The hosts that a listener answers to: a protection from DNS rebinding.
///
/// A web page can give its own name this machine's address; the browser then lets the page read the answers, but still sends the
/// page's name as `Host`. So only names that belong to the server pass. Every IP address passes, because a request whose `Host` is
/// an address comes from a URL with that address, which no DNS server can point elsewhere; and behind a port mapping the server
/// does not know the address that its clients use.
struct HostPolicy: Sendable, Equatable {
    private let names: Set<String>

    /// Makes the policy of one listener.
    ///
    /// - Parameters:
    ///   - bound: The address or name that the listener is bound to.
    ///   - others: Further names, such as that of the public URL.
    ///   - machineName: The machine's own name, which counts when the listener is bound to all addresses.
    init(bound: String, others: [String], machineName: String? = HostPolicy.machineName) {
        var hosts = ["localhost", bound] + others
        if bound == "0.0.0.0" || bound == "::", let machineName { hosts.append(machineName) }
        names = Set(hosts.compactMap { HostField($0)?.name })
    }

    /// Returns whether requests for a host are answered.
    func accepts(_ host: HostField) -> Bool { host.isAddress || names.contains(host.name) }

    /// The name that the machine has given itself.
    static var machineName: String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 256) { buffer in
            guard let start = buffer.baseAddress, gethostname(start, buffer.count - 1) == 0 else { return nil }
            buffer[buffer.count - 1] = 0
            return String(cString: start)
        }
    }
}
