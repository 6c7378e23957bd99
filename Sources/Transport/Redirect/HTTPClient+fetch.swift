/// A response that may have come by way of redirects.
public struct FetchedResponse: Sendable {
    /// The response.
    public let response: HTTPResponse
    /// The URL that gave it, against which the links of a page are to be read.
    public let url: String
}

extension HTTPClient {
    /// Sends a request and follows the redirects that come back, as one does for the pages of the web.
    ///
    /// Every hop is a request of its own that goes through the address policy, and hops to another server are never trusted and
    /// carry no credential. The bodies of the redirects are dropped. The limit for everything in the request's time limits holds
    /// for all hops together.
    ///
    /// - Throws: A ``TransportError``; with code `limit` when there are more redirects than the policy allows, with code `policy`
    ///   when one goes in a circle, from `https` to `http`, or to something else than a web address.
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
            if let response = try await answer(to: hop, &machine) {
                return FetchedResponse(response: response, url: machine.request.url)
            }
        }
    }

    /// Sends one hop; `nil` when its answer is a redirect to follow, which lives no longer than this call.
    private func answer(
        to hop: HTTPRequest,
        _ machine: inout RedirectStateMachine
    ) async throws(TransportError) -> HTTPResponse? {
        let response = try await send(hop)
        switch machine.answered(status: response.status, headers: response.headers) {
        case .answer: return response
        case .follow: return nil
        case .refuse(let error): throw error
        }
    }
}
