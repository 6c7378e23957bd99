/// The limit on redirects, and the hosts to which a request may go.
public struct RedirectPolicy: Sendable, Hashable {
    /// The most redirects that are followed for one request.
    public var maximum: Int
    /// The hosts that the request and its redirects may go to; `nil` for all.
    public var hosts: HostPatterns?

    /// A policy.
    public init(maximum: Int = 5, hosts: HostPatterns? = nil) {
        self.maximum = maximum
        self.hosts = hosts
    }

    /// Returns the reason to refuse a URL for its host; `nil` when it is allowed.
    func refusal(of url: String) -> TransportError? {
        guard let hosts else { return nil }
        guard let origin = HTTPOrigin(url), hosts.contains(origin.host) else {
            return TransportError(.policy, "\(HTTPRequest.host(of: url)) is not one of the allowed hosts.")
        }
        return nil
    }
}
