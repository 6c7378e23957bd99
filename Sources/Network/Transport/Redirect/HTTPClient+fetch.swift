/// A response, possibly after redirects.
public struct FetchedResponse: Sendable {
    /// The response.
    public let response: HTTPResponse
    /// The URL of the response, which is the base of a page's links.
    public let url: String
}

extension HTTPClient {
    /// Sends a request and follows redirects, as browsers do.
    ///
    /// Each hop is a request of its own that the address policy checks, and hops to another server are never trusted and carry no
    /// credential. The bodies of the redirects are dropped. The request's limit on everything applies to all hops together.
    ///
    /// - Throws: A ``TransportError``; with code `limit` when there are more redirects than the policy allows, with code `policy`
    ///   when a redirect leads in a circle, from `https` to `http`, or to an address that is not a web address.
    public func fetch(
        _ request: HTTPRequest,
        following policy: RedirectPolicy
    ) async throws(TransportError) -> FetchedResponse {
        if let refusal = policy.refusal(of: request.url) { throw refusal }
        let start = ContinuousClock.now
        var machine = RedirectStateMachine(request: request, policy: policy)
        while true {
            var hop = machine.request
            if let total = hop.timeouts.total { hop.timeouts.total = max(.zero, total - (.now - start)) }
            if let response = try await sendHop(hop, &machine) {
                return FetchedResponse(response: response, url: machine.request.url)
            }
        }
    }

    /// Sends one hop; returns `nil` for a redirect to follow, which is released at the end of this call.
    private func sendHop(
        _ hop: HTTPRequest,
        _ machine: inout RedirectStateMachine
    ) async throws(TransportError) -> HTTPResponse? {
        let response = try await send(hop)
        switch machine.processAnswer(status: response.status, headers: response.headers) {
        case .answer: return response
        case .follow: return nil
        case .refuse(let error): throw error
        }
    }
}
