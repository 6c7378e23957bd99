/// The reason why a WebDAV server sent no usable answer, with the status if the status was the reason.
struct DAVFailure: Error {
    let failure: UpstreamFailure
    /// The status of the answer; `nil` if there was none, or if the status was not the reason.
    let status: Int?

    init(_ code: UpstreamFailure.Code, host: String, status: Int? = nil, retryAfter: Int? = nil) {
        failure = UpstreamFailure(code, host: host, retryAfter: retryAfter)
        self.status = status
    }

    init(_ failure: UpstreamFailure) {
        self.failure = failure
        status = nil
    }

    /// Whether the resource is missing, forbidden or does not support the query, so that another resource may answer.
    var isAboutResource: Bool { status.map { [403, 404, 405, 409, 410, 501].contains($0) } ?? false }
}
