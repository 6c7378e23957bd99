/// How redirects are followed, and to which hosts a request may go.
public struct RedirectPolicy: Sendable, Hashable {
    /// How many redirects are followed for one request.
    public var maximum: Int
    /// The hosts that the request and its redirects may go to; `nil` for all.
    public var hosts: HostPatterns?

    /// A policy.
    public init(maximum: Int = 5, hosts: HostPatterns? = nil) {
        self.maximum = maximum
        self.hosts = hosts
    }

    /// Judges a URL by its host.
    func refusal(of url: String) -> TransportError? {
        guard let hosts else { return nil }
        guard let origin = HTTPOrigin(url), hosts.contains(origin.host) else {
            return TransportError(.policy, "\(HTTPRequest.host(of: url)) is not among the hosts that may be asked.")
        }
        return nil
    }
}
