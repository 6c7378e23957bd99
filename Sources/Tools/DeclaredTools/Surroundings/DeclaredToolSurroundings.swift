package import FoundationEssentials
package import KeyLeasing
package import ToolDeclarations
package import ToolPhrases
package import Transport

/// The parts of the program that declared tools use.
package struct DeclaredToolSurroundings: Sendable {
    /// The client that sends all requests.
    package var client: HTTPClient
    /// The breakers that stop requests to hosts that keep failing.
    package var breakers: CircuitBreakers
    /// Lends a key of a service's pool that may be sent to ``UpstreamDeclaration/keyDestinations``.
    package var lease: @Sendable (_ service: UpstreamDeclaration) async throws -> KeyLease?
    /// The hosts that declarations may reach.
    package var hosts: AllowedHosts
    /// Reads the phrases to find their faults; `nil` if they are not looked for.
    package var phrases: (any PhraseReader)?
    /// Reads the clock.
    package var now: @Sendable () -> Date

    /// Makes surroundings.
    package init(
        client: HTTPClient,
        phrases: (any PhraseReader)?,
        breakers: CircuitBreakers = CircuitBreakers(),
        hosts: AllowedHosts = .publicHosts,
        lease: @escaping @Sendable (_ service: UpstreamDeclaration) async throws -> KeyLease? = { _ in nil },
        now: @escaping @Sendable () -> Date = { Date() }
    ) {
        (self.client, self.phrases, self.breakers, self.hosts) = (client, phrases, breakers, hosts)
        (self.lease, self.now) = (lease, now)
    }
}
