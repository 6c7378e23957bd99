import APIDescription
import Hummingbird

/// An ``Endpoint`` and the function that handles its requests.
struct Route: Sendable {
    /// Handles one request.
    typealias Work = @Sendable (Request, ToriiRequestContext) async throws -> Response

    let endpoint: Endpoint
    /// Whether the operator's settings allow requests without a token, although the endpoint needs one.
    var isOpened = false
    let work: Work

    init(_ endpoint: Endpoint, isOpened: Bool = false, _ work: @escaping Work) {
        (self.endpoint, self.isOpened, self.work) = (endpoint, isOpened, work)
    }
}
