/// The response header, and the body as it comes in.
///
/// Every status is a response, 500 as much as 200; redirects are answers too and are not followed.
public struct HTTPResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The header fields, names as the server wrote them.
    public let headers: HTTPHeaders
    /// The body; it has one reader, and dropping it cancels the transfer.
    public let body: HTTPResponseBody
}

/// Status line and header fields.
struct HTTPResponseHead: Sendable, Equatable {
    var status: Int
    var headers: HTTPHeaders
}
