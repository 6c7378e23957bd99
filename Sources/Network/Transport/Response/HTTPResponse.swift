/// The response header, and the body as it arrives.
///
/// Every status is a response, 500 as well as 200; redirects are responses too and are not followed.
public struct HTTPResponse: Sendable {
    /// The status code.
    public let status: Int
    /// The header fields, names as the server wrote them.
    public let headers: HTTPHeaders
    /// The body; it has one reader, and releasing it cancels the transfer.
    public let body: HTTPResponseBody
    /// The search that removed the request's secrets from the header fields and the body; `nil` if the request had none.
    ///
    /// It is for texts that a reader decodes or joins, because the body may have their secrets in pieces.
    public let echo: SecretEcho?
}

/// Status line and header fields.
struct HTTPResponseHead: Sendable, Equatable {
    var status: Int
    var headers: HTTPHeaders
}
